import { describe, expect, test } from 'vitest'
import { type EmissionSettings, EmissionSettingsInput, settingsOf } from '#shared/contract/places/emissions.ts'
import { NO_EMISSION_SETTINGS } from '#shared/rules/locations/emission-settings.ts'
import {
  bodyOf,
  newAnimals,
  newFactor,
  newOutdoors,
  newPlaces,
  newVentilation,
  outdoorGases,
  valuesOf,
} from './values.ts'

const plain = EmissionSettingsInput.parse({})
const kept = (change: Partial<EmissionSettings> = {}): EmissionSettings => ({
  ...settingsOf(plain, NO_EMISSION_SETTINGS),
  places_history: [],
  factors: [],
  reducers: [],
  animals: [],
  ventilation: plain.ventilation,
  ventilation_history: [],
  outdoors: plain.outdoors,
  outdoors_history: [],
  area_id: 1,
  area_name: 'Barn 1',
  area_type_id: 29,
  location_id: 1,
  location_name: 'Zonneveld',
  today: '2026-11-23',
  animal_places: 120,
  ammonia_factor: 13,
  animals_of_area: 120,
  keeps_rounds: false,
  devices: [],
  gases: [],
  version: 4,
  changed_at: null,
  changed_by: null,
  may: ['edit'],
  ...change,
})

describe('settings in a form', () => {
  test('nothing that was said is what is worked with where nobody says', () => {
    expect(settingsOf(plain, NO_EMISSION_SETTINGS)).toEqual(NO_EMISSION_SETTINGS)
  })

  test('come back as they were, with the version that was read', () => {
    const settings = kept({
      factors: [
        { valid_from: '2025-01-01', kg: 13, unit: 'place_year', code: null, source: 'Permit', other_kg: null },
        { valid_from: '2026-01-01', kg: 0.02, unit: 'animal_day', code: 'HA1.100', source: null, other_kg: 8 },
      ],
      reducers: [{ name: 'Scrubber', percent: 70, scrubber: true, valid_from: null, valid_until: '2026-06-01' }],
      outdoors: {
        source: 'typed',
        device_id: null,
        values: { co2: 424, nh3: 0.1, h2s: 0.01, dust_pm10: 18, dust_pm25: 9 },
      },
    })
    const body = EmissionSettingsInput.parse(bodyOf(valuesOf(settings), settings))
    expect(body).toMatchObject({ version: 4, reducers: settings.reducers })
    // Places that nobody typed stay as they are by then.
    expect(body).not.toHaveProperty('animal_places')
    const typed = bodyOf({ ...valuesOf(settings), animal_places: '130' }, settings)
    expect(EmissionSettingsInput.parse(typed)).toMatchObject({ animal_places: 130 })
    expect(body.factors.toSorted((a, b) => (a.valid_from < b.valid_from ? -1 : 1))).toEqual(settings.factors)
    // Air outdoors of a gas that the form does not ask for stays.
    expect(body.outdoors.values).toMatchObject({
      ...{ co2: 424, nh3: 0.1, ch4: null },
      ...{ h2s: 0.01, dust_pm10: 18, dust_pm25: 9 },
    })
  })

  test('ventilation and air outdoors change from a day on, and what held before stays', () => {
    const settings = kept({
      outdoors: { source: 'device', device_id: 7, values: { co2: 424, h2s: 0.01 } },
      ventilation_history: [{ ...plain.ventilation, floor: 'closed', valid_from: '2026-02-01' }],
    })
    const values = valuesOf(settings)
    const outdoors = { ...newOutdoors(values.outdoors, settings.today), device_id: '8' }
    const [floor] = values.ventilation_history
    if (!floor) throw new Error('a history has rows')
    const ventilation = { ...newVentilation(floor, settings.today), method: 'measured' as const }
    const changed = {
      ...values,
      outdoors_history: [outdoors],
      ventilation_history: [ventilation, ...values.ventilation_history],
    }
    const body = EmissionSettingsInput.parse(bodyOf(changed, settings))
    expect(body.outdoors).toMatchObject(settings.outdoors)
    expect(body.outdoors_history).toMatchObject([
      { valid_from: '2026-11-23', source: 'device', device_id: 8, values: { co2: 424, h2s: 0.01 } },
    ])
    expect(body.ventilation).toEqual(plain.ventilation)
    expect(body.ventilation_history).toMatchObject([
      { valid_from: '2026-11-23', method: 'measured', floor: 'closed' },
      { valid_from: '2026-02-01', method: 'co2_balance', floor: 'closed' },
    ])
  })

  test('air outdoors is asked for where it is measured, and shown where somebody said it', () => {
    const { outdoors } = valuesOf(kept())
    expect(outdoorGases([], outdoors)).toEqual(['co2', 'nh3', 'ch4', 'n2o'])
    expect(outdoorGases(['dust_pm25', 'h2s', 'nh3'], outdoors)).toEqual([
      'co2',
      'nh3',
      'ch4',
      'n2o',
      'h2s',
      'dust_pm25',
    ])
    const said = valuesOf(kept({ outdoors: { source: 'typed', device_id: null, values: { co2: 424, dust_pm10: 18 } } }))
    expect(outdoorGases([], said.outdoors)).toEqual(['co2', 'nh3', 'ch4', 'n2o', 'dust_pm10'])
  })

  test('places that change keep those of the area, and a new row begins with what held until then', () => {
    const settings = kept({ places_history: [{ valid_from: '2026-02-01', places: 90 }] })
    const values = valuesOf(settings)
    expect(newPlaces(values, settings.today)).toEqual({ valid_from: '2026-11-23', places: '90' })
    expect(newPlaces({ ...values, places_history: [] }, settings.today).places).toBe('120')
    // Rows stand as somebody typed them, one of a day to come among them.
    const ahead = [{ valid_from: '2027-01-01', places: '200' }, ...values.places_history]
    expect(newPlaces({ ...values, places_history: ahead }, settings.today).places).toBe('90')
    const places_history = [{ ...newPlaces(values, settings.today), places: '140' }, ...values.places_history]
    const body = EmissionSettingsInput.parse(bodyOf({ ...values, places_history }, settings))
    expect(body.animal_places).toBeUndefined()
    expect(body.places_history).toEqual([
      { valid_from: '2026-11-23', places: 140 },
      { valid_from: '2026-02-01', places: 90 },
    ])
  })

  test('the newest row stands first; a new one is of today, and empty fields are said so', () => {
    const values = valuesOf(
      kept({ animals: [{ ...newBlank('2026-01-01') }, { ...newBlank('2026-05-01'), animals: 110 }] }),
    )
    expect(values.animals.map(({ valid_from, animals }) => [valid_from, animals])).toEqual([
      ['2026-05-01', '110'],
      ['2026-01-01', ''],
    ])
    // A permit is older than the day on which it is typed.
    expect(newFactor('2026-11-23', true).valid_from).toBe('2026-01-01')
    expect(newFactor('2026-11-23', false).valid_from).toBe('2026-11-23')
    expect(newAnimals('2026-11-23')).toMatchObject({ valid_from: '2026-11-23', mass: '' })
    const wrong = EmissionSettingsInput.safeParse(
      bodyOf({ ...values, factors: [newFactor('2026-11-23', true)] }, kept()),
    )
    expect(wrong.error?.issues.map(({ path }) => path.join('.'))).toEqual(['factors.0.kg'])
  })
})

const newBlank = (valid_from: string): EmissionSettings['animals'][number] => ({
  valid_from,
  animals: null,
  mass: null,
  milk: null,
  days_pregnant: null,
  gain: null,
  eggs: null,
  feed_energy: null,
  feed_level: null,
  caged: false,
})
