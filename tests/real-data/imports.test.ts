import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ImportColumn, type ImportPreview, importEndpoints } from '#shared/contract/measurements/imports.ts'
import { aPreview, upload } from '../../server/testing/an-import.ts'
import { isMissing, linesOf, utc } from './data-files.ts'
import { aPlaceWithADevice, type Place } from './send-and-ask.ts'

const FOLDER = fileURLToPath(new URL('../../../shared/data/timeseries/', import.meta.url))

/** Ranges that the product takes, said here once more: numbers outside are refused. */
const RANGES: Record<string, [number, number]> = {
  t: [-60, 100],
  h: [0, 104],
  co2: [0, 100_000],
  nh3: [-5, 1000],
  co: [-10, 10_000],
  p: [300, 1100],
  light: [0, 200_000],
  air_speed: [0, 60],
  dust_pm25: [0, 100_000],
  rssi: [-200, 20],
  snr: [-50, 100],
}

interface File {
  name: string
  /** Column in which each measurement stands. */
  columns: Record<string, number>
  /** True where the server has to find that by itself. */
  told?: boolean
  separator?: string
  /** Lines from the beginning that are no rows, besides comments. */
  head: number
  units?: Record<string, [string, (value: number) => number]>
  /** Epoch ms of a row. Times are taken as UTC. */
  time: (cells: string[]) => number
}

const dotted = (text: string): number => {
  const [, day = '', month = '', year = '', clock = ''] = /^(\d+)\.(\d+)\.(\d+) (.+)$/.exec(text) ?? []
  return utc(`${year}-${month}-${day} ${clock}:00`)
}
const at = (column: number) => (cells: string[]) => utc(cells[column]!.padEnd(19, ':00'))
const FAHRENHEIT: NonNullable<File['units']> = { t: ['°F', value => ((value - 32) * 5) / 9] }
const MERCURY: NonNullable<File['units']> = { p: ['mmHg', value => value * 1.33322387415] }

const FILES: File[] = [
  ...['uci_occupancy_datatraining', 'uci_occupancy_datatest'].map(name => ({
    name: `${name}.csv.gz`,
    columns: { t: 2, h: 3, light: 4, co2: 5 },
    told: true,
    head: 1,
    time: at(1),
  })),
  {
    name: 'candanedo_house_energy_weather_testing.csv.gz',
    columns: { t: 3, h: 4, p: 22 },
    units: MERCURY,
    head: 1,
    time: at(0),
  },
  { name: 'hive85_hourly.csv', columns: { t: 2, h: 3 }, separator: ';', head: 1, time: cells => dotted(cells[1]!) },
  { name: 'betterb_2024_12_23_Env.csv.gz', columns: { air_speed: 2, t: 5, h: 6, light: 8 }, head: 1, time: at(0) },
  ...['RefHive', 'TestHive'].map(hive => ({
    name: `betterb_2024_12_23_${hive}.csv.gz`,
    columns: { h: 4, t: 5 },
    head: 1,
    time: at(0),
  })),
  { name: 'nab_ambient_temperature_system_failure.csv', columns: { t: 1 }, units: FAHRENHEIT, head: 1, time: at(0) },
  {
    name: 'lorawan_siegen_iaq_devices_A.csv.gz',
    columns: { co2: 2, h: 3, dust_pm25: 4, p: 5, t: 6, rssi: 7, snr: 8 },
    told: true,
    head: 1,
    time: cells => Date.parse(cells[0]!.replace(' ', 'T')),
  },
  { name: 'no_licence/broiler_house_nh3_2023_days01-10.csv.gz', columns: { t: 2, h: 3, nh3: 4 }, head: 1, time: at(0) },
  ...['24', '27'].map(day => ({
    name: `no_licence/kandang_ayam_2026-04-${day}.csv.gz`,
    columns: { t: 1, h: 2 },
    told: true,
    head: 1,
    time: at(4),
  })),
  {
    name: 'no_licence/uhoo_home_DM_1min.csv.gz',
    columns: { t: 1, h: 2, dust_pm25: 3, co2: 5, co: 6, p: 7 },
    head: 0,
    time: at(0),
  },
  {
    name: 'no_licence/iotsec_room_climate_A_m60.csv.gz',
    columns: { t: 4, h: 5, light: 6 },
    head: 0,
    time: cells => Number(cells[1]),
  },
]

/** A plain reader that knows nothing of the product: lines, cells, numbers. */
const expected = ({ name, columns, separator = ',', head, units = {}, time }: File) => {
  const rows = linesOf(name)
    .filter(line => !line.startsWith('#'))
    .slice(head)
    .map(line => line.split(separator).map(cell => cell.replaceAll('"', '').trim()))
  let [taken, missing, refused] = [0, 0, 0]
  const points = new Map<string, number>()
  const times: number[] = []
  for (const cells of rows)
    for (const [key, column] of Object.entries(columns)) {
      const text = cells[column] ?? ''
      const number = units[key]?.[1](Number(text)) ?? Number(text)
      const [low, high] = RANGES[key]!
      if (text === '' || /^(nan|none)$/i.test(text)) missing++
      else if (!(number >= low && number <= high)) refused++
      else {
        taken++
        points.set(`${key} ${time(cells)}`, number)
        times.push(time(cells))
      }
    }
  times.sort((a, b) => a - b)
  const [from, until] = [times[0]!, times.at(-1)!].map(ms => new Date(ms).toISOString())
  // The last of several values of one measurement and time is kept.
  const [added, doubled] = [points.size, taken - points.size]
  return { counts: { rows: rows.length, added, replaced: 0, doubled, missing, refused, from, until }, points }
}

const contentOf = (name: string): Buffer => {
  const bytes = readFileSync(FOLDER + name)
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes
}

/** The columns of a file, the time where the server found it. */
const columnsOf = (guessed: ImportColumn[], { columns, units = {} }: File): Record<number, ImportColumn> => {
  const times = guessed.flatMap((column, index) => (/time|date|clock/.test(column.role) ? [[index, column]] : []))
  const values = Object.entries(columns).map(([measurement, index]) => [
    index,
    { role: 'value', measurement, unit: units[measurement]?.[0] },
  ])
  return Object.fromEntries([...times, ...values])
}

describe.skipIf(isMissing)('[decisions §5] every file of real measurements can be imported', () => {
  let place: Place
  beforeAll(async () => {
    place = await aPlaceWithADevice('Europe/Amsterdam', '2026-11-01T00:00:00Z')
  })
  afterAll(() => place?.close())

  const storedPoints = async (deviceId: number) => {
    const result = await place.services.series.query({
      query: `SELECT key, toUnixTimestamp64Milli(time), value FROM measurements FINAL WHERE device_id = ${deviceId}`,
      format: 'JSONCompactEachRow',
    })
    const rows = await result.json<[string, number, number]>()
    return new Map(rows.map(([key, time, value]) => [`${key} ${time}`, value]))
  }

  const expectSame = (found: Map<string, number>, wanted: Map<string, number>) => {
    expect(found.size).toBe(wanted.size)
    const off = [...wanted].filter(([point, value]) => !(Math.abs((found.get(point) ?? Number.NaN) - value) < 1e-9))
    expect(off).toEqual([])
  }

  it.each(FILES)('$name', async file => {
    const wanted = expected(file)
    expect(wanted.counts.rows).toBeGreaterThan(1000)
    const device = await place.another()
    const content = contentOf(file.name)
    const looked: ImportPreview = (await upload(place, place.owner, device.id, content)).json()
    const guessed = looked.plan.columns
    await place.call(importEndpoints.undoImport, { params: { id: looked.import.id } }, place.owner.token)
    const columns = columnsOf(guessed, file)
    if (file.told)
      for (const [index, { role, measurement }] of Object.entries(columns))
        expect(guessed[Number(index)]).toMatchObject(measurement ? { role, measurement } : { role })
    const preview = await aPreview(place, place.owner, device.id, content, { time_zone: 'UTC', columns })
    expect(preview.counts).toEqual(wanted.counts)
    const { id } = preview.import
    expect(await place.call(importEndpoints.commitImport, { params: { id } }, place.owner.token)).toEqual(wanted.counts)
    expectSame(await storedPoints(device.id), wanted.points)
  })

  it.each<[string, Record<string, string>, ImportPreview['questions'][number]['about'][]]>([
    [
      'candanedo_house_energy_weather_testing.csv.gz',
      { T1: 't_1', RH_1: 'h', T2: 't_2', T9: 't_9', Press_mm_hg: 'p mmHg' },
      [],
    ],
    [
      'betterb_2024_12_23_RefHive.csv.gz',
      { 'Ref.roof [deg]': 't_1', 'Ref.body.top.HR [%]': 'h', 'Ref.body.top.T [deg]': 't_3' },
      [],
    ],
    ['betterb_2024_12_23_Env.csv.gz', { 'Air1.T [deg]': 't', 'Ground1.T [deg]': 't_1', 'Air1.HR [%]': 'h' }, []],
    ['lorawan_siegen_iaq_devices_A.csv.gz', { pressure: 'p', temperature: 't' }, ['unit']],
    ['nab_ambient_temperature_system_failure.csv', {}, ['measurement']],
    ['no_licence/broiler_house_nh3_2023_days01-10.csv.gz', { temperature: 't', weight: 'weight' }, ['unit']],
  ])('%s: numbered names, paths, and what has to be asked', async (name, wanted, asked) => {
    const device = await place.another()
    const looked: ImportPreview = (await upload(place, place.owner, device.id, readFileSync(FOLDER + name))).json()
    const { plan, names, questions } = looked
    const found = Object.fromEntries(
      plan.columns.map(({ measurement, unit }, at) => [names[at], [measurement, unit].filter(Boolean).join(' ')]),
    )
    expect(found).toMatchObject(wanted)
    expect(questions.map(({ about }) => about)).toEqual(asked)
    await place.call(importEndpoints.undoImport, { params: { id: looked.import.id } }, place.owner.token)
  })

  it('a year of the weather service: tenths of a degree, hours from 1 to 24, the names in a comment', async () => {
    const device = await place.another()
    const file = 'knmi_uurgeg_260_debilt_2000.txt.gz'
    const preview = await aPreview(place, place.owner, device.id, contentOf(file), {
      time_zone: 'UTC',
      columns: {
        1: { role: 'date' },
        2: { role: 'clock' },
        7: { role: 'value', measurement: 't', unit: '0.1 °C' },
        14: { role: 'value', measurement: 'p', unit: '0.1 hPa' },
        17: { role: 'value', measurement: 'h' },
      },
    })
    expect(preview.names[17]).toBe('U')
    const rows = linesOf(file)
      .filter(line => /^ +260,/.test(line))
      .map(line => line.split(',').map(cell => cell.trim()))
    const points = new Map<string, number>()
    for (const cells of rows) {
      const [year, month, day] = [cells[1]!.slice(0, 4), cells[1]!.slice(4, 6), cells[1]!.slice(6)].map(Number)
      const time = Date.UTC(year!, month! - 1, day) + Number(cells[2]) * 3_600_000
      points.set(`t ${time}`, Number(cells[7]) / 10)
      points.set(`p ${time}`, Number(cells[14]) / 10)
      points.set(`h ${time}`, Number(cells[17]))
    }
    expect(preview.counts).toEqual({
      rows: 8784,
      added: points.size,
      replaced: 0,
      doubled: 0,
      missing: 0,
      refused: 0,
      from: '2000-01-01T01:00:00.000Z',
      until: '2001-01-01T00:00:00.000Z',
    })
    const { id } = preview.import
    await place.call(importEndpoints.commitImport, { params: { id } }, place.owner.token)
    expectSame(await storedPoints(device.id), points)
  })
})
