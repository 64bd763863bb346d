import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '#shared/contract/fixed.ts'
import { type DetailNode, TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { taxonomyLists } from './lists.ts'
import { taxonomyNamesOf } from './names.ts'
import { areaTypeExists, locationTypeExists, measurementTypeOf, researchSubjectExists } from './types.ts'

const english = taxonomyLists('en')

/** Every key and name of a nested structure. */
function pathsOf(value: object, path = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' ? [[path + key, inner] as [string, string]] : pathsOf(inner, `${path}${key}.`),
  )
}

/** Objects with a `name`, wherever they are, with the path to them. */
function namedIn(value: unknown, path = ''): { path: string; key: string; name: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const { key, abbreviation, name } = value as Record<string, unknown>
  const own =
    typeof name === 'string' && (key || abbreviation) ? [{ path, key: String(key ?? abbreviation), name }] : []
  return [...own, ...Object.entries(value).flatMap(([field, inner]) => namedIn(inner, `${path}/${field}`))]
}

const flat = (nodes: DetailNode[]): DetailNode[] => nodes.flatMap(node => [node, ...flat(node.children)])

describe.each(LANGUAGES)('[§3] the lists in %s', language => {
  const lists = taxonomyLists(language)

  it('are the thirteen of the contract, nothing more and nothing less', () => {
    expect(TaxonomyLists.parse(lists)).toEqual(lists)
    expect(Object.keys(lists)).toHaveLength(13)
    for (const list of Object.values(lists)) expect(Object.keys(list).length).toBeGreaterThan(0)
  })

  it('name everything, and never with its raw key', () => {
    const all = namedIn(lists)
    expect(all.length).toBeGreaterThan(250)
    for (const { path, key, name } of all) {
      expect(name.trim(), path).not.toBe('')
      expect(name, path).not.toBe(key)
      expect(name, path).not.toMatch(/_|undefined/)
    }
    for (const type of lists.measurement_types) expect(type.pq_name_unit).not.toMatch(/_|undefined|\(\)/)
  })

  it('have names that people can tell apart within each list', () => {
    for (const list of [
      'area_types',
      'measurement_types',
      'physical_quantities',
      'chart_groups',
      'sensor_types',
    ] as const) {
      const names = lists[list].map(one => one.name)
      expect(new Set(names).size, list).toBe(names.length)
    }
  })

  it('use the same keys as English, with no name left over', () => {
    const keys = (of: Language) => pathsOf(taxonomyNamesOf(of)).map(([path]) => path)
    expect(keys(language)).toEqual(keys('en'))
    const shown = new Set(namedIn(lists).map(one => one.name))
    for (const [path, name] of pathsOf(taxonomyNamesOf(language)))
      if (!path.startsWith('units.')) expect(shown, path).toContain(name)
  })

  it('keep ids and data whatever the language', () => {
    const bare = (text: string) =>
      JSON.parse(text, (field, value) => (/^(name|unit|pq_name_unit)$/.test(field) ? '' : value))
    const { settings, ...rest } = lists
    const { settings: sameSettings, ...sameRest } = english
    expect(settings).toEqual(sameSettings)
    expect(bare(JSON.stringify(rest))).toEqual(bare(JSON.stringify(sameRest)))
  })

  it('are made once', () => {
    expect(taxonomyLists(language)).toBe(lists)
  })
})

describe('[§3] ids', () => {
  it('are those others rely on', () => {
    const idOf = (list: { id: number; key: string }[], key: string) => list.find(one => one.key === key)?.id
    const subjects = english.research_types.flatMap(type => type.subjects)
    expect(idOf(english.area_types, 'human')).toBe(39)
    expect(idOf(english.location_types, 'farm')).toBe(41)
    expect(idOf(subjects, 'climate')).toBe(100)
    expect(idOf(subjects, 'emission')).toBe(1382)
    expect(english.alert_rules.calc_minutes).toEqual([0, 15, 30, 60, 180, 360, 720, 1440, 2880, 10_080])
  })

  it('are unique within each list', () => {
    const lists = Object.values(english).filter(Array.isArray) as { id?: number }[][]
    for (const list of [...lists, flat(english.location_details)]) {
      const ids = list.map(one => one.id).filter(id => id !== undefined)
      expect(new Set(ids).size).toBe(ids.length)
    }
  })

  it('exist, or do not', () => {
    expect(english.area_types.every(type => areaTypeExists(type.id))).toBe(true)
    expect([areaTypeExists(1), areaTypeExists(41)]).toEqual([false, false])
    expect([locationTypeExists(41), locationTypeExists(39)]).toEqual([true, false])
    expect([researchSubjectExists(100), researchSubjectExists(1382), researchSubjectExists(3)]).toEqual([
      true,
      true,
      false,
    ])
  })
})

describe('[§1, §3] what is in the lists', () => {
  it('has the fifteen kinds of animal', () => {
    const kinds =
      'broiler chicken calves cattle dairy_cattle goat horse pig sow lactating_sow piglet rearing_chicken sheep veal_calves human'
    expect(english.area_types.map(type => type.key)).toEqual(kinds.split(' '))
    expect(taxonomyLists('nl').area_types.find(type => type.key === 'piglet')?.name).toBe('Big')
  })

  it('has every measurement key of the specification', () => {
    const probes = Array.from({ length: 10 }, (_, number) => `t_${number}`)
    const keys =
      't h p light bat_volt rssi snr weight weight_kg co2 nh3 ch4 h2s co dust_pm10 dust_pm25 sound air_speed movement battery'
    const graded = 'co2_ppm nh3_ppm h2s_ppm temp_deg_c rv_perc dust_pm10 movement_perc'
    for (const key of [...keys.split(' '), ...probes, ...graded.split(' ')])
      expect(measurementTypeOf(key), key).not.toBeNull()
    const all = english.measurement_types.map(type => type.abbreviation)
    expect(all.filter(key => key.startsWith('weather_')).length).toBeGreaterThanOrEqual(8)
    expect(all.filter(key => key.startsWith('s_bin_'))).toHaveLength(10)
    expect(new Set(all).size).toBe(all.length)
  })

  it('shows on dials what is graded, but no device health, weather, probe or set point', () => {
    const dials = english.measurement_types.filter(type => type.show_in_dials).map(type => type.abbreviation)
    expect(dials.slice(0, 6)).toEqual(['t', 'h', 'co2', 'nh3', 'dust_pm10', 'light'])
    for (const key of dials) expect(key).not.toMatch(/^weather_|^t_\d|_low|_high|^rssi|^snr|^bat/)
  })

  it('orders the chart groups as the screen does', () => {
    const inOrder = english.chart_groups.toSorted((a, b) => a.order - b.order).map(group => group.key)
    expect(inOrder.slice(0, 7)).toEqual(['nh3', 'co2', 'temperature', 'humidity', 'pm10', 'light', 'pm25'])
    expect(inOrder.slice(-4)).toEqual(['battery', 'battery_voltage', 'signal_strength', 'signal_noise'])
  })

  it('refers only to what is there', () => {
    const groups = new Set(english.chart_groups.map(group => group.id))
    const quantities = new Map(english.physical_quantities.map(quantity => [quantity.id, quantity]))
    for (const group of english.chart_groups) expect(quantities.has(group.physical_quantity_id)).toBe(true)
    for (const type of english.measurement_types) {
      expect(groups.has(type.chart_group_id!), type.abbreviation).toBe(true)
      expect(quantities.get(type.physical_quantity_id!)).toMatchObject({ abbreviation: type.pq, unit: type.unit })
    }
    const used = new Set(english.chart_groups.map(group => group.physical_quantity_id))
    expect(used.size).toBe(english.physical_quantities.length)
  })

  it('[ui §12] has the decimals and units of the design, relative humidity in each language', () => {
    const decimals = {
      temp_deg_c: 1,
      rv_perc: 0,
      co2_ppm: 0,
      nh3_ppm: 1,
      h2s_ppm: 2,
      dust_pm10: 0,
      dust_pm25: 0,
      light_lux: 0,
    }
    for (const [abbreviation, digits] of Object.entries(decimals))
      expect(english.physical_quantities.find(quantity => quantity.abbreviation === abbreviation)?.decimals).toBe(
        digits,
      )
    const humidity = LANGUAGES.map(language =>
      taxonomyLists(language).measurement_types.find(type => type.abbreviation === 'h'),
    )
    expect(humidity.map(type => type?.unit)).toEqual(['% RV', '% RH', '% HR', '% RV'])
    expect(measurementTypeOf('h')?.unit).toBe('%')
    expect(english.measurement_types[0]?.pq_name_unit).toBe('Temperature (°C)')
  })

  it('[§9] grades with 5 and 8 unless a quantity says otherwise', () => {
    for (const quantity of english.physical_quantities)
      expect(quantity.grade_10).toEqual({ low_value: 5, high_value: 8 })
  })

  it('offers choices exactly where a detail is a choice, and children only in groups', () => {
    for (const node of flat(english.location_details)) {
      expect(node.choices.length > 1, node.key).toBe(node.input_type === 'choice')
      expect(node.children.length > 0, node.key).toBe(node.input_type === 'group')
    }
    expect(flat(english.location_details).map(node => node.key)).toEqual(
      Object.keys(taxonomyNamesOf('en').location_details),
    )
  })

  it('has the comparisons of alert rules', () => {
    const keys = (options: { key: string }[]) => options.map(option => option.key)
    expect(keys(english.alert_rules.calculations)).toEqual(['minimum', 'maximum', 'average', 'derivative', 'count'])
    expect(keys(english.alert_rules.comparators)).toEqual([
      'equal',
      'less',
      'greater',
      'less_or_equal',
      'greater_or_equal',
    ])
    expect(keys(english.alert_rules.comparisons)).toEqual(['value', 'difference', 'absolute_change'])
    expect(english.alert_rules.exclude_hours).toEqual([...Array(24).keys()])
  })

  it('has the settings that can be saved, each default among its values', () => {
    expect(english.settings.map(setting => setting.name)).toEqual(['charts_per_row', 'first_steps', 'map_view'])
    for (const { values, default_value } of english.settings) expect(values).toContain(default_value)
  })
})
