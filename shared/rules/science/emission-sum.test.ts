import { describe, expect, test } from 'vitest'
import {
  countedDays,
  coverageOf,
  type EmissionDay,
  type EmissionSum,
  forecastOf,
  HoursOfDay,
  massDecimals,
  shareOfSum,
  sumOfAreas,
  sumOfDays,
  sumsUntil,
  togetherUntil,
  uncertaintyOfSum,
  verdictOf,
} from './emission-sum.ts'

const aDay = (date: string, change: Partial<EmissionDay> = {}): EmissionDay => ({
  date,
  hours: 24,
  results: 24,
  uncertain: 0,
  negative: 0,
  grams: 100,
  per_ppm_co2: 0.1,
  animals: 120,
  mass: 78_000,
  places: 120,
  permitted: (13 * 120) / 365,
  flow_uncertainty: null,
  gas_uncertainty: 0.2,
  ...change,
})
const datesOf = (from: string, days: number) =>
  Array.from({ length: days }, (_, day) => new Date(Date.parse(from) + day * 86_400_000).toISOString().slice(0, 10))
const year = (of: (date: string, day: number) => Partial<EmissionDay> = () => ({})) =>
  datesOf('2026-01-01', 365).map((date, day) => aDay(date, of(date, day)))
const sumOf = (days: readonly EmissionDay[]) => sumOfDays(countedDays(days))
const silent = { results: 0, grams: Number.NaN, per_ppm_co2: Number.NaN }

/** Numbers that are the same in every run, 0 ≤ x < 1. */
const numbers = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}
/** A year with an empty month and empty days, and sometimes days with a number of animals that nobody knows. */
const randomYear = (next: () => number): EmissionDay[] => {
  const lacksNumbers = next() < 0.3
  const emptyMonth = `2026-${String(1 + Math.floor(next() * 12)).padStart(2, '0')}`
  return year(date => {
    if (date.startsWith(emptyMonth)) return { ...silent, animals: 0, mass: 0 }
    const results = Math.floor(next() * 25)
    const grams = 200 * next() - 20
    const animals = next() < 0.1 ? 0 : lacksNumbers && next() < 0.1 ? null : Math.floor(next() * 120)
    return results === 0 ? { ...silent, animals } : { results, grams, per_ppm_co2: grams / 700, animals }
  })
}
const shuffled = <One>(list: readonly One[], next: () => number): One[] =>
  list
    .map(one => ({ one, at: next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)

const close = (a: EmissionSum, b: EmissionSum) => {
  for (const key of ['kg', 'permitted', 'ceiling', 'own', 'place_hours', 'animal_hours', 'unit_hours'] as const)
    expect(a[key] ?? -1).toBeCloseTo(b[key] ?? -1, 6)
  expect(a.shared.production).toBeCloseTo(b.shared.production, 6)
  expect([a.valid_days, a.filled_days, a.vacant_days, a.missing_days]).toEqual([
    b.valid_days,
    b.filled_days,
    b.vacant_days,
    b.missing_days,
  ])
}

const meansOf = (hours: readonly Parameters<HoursOfDay['add']>[0][]) => {
  const day = new HoursOfDay()
  for (const hour of hours) day.add(hour)
  return day.means()
}

describe('[science §1.3, §1.6] days', () => {
  test('the hours of a day count alike, and those that are uncertain or negative are counted', () => {
    const hour = (grams: number, certainty: 'normal' | 'uncertain' = 'normal') => ({
      grams,
      per_ppm_co2: 0.1,
      flow: 1,
      production: 1,
      certainty,
    })
    expect(meansOf([hour(4), hour(-1, 'uncertain'), hour(3)])).toEqual({
      results: 3,
      uncertain: 1,
      negative: 1,
      grams: 2,
      per_ppm_co2: expect.closeTo(0.1, 10),
    })
    expect(meansOf([]).grams).toBeNaN()
  })

  test('a day is valid with 18 of 24 hours, 18 of 23 but not 18 of 25', () => {
    const kinds = [24, 23, 25].map(hours => countedDays([aDay('2026-03-29', { hours, results: 18 })])[0]?.kind)
    expect(kinds).toEqual(['valid', 'valid', 'missing'])
  })

  test('missing days are the mean of the valid days of their month; a month without one is not known', () => {
    const days = [
      aDay('2026-01-01', { grams: 80 }),
      aDay('2026-01-02', { grams: 120 }),
      aDay('2026-01-03', silent),
      aDay('2026-02-01', silent),
    ]
    const counted = countedDays(days)
    expect(counted.map(({ kind }) => kind)).toEqual(['valid', 'valid', 'filled', 'missing'])
    expect(counted[2]?.kg).toBeCloseTo(2.4, 10)
    const sum = sumOfDays(counted)
    expect(sum.kg).toBeCloseTo(7.2, 10)
    expect(sum.permitted).toBeCloseTo((13 * 120 * 3) / 365, 10)
    expect(sum.ceiling).toBeCloseTo((13 * 120 * 4) / 365, 10)
    expect(coverageOf(sum)).toBe(0.5)
  })

  test('an empty house emits nothing and is known; what was measured in it by its flow counts', () => {
    const days = [aDay('2026-01-01'), aDay('2026-01-02', { ...silent, animals: 0, mass: 0 })]
    const sum = sumOf(days)
    expect(sum).toMatchObject({ valid_days: 1, vacant_days: 1, filled_days: 0 })
    expect(coverageOf(sum)).toBe(1)
    // The result per place is of both days, that per animal of the day with animals.
    const { per_place, per_animal } = shareOfSum(sum)
    expect(per_place).toBeCloseTo((per_animal ?? 0) / 2, 10)
    expect(shareOfSum(sumOf([aDay('2026-01-01', { ...silent, animals: 0, mass: 0 })])).per_animal).toBeNull()
    expect(sumOf([aDay('2026-01-02', { animals: 0, mass: 0, grams: 5 })]).valid_days).toBe(1)
  })

  test('a year of 100 g/h in 120 places is 7.3 kg a place; per animal, per livestock unit', () => {
    const { per_place, per_animal, per_unit } = shareOfSum(sumOf(year(() => ({ animals: 100 }))))
    expect(per_place).toBeCloseTo(7.3, 10)
    expect(per_animal).toBeCloseTo(8.76, 10)
    expect(per_unit).toBeCloseTo(100 / 156, 10)
  })

  test('[science §1.4] an annual indication needs six months, and is the mean of their means', () => {
    const months = year(date => ({ grams: date < '2026-02-01' ? 700 : 100 }))
    expect(sumOf(months).is_annual).toBe(true)
    // A month in twelve has 700 g/h, whatever its number of days.
    expect(shareOfSum(sumOf(months)).per_place).toBeCloseTo((8.76 * 150) / 120, 10)
    const half = (until: string) => sumOf(months.filter(({ date }) => date < until))
    expect(half('2026-06-01').is_annual).toBe(false)
    expect(half('2026-06-02').is_annual).toBe(true)
    const twoYears = [
      ...months.slice(0, 80),
      ...months.slice(0, 80).map(day => ({ ...day, date: day.date.replace('2026', '2027') })),
    ]
    expect(sumOf(twoYears).is_annual).toBe(false)
  })

  test('[science §1.4] of several areas each needs its six months: three of one and three of another are none', () => {
    const known = (from: string, until: string) =>
      sumOf(year(date => (date >= from && date < until ? {} : { ...silent, hours: 0 })))
    const [spring, summer] = [known('2026-01-01', '2026-04-01'), known('2026-04-01', '2026-07-01')]
    expect(sumOfAreas([spring, summer]).is_annual).toBe(false)
    // A barn of which nothing is known is in no mean.
    const whole = sumOf(year())
    expect(sumOfAreas([whole, whole, sumOf(year(() => ({ ...silent, hours: 0 })))]).is_annual).toBe(true)
    expect(sumOfAreas([whole, spring]).is_annual).toBe(false)
    expect(sumOfAreas([]).is_annual).toBe(false)
  })

  test('a number of animals that nobody knows is not zero: without a result nothing is known of the day', () => {
    const unknown = { ...silent, animals: null, mass: 0 }
    const sum = sumOf(year(() => unknown))
    expect(sum).toMatchObject({ kg: null, vacant_days: 0, missing_days: 365 })
    expect(coverageOf(sum)).toBe(0)
    // Such a day is filled as any other that nothing is known of.
    expect(sumOf([aDay('2026-01-01'), aDay('2026-01-02', unknown)])).toMatchObject({ filled_days: 1, vacant_days: 0 })
  })

  test('kg are shared by all they come from: a barn without a number leaves no result of both for each', () => {
    const known = sumOf(year())
    for (const lacks of [{ places: null }, { animals: null }, { mass: null }] as const) {
      const [key] = Object.keys(lacks)
      const both = shareOfSum(sumOfAreas([known, sumOf(year(() => lacks))]))
      expect(both).toEqual({
        ...shareOfSum(known),
        [{ places: 'per_place', animals: 'per_animal', mass: 'per_unit' }[key ?? ''] ?? '']: null,
      })
      // A single day without it is enough, and a barn of which nothing is known takes nothing away.
      const [first, ...others] = year().slice(0, 31)
      expect(Object.values(shareOfSum(sumOf(first ? [{ ...first, ...lacks }, ...others] : [])))).toContain(null)
      const unknown = sumOf(year(() => ({ ...lacks, ...silent, hours: 0 })))
      expect(shareOfSum(sumOfAreas([known, unknown]))).toEqual(shareOfSum(known))
    }
  })

  test('months in which the barn stood empty are zeros of the annual indication, and no month that was sampled', () => {
    const empty = { ...silent, animals: 0, mass: 0 }
    const isSummer = (date: string) => date >= '2026-07-01' && date < '2026-09-01'
    const sum = sumOf(year(date => ({ places: 100, ...(isSummer(date) ? empty : {}) })))
    expect(sum.kg).toBeCloseTo(727.2, 10)
    expect(sum.is_annual).toBe(true)
    // Ten months of 8.76 kg and two of none.
    expect(shareOfSum(sum).per_place).toBeCloseTo((8.76 * 10) / 12, 10)
    expect(shareOfSum(sumOfAreas([sum, sum])).per_place).toBeCloseTo((8.76 * 10) / 12, 10)
    const mostlyEmpty = year(date => (date < '2026-06-01' ? {} : empty))
    expect(sumOf(mostlyEmpty).is_annual).toBe(false)
  })

  test('empty days do not stand for the days of their month of which nothing is known', () => {
    const days = year(date =>
      date.startsWith('2026-07') ? { ...silent, ...(date < '2026-07-06' ? { animals: 0 } : {}) } : {},
    )
    expect(shareOfSum(sumOf(days)).per_place).toBeCloseTo(7.3, 10)
  })
})

describe('[science §1.3] uncertainty', () => {
  test('an hour of 580 ppm has 28 %, and a year of such hours no less', () => {
    const sum = sumOf(year(() => ({ per_ppm_co2: 100 / 580 })))
    expect(uncertaintyOfSum(sum) / (sum.kg ?? 0)).toBeCloseTo(0.278, 3)
  })

  test('areas share the formula and the air outdoors; their sensors err each on its own', () => {
    const one = sumOf(year(() => ({ per_ppm_co2: 0 })))
    const four = sumOfAreas([one, one, one, one])
    const kg = one.kg ?? 0
    expect(uncertaintyOfSum(one) / kg).toBeCloseTo(Math.hypot(0.15, 0.2), 10)
    expect(uncertaintyOfSum(four) / (4 * kg)).toBeCloseTo(Math.hypot(0.15, 0.2 / 2), 10)
  })

  test('a flow that was typed has its own error and none of CO2', () => {
    const sum = sumOf(year(() => ({ per_ppm_co2: 0, flow_uncertainty: 0.25 })))
    expect(uncertaintyOfSum(sum) / (sum.kg ?? 0)).toBeCloseTo(Math.hypot(0.25, 0.2), 10)
  })

  test('days that were filled make it larger', () => {
    const days = (filled: number) =>
      datesOf('2026-01-01', 31).map((date, day) => aDay(date, day < filled ? silent : { grams: day % 2 ? 60 : 140 }))
    const share = (filled: number) => {
      const sum = sumOf(days(filled))
      return uncertaintyOfSum(sum) / (sum.kg ?? 1)
    }
    expect(share(20)).toBeGreaterThan(share(10))
    expect(share(10)).toBeGreaterThan(share(0))
    expect(share(30)).toBeLessThan(1)
  })
})

describe('[science §1.6] beside the permit', () => {
  const verdict = (grams: number, change: Partial<EmissionDay> = {}) =>
    verdictOf(sumOf(year(() => ({ grams, per_ppm_co2: grams / 700, ...change }))))
  /** g/h that are all that is permitted. */
  const full = (13 * 120) / 8.76

  test('red only beyond uncertainty', () => {
    expect(verdict(0.9 * full).verdict).toBe('below')
    expect(verdict(0.95 * full).verdict).toBe('near')
    expect(verdict(1.5 * full)).toEqual({ index: expect.closeTo(1.5, 10), verdict: 'above_unsure' })
    expect(verdict(2.4 * full).verdict).toBe('above')
  })

  test('no verdict without 75 % of the hours, fourteen days or a factor', () => {
    expect(verdict(full, { results: 17 }).verdict).toBe('not_enough')
    expect(verdict(full, { permitted: null })).toEqual({ index: null, verdict: 'no_permit' })
    const days = (count: number) =>
      verdictOf(sumOf(year().map((day, at) => (at < count ? day : { ...day, hours: 0, ...silent }))))
    expect(days(13).verdict).toBe('not_enough')
    expect(days(14).verdict).toBe('below')
    // A week is a week: it cannot have more days than seven.
    expect(verdictOf(sumOf(year().slice(0, 7))).verdict).toBe('below')
  })

  test('ten barns need fourteen days as one does, and one of which nothing is known needs none', () => {
    const until = (count: number) => sumOf(year((_, day) => (day < count ? {} : { hours: 0, ...silent })))
    const unknown = until(0)
    const verdictOfBarns = (count: number) =>
      verdictOf(sumOfAreas([...Array.from({ length: 10 }, () => until(count)), unknown])).verdict
    expect(verdictOfBarns(2)).toBe('not_enough')
    expect(verdictOfBarns(13)).toBe('not_enough')
    expect(verdictOfBarns(14)).toBe('below')
    // Many days of one stand for none of another.
    expect(verdictOf(sumOfAreas([until(300), until(2)])).verdict).toBe('not_enough')
    const week = sumOf(year().slice(0, 7))
    const unknownWeek = sumOf(year(() => ({ hours: 0, ...silent })).slice(0, 7))
    expect(verdictOf(sumOfAreas([week, unknownWeek])).verdict).toBe('below')
  })

  test('a barn that was empty all year keeps none of the others from an annual indication', () => {
    const empty = sumOf(year(() => ({ ...silent, animals: 0, mass: 0 })))
    expect(sumOfAreas([sumOf(year()), empty]).is_annual).toBe(true)
    expect(sumOfAreas([empty]).is_annual).toBe(false)
  })

  test('where nothing is permitted there is a verdict all the same, and not that a factor is missing', () => {
    // An empty barn by a factor of an animal and day, or reducers of 100 %.
    const empty = { ...silent, animals: 0, mass: 0 }
    expect(verdictOf(sumOf(year(() => ({ ...empty, permitted: 0 }))))).toEqual({ index: null, verdict: 'below' })
    expect(verdict(full, { permitted: 0 })).toEqual({ index: null, verdict: 'above' })
    expect(verdict(full, { permitted: 0, flow_uncertainty: 0.9 }).verdict).toBe('above_unsure')
  })

  test('the company of the example: 500 kg in 90 days of 560.7', () => {
    const days = datesOf('2026-01-01', 90).map(date => aDay(date, { grams: 500_000 / 90 / 24, permitted: 2274 / 365 }))
    expect(verdictOf(sumOf(days))).toEqual({ index: expect.closeTo(0.892, 3), verdict: 'below' })
  })
})

test('a month in which a barn has no places is none of the mean of its months', () => {
  const perPlace = (closed: Partial<EmissionDay>) =>
    shareOfSum(sumOf(year((_, day) => (day >= 181 && day < 212 ? closed : {})))).per_place
  const open = perPlace({})
  expect(open).toBeGreaterThan(0)
  expect(perPlace({ ...silent, animals: 0, places: 0 })).toBeCloseTo(open ?? 0, 6)
})

describe('[science §1.6] forecast', () => {
  const until = (days: number, change: Partial<EmissionDay> = {}) =>
    sumOf(year((_, day) => (day < days ? change : { hours: 0, ...silent })))

  test('what was measured, and for the rest what is permitted or as it was', () => {
    const found = forecastOf([until(90)])
    expect(found?.permit_rest).toBeCloseTo(216 + (1560 * 275) / 365, 6)
    expect(found?.run_rate_rest).toBeCloseTo((216 * 365) / 90, 6)
    expect(forecastOf([until(90, { permitted: null })])?.permit_rest).toBeNull()
  })

  test('does not go on where a month is not told, whatever the day', () => {
    const untold = (days: number) =>
      forecastOf([sumOf(year((_, day) => (day < days ? { untold: day < 31 } : { hours: 0, ...silent })))])
    expect([90, 91, 200].map(days => untold(days)?.run_rate_rest ?? null)).toEqual([null, null, null])
  })

  test('none under fourteen valid days; of several areas the permit stands for one that has none', () => {
    expect(forecastOf([until(13)])).toBeNull()
    expect(forecastOf([until(14)])).not.toBeNull()
    expect(forecastOf([])).toBeNull()
    const two = forecastOf([until(90), until(2)])
    expect(two?.permit_rest).toBeCloseTo(216 + (1560 * 275) / 365 + 1560, 6)
    expect(two?.run_rate_rest).toBeNull()
  })
})

describe('properties', () => {
  const seeds = Array.from({ length: 20 }, (_, seed) => seed + 1)

  test.each(seeds)('the sum of areas is the sum of their groups, in any order (%i)', seed => {
    const next = numbers(seed)
    const areas = Array.from({ length: 6 }, () => sumOf(randomYear(next)))
    close(sumOfAreas(shuffled(areas, next)), sumOfAreas(areas))
    close(sumOfAreas([sumOfAreas(areas.slice(0, 2)), sumOfAreas(areas.slice(2))]), sumOfAreas(areas))
    const kg = areas.reduce((sum, one) => sum + (one.kg ?? 0), 0)
    expect(sumOfAreas(areas).kg).toBeCloseTo(kg, 8)
  })

  test.each(seeds)('twice the same barn has the same kg per place, unless places are not known (%i)', seed => {
    const next = numbers(seed)
    const days = randomYear(next)
    const [one, known] = [sumOf(days), shareOfSum(sumOf(days)).per_place]
    expect(shareOfSum(sumOfAreas([one, one])).per_place).toBeCloseTo(known ?? Number.NaN, 8)
    const at = Math.floor(next() * 365)
    const lacking = sumOf(days.map((day, index) => (index === at ? { ...day, places: null } : day)))
    expect(shareOfSum(lacking).per_place).toBeNull()
    expect(shareOfSum(sumOfAreas([one, lacking])).per_place).toBeNull()
  })

  test.each(seeds)('the order of days never matters, and months make the year (%i)', seed => {
    const next = numbers(seed)
    const days = randomYear(next)
    close(sumOf(shuffled(days, next)), sumOf(days))
    const counted = countedDays(days)
    const months = [...Map.groupBy(counted, ({ date }) => date.slice(0, 7)).values()].map(sumOfDays)
    expect(months.reduce((sum, one) => sum + (one.kg ?? 0), 0)).toBeCloseTo(sumOf(days).kg ?? 0, 8)
    // An annual indication is the mean of what each month alone says.
    const means = months.flatMap(one => shareOfSum(one).per_place ?? [])
    expect(means).toHaveLength(12)
    expect(shareOfSum(sumOf(days)).per_place).toBeCloseTo(means.reduce((sum, one) => sum + one, 0) / 12, 8)
    // A month alone says the same as within its year.
    const may = days.filter(({ date }) => date.startsWith('2026-05'))
    expect(sumOf(may).kg).toBeCloseTo(months[4]?.kg ?? 0, 8)
  })

  test.each(seeds)('sums until a day are the sums of the days until then (%i)', seed => {
    const next = numbers(seed)
    const areas = [randomYear(next), randomYear(next).slice(0, 365)].map(countedDays)
    const until = areas.map(days => sumsUntil(days))
    for (const day of [0, 1, 40, 200, 364]) {
      const expected = sumOfAreas(areas.map(days => sumOfDays(days.slice(0, day + 1))))
      const found = togetherUntil(until.flatMap(days => days[day] ?? []))
      expect(found.kg ?? Number.NaN).toBeCloseTo(expected.kg ?? Number.NaN, 8)
      expect(uncertaintyOfSum(found)).toBeCloseTo(uncertaintyOfSum(expected), 8)
    }
  })

  test.each(seeds)('units scale: twice the grams are twice the kilograms and their error (%i)', seed => {
    const days = randomYear(numbers(seed))
    const twice = days.map(day => ({ ...day, grams: 2 * day.grams, per_ppm_co2: 2 * day.per_ppm_co2 }))
    expect(sumOf(twice).kg).toBeCloseTo(2 * (sumOf(days).kg ?? 0), 8)
    expect(uncertaintyOfSum(sumOf(twice))).toBeCloseTo(2 * uncertaintyOfSum(sumOf(days)), 8)
  })
})

test('a mass has as many decimals as tell it apart, and nothing has none', () => {
  expect([0, 0.0414, 0.5, 13.5, -735].map(massDecimals)).toEqual([0, 4, 2, 1, 0])
})
