import { describe, expect, test } from 'vitest'
import { countedDays, coverageOf, sumOfDays, uncertaintyOfSum } from '../science/emission-sum.ts'
import { assumedOutdoors, type HourColumns, reckonDays } from './emission-days.ts'
import {
  ANIMAL_TRAITS,
  type AnimalTrait,
  type EmissionArea,
  type EmissionSettings,
  isInSum,
  methodOfFlow,
  methodsOn,
  NO_EMISSION_SETTINGS,
} from './emission-settings.ts'

const DAYS = 14
const DAY = 24
const dates = Array.from({ length: DAYS }, (_, day) => `2026-03-${String(day + 1).padStart(2, '0')}`)

/** The air of the cow of the worked example (science §1.7, O5), with nothing measured outdoors. */
const AIR = { temperature: 10, co2: 1000, gas: 4 }
const columnsOf = (air: Partial<Record<keyof HourColumns, number>>): HourColumns => {
  const column = (key: keyof HourColumns) => new Float64Array(DAYS * DAY).fill(air[key] ?? Number.NaN)
  return {
    temperature: column('temperature'),
    humidity: column('humidity'),
    co2: column('co2'),
    gas: column('gas'),
    pressure: column('pressure'),
    weather_pressure: column('weather_pressure'),
    fan_speed: column('fan_speed'),
    air_flow: column('air_flow'),
    co2_outdoors: column('co2_outdoors'),
    gas_outdoors: column('gas_outdoors'),
  }
}

const BARN: EmissionArea = { kind: 'dairy_cattle', animal_places: 120, ammonia_factor: 13, animals: 120 }
const reckon = ({
  area = {},
  settings = {},
  air = AIR,
  gas = 'nh3',
  measured = DAYS,
  on = dates,
  within = { from: '2026-03-01', until: '2026-04-01' },
}: {
  area?: Partial<EmissionArea>
  settings?: Partial<EmissionSettings>
  air?: Partial<Record<keyof HourColumns, number>>
  gas?: Parameters<typeof reckonDays>[0]['gas']
  /** Days at the beginning on which something was measured; a share of one has its first hours. */
  measured?: number
  /** Dates of the days. */
  on?: readonly string[]
  within?: Parameters<typeof reckonDays>[0]['within']
} = {}) => {
  const columns = columnsOf(air)
  for (const column of Object.values(columns)) column.fill(Number.NaN, measured * DAY)
  const reckoned = reckonDays({
    area: { ...BARN, ...area },
    settings: { ...NO_EMISSION_SETTINGS, ...settings },
    rounds: [],
    roundsSince: null,
    columnsFor: () => columns,
    days: on.map((date, day) => ({ date, first: day * DAY, last: (day + 1) * DAY })),
    gas,
    within,
  })
  const asked = countedDays(reckoned.days).filter(({ date }) => date >= within.from && date < within.until)
  return { ...reckoned, sum: sumOfDays(asked) }
}
const typedFlow = {
  ...NO_EMISSION_SETTINGS.ventilation,
  method: 'typed' as const,
  typed: [{ valid_from: '2020-01-01', m3_per_hour: 60_000 }],
}

describe('animals of which nobody knows how many', () => {
  test('are not an empty barn: nothing is known, and the answer asks for them', () => {
    const { sum, problems } = reckon({ area: { animals: null, animal_places: null } })
    expect(sum).toMatchObject({ kg: null, vacant_days: 0, missing_days: DAYS })
    expect(problems).toEqual(['no_places', 'no_animals'])
    expect(reckon({ area: { animals: 0 } }).sum).toMatchObject({ kg: 0, vacant_days: DAYS, missing_days: 0 })
  })

  test('leave what a factor of a day permits unknown, and keep what a typed air flow says', () => {
    const factor = { valid_from: '2020-01-01', kg: 0.02, unit: 'animal_day' as const }
    const factors = [{ ...factor, code: null, source: null, other_kg: null }]
    const { sum } = reckon({
      area: { animals: null, animal_places: null },
      settings: { factors, ventilation: typedFlow },
    })
    expect(sum).toMatchObject({ permitted: null, ceiling: null, valid_days: DAYS })
    expect(sum.kg).toBeGreaterThan(0)
  })
})

test('a mass that nobody knows is not 0 kg of animals, and an empty barn has none', () => {
  const mass = (area: Partial<EmissionArea>) =>
    reckon({ area, settings: { ventilation: typedFlow } }).days.map(day => day.mass)
  expect(mass({ kind: 'pig' })).toEqual(dates.map(() => null))
  expect(mass({ kind: 'pig', animals: 0 })).toEqual(dates.map(() => 0))
  expect(mass({})).toEqual(dates.map(() => 78_000))
})

describe('[science §1.3 no. 4] assumed air outdoors', () => {
  const outdoors = (source: 'assumed' | 'typed', values: Partial<Record<string, number>> = {}) => ({
    outdoors: { source, device_id: null, values },
  })
  const said = (settings: Partial<EmissionSettings>, gas: 'nh3' | 'ch4' | 'co2' | 'n2o' = 'nh3') => {
    const { inputs } = reckon({ settings, gas })
    return inputs && assumedOutdoors(inputs, gas).map(({ says, share }) => [says, share])
  }

  test('CO2 and the gas are told apart', () => {
    expect(said(outdoors('assumed'))).toEqual([
      ['co2_outdoors_assumed', 1],
      ['upper_bound', 1],
    ])
    expect(said(outdoors('typed', { nh3: 0.5 }))).toEqual([['co2_outdoors_assumed', 1]])
    // N2O that air holds is no upper bound.
    expect(said(outdoors('typed', { co2: 450 }), 'n2o')).toEqual([['n2o_outdoors_assumed', 1]])
    expect(said(outdoors('typed', { co2: 450 }), 'ch4')).toEqual([['upper_bound', 1]])
    expect(said(outdoors('typed', { co2: 450, nh3: 0 }))).toEqual([])
  })

  test('an air flow that is no balance needs no CO2: with the gas typed it is no upper bound', () => {
    expect(said({ ...outdoors('typed', { nh3: 0.5 }), ventilation: typedFlow })).toEqual([])
    expect(said({ ...outdoors('assumed'), ventilation: typedFlow })).toEqual([['upper_bound', 1]])
    // 420 ppm of the gas itself are no upper bound either.
    expect(said({ ...outdoors('assumed'), ventilation: typedFlow }, 'co2')).toEqual([['co2_outdoors_assumed', 1]])
  })
})

test('places that change count from their day on, with an animal on each where no group says how many there are', () => {
  const settings = { places_history: [{ valid_from: '2026-03-08', places: 60 }] }
  const { days, state } = reckon({ area: { animals: null }, settings })
  const [before, after] = [days[6], days[7]]
  expect([before?.places, before?.animals, after?.places, after?.animals]).toEqual([120, 120, 60, 60])
  expect(after?.permitted).toBeCloseTo((before?.permitted ?? 0) / 2, 10)
  expect(state?.places).toBe(60)
  // Groups that say how many animals there are do so on every day.
  expect(reckon({ settings }).days[7]).toMatchObject({ places: 60, animals: 120 })
})

describe('ventilation and air outdoors that change', () => {
  test('leave the days before as they were', () => {
    const change = { ...typedFlow, valid_from: '2026-03-08' }
    const kgOf = (settings: Partial<EmissionSettings>) => reckon({ settings }).days.map(({ grams }) => grams)
    const [before, after] = [kgOf({}), kgOf({ ventilation: typedFlow })]
    expect(kgOf({ ventilation_history: [change] })).toEqual([...before.slice(0, 7), ...after.slice(7)])
    const typed = { source: 'typed' as const, device_id: null, values: { co2: 500, nh3: 1 } }
    const outdoors = kgOf({ outdoors: typed })
    expect(kgOf({ outdoors_history: [{ ...typed, valid_from: '2026-03-08' }] })).toEqual([
      ...before.slice(0, 7),
      ...outdoors.slice(7),
    ])
  })

  test('have each its own uncertainty, and a state of the last day', () => {
    const { state, days } = reckon({ settings: { ventilation_history: [{ ...typedFlow, valid_from: '2026-03-08' }] } })
    expect(state?.ventilation.method).toBe('typed')
    expect(days.map(({ flow_uncertainty }) => flow_uncertainty)).toEqual(dates.map((_, day) => (day < 7 ? null : 0.25)))
  })

  test('leave the steps of the balance as they are without the days of another air flow', () => {
    const history = { ventilation_history: [{ ...typedFlow, valid_from: '2026-03-08' }] }
    const alone = reckon({ within: { from: '2026-03-01', until: '2026-03-08' } }).inputs
    const { inputs, state } = reckon({ settings: history })
    expect(state?.ventilation.method).toBe('typed')
    expect(state?.balanced.method).toBe('co2_balance')
    expect(state?.per_heat_unit).toBeGreaterThan(0.1)
    for (const key of ['flow', 'production', 'co2', 'valid_kg', 'kg_by_day_means'] as const)
      expect(inputs?.[key]).toBeCloseTo(alone?.[key] ?? Number.NaN, 6)
    expect(inputs?.hours).toBe(DAYS * DAY)
    expect(inputs?.flow).toBeCloseTo(((inputs?.production ?? 0) * 1e6) / (1000 - 420), 6)
    const both = [
      { method: 'co2_balance', days: 7 },
      { method: 'typed', days: 7 },
    ]
    expect(methodsOn({ ...NO_EMISSION_SETTINGS, ...history }, dates)).toEqual(both)
    expect(reckon({ settings: history }).methods).toEqual(both)
  })

  test('name the methods that a mean air flow is of, and not that of the last day', () => {
    const since = (method: 'co2_balance' | 'measured') => [{ ...typedFlow, method, valid_from: '2026-03-08' }]
    const methodOf = (part: Parameters<typeof reckon>[0]) => {
      const { methods, inputs, state } = reckon(part)
      return [inputs?.flow, methodOfFlow(methods, state?.ventilation.method ?? 'typed'), methods]
    }
    const typedAlone = [{ method: 'typed', days: 7 }]
    // The second week has nothing to balance without animals, and nothing to measure by without a sensor.
    const settings = { ventilation: typedFlow, ventilation_history: since('co2_balance') }
    expect(methodOf({ area: { animals: null, animal_places: null }, settings })).toEqual([60_000, 'typed', typedAlone])
    const measured = { ...settings, ventilation_history: since('measured') }
    expect(methodOf({ settings: measured })).toEqual([60_000, 'typed', typedAlone])
    expect(methodOf({ settings: measured, air: { ...AIR, air_flow: 20_000 } })).toEqual([
      40_000,
      'several',
      [...typedAlone, { method: 'measured', days: 7 }],
    ])
    // N2O that is not told keeps the inputs, and so how they came about.
    expect(reckon({ gas: 'n2o', settings: { ventilation: typedFlow } }).methods).toEqual([
      { method: 'typed', days: 14 },
    ])
    expect(reckon({ measured: 0 }).methods).toEqual([])
  })

  test('have no kg by daily means where nothing was balanced, nor of dust', () => {
    const typed = reckon({ settings: { ventilation: typedFlow } })
    expect(typed.inputs).toMatchObject({ flow: 60_000, production: null, kg_by_day_means: null })
    expect(reckon({ gas: 'dust_pm10' }).inputs?.kg_by_day_means).toBeNull()
  })
})

describe('[science §1.3] N2O is told beyond three limits of detection alone, and else why not', () => {
  const n2o = (
    n2o_detection_limit: number | null,
    { gas = 'n2o', ...part }: Pick<NonNullable<Parameters<typeof reckon>[0]>, 'measured' | 'within' | 'gas'> = {},
  ) => {
    const air = { temperature: 10, co2: 1000, gas: 0.7 }
    const typed = { source: 'typed' as const, device_id: null, values: { co2: 420, n2o: 0.4, nh3: 0.4 } }
    return reckon({ ...part, gas, air, settings: { n2o_detection_limit, outdoors: typed } })
  }
  const of = (...asked: Parameters<typeof n2o>) => {
    const { sum, problems } = n2o(...asked)
    return [sum.kg === null, problems]
  }

  test('by the mean difference of its valid days', () => {
    expect(of(null)).toEqual([true, ['no_detection_limit']])
    expect(of(0.11)).toEqual([true, ['below_detection']])
    expect(of(0.09)).toEqual([false, []])
    expect(of(null, { gas: 'nh3' })).toEqual([false, []])
  })

  test('of days without a valid one by the days that they are filled from', () => {
    // The second week has no result, or that of three hours.
    const within = { from: '2026-03-08', until: '2026-03-15' }
    for (const measured of [7, 7.125]) {
      expect(of(null, { within, measured })).toEqual([true, ['no_detection_limit']])
      expect(of(0.11, { within, measured })).toEqual([true, ['below_detection']])
      expect(of(0.09, { within, measured })).toEqual([false, []])
    }
    expect(of(null, { within, measured: 0 })).toEqual([true, []])
  })

  test('each month by its own difference to the air outdoors of its days, and not by that of all together', () => {
    // The last week of March and the first of April.
    const ofMonths = dates.map((_, day) => (day < 7 ? `2026-03-${25 + day}` : `2026-04-0${day - 6}`))
    const outdoors = (n2o: number) => ({ source: 'typed' as const, device_id: null, values: { co2: 420, n2o } })
    const settings = {
      n2o_detection_limit: 0.05,
      outdoors: outdoors(0.1),
      outdoors_history: [{ ...outdoors(0.6), valid_from: '2026-04-01' }],
    }
    const asked = (from: string, until: string, { measured = DAYS } = {}) =>
      reckon({
        gas: 'n2o',
        air: { temperature: 10, co2: 1000, gas: 0.7 },
        settings,
        on: ofMonths,
        within: { from, until },
        measured,
      })
    // 0.6 ppm in March, 0.1 in April: 0.35 on the mean of both, with 0.15 to be beyond.
    const both = asked('2026-03-25', '2026-04-08')
    expect(both.problems).toEqual(['months_below_detection'])
    expect(both.sum).toMatchObject({ valid_days: 7, missing_days: 0, untold_days: 7 })
    // Means, methods and coverage are those of March alone.
    expect(both.inputs).toMatchObject({ hours: 7 * DAY, gas_outdoors: expect.closeTo(0.1, 9) })
    expect(both.methods).toEqual([{ method: 'co2_balance', days: 7 }])
    expect(coverageOf(both.sum)).toBe(1)
    expect(both.inputs?.valid_kg).toBeCloseTo(both.sum.kg ?? Number.NaN, 9)
    expect(asked('2026-03-25', '2026-04-01').sum.kg).toBeCloseTo(both.sum.kg ?? Number.NaN, 9)
    // A part says the same alone as within its month.
    expect(asked('2026-04-03', '2026-04-05')).toMatchObject({ sum: { kg: null }, inputs: { valid_kg: 0 } })
    // Days of March without a result are filled from March.
    const gap = asked('2026-03-31', '2026-04-02', { measured: 6 })
    expect(gap.problems).toEqual([])
    expect(gap.sum).toMatchObject({ filled_days: 1, missing_days: 1 })
  })

  test('and an empty day of a month that is not told is no zero of its means', () => {
    const traits = Object.fromEntries(ANIMAL_TRAITS.map(trait => [trait, null])) as Record<AnimalTrait, null>
    const animals = { ...traits, valid_from: '2026-03-14', animals: 0, caged: false }
    const ofDays = (n2o_detection_limit: number) =>
      reckon({
        gas: 'n2o',
        air: { temperature: 10, co2: 1000, gas: 0.7 },
        settings: { n2o_detection_limit, animals: [animals] },
      }).sum
    expect(ofDays(0.01)).toMatchObject({ valid_days: 13, vacant_days: 1, untold_days: 0 })
    expect(ofDays(1)).toMatchObject({ kg: null, vacant_days: 0, missing_days: 0, untold_days: DAYS, place_hours: 0 })
  })

  test('not by the N2O that all air holds, where nobody measures it outdoors', () => {
    const ofAir = (gas: number) => reckon({ gas: 'n2o', air: { ...AIR, gas }, settings: { n2o_detection_limit: 0.01 } })
    expect(ofAir(0.335).problems).toEqual(['below_detection'])
    const { inputs, problems } = ofAir(0.64)
    expect(problems).toEqual([])
    expect(inputs?.gas_outdoors).toBeCloseTo(0.34, 9)
  })

  test('and what is not told is in no other number either', () => {
    expect(n2o(0.11).inputs).toMatchObject({ gas: expect.closeTo(0.7, 9), valid_kg: 0, kg_by_day_means: null })
    expect(n2o(0.09).inputs?.valid_kg).toBeGreaterThan(0)
  })
})

test('CO2 by its own balance errs as the CO2 of the animals, by 15 %; by a typed air flow its sensor errs, too', () => {
  const shareOf = (settings: Partial<EmissionSettings>) => {
    const { sum } = reckon({ settings, gas: 'co2', air: { temperature: 10, co2: 1000, gas: 1000 } })
    return uncertaintyOfSum(sum) / (sum.kg ?? Number.NaN)
  }
  expect(shareOf({})).toBeCloseTo(0.15, 10)
  expect(shareOf({ ventilation: typedFlow })).toBeCloseTo(Math.hypot(0.25, 0.2), 10)
})

describe('an area without a kind whose heat is known', () => {
  const office = { kind: null, animal_places: null, ammonia_factor: null, animals: null }

  test('counts in sums only by an air flow of its own or a factor, and else is asked for no factor', () => {
    expect(isInSum(NO_EMISSION_SETTINGS, BARN)).toBe(true)
    expect(isInSum(NO_EMISSION_SETTINGS, office)).toBe(false)
    expect(isInSum(NO_EMISSION_SETTINGS, { ...office, ammonia_factor: 13 })).toBe(true)
    expect(isInSum({ ...NO_EMISSION_SETTINGS, ventilation: typedFlow }, office)).toBe(true)
    expect(reckon({ area: office }).problems).toEqual(['no_species'])
    expect(reckon({ area: office, settings: { ventilation: typedFlow } }).problems).toContain('no_factor')
  })
})
