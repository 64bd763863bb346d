import { describe, expect, test } from 'vitest'
import { insightDay, minute } from './insight-day.test-data.ts'
import { isInsight } from './insights.ts'
import { mannKendall, nh3Load, nh3Trend, nightVentilation, overVentilated, underVentilated } from './insights-gas.ts'

const CO2 = { co2: { low: null, high: 2000, limit: 3000 } }
const NH3 = { nh3: { low: null, high: 10, limit: 20 } }
const T = { t: { low: 22, high: 28, limit: null } }

describe('[science §6 no. 1] too little air at night', () => {
  const nightOf = (minutes: number, limit = 3000) =>
    nightVentilation(
      insightDay({
        edges: { co2: { low: null, high: 2000, limit } },
        // Begins at 23:00 of the evening before.
        co2: at => (at.day === 13 && at.minute >= 23 * 60 && at.minute < 23 * 60 + minutes ? limit + 100 : limit - 100),
      }),
    )

  test('is more than an hour over the limit between 22 and 06, in sum', () => {
    const hour = nightOf(60)
    expect(hour?.value).toBe(60)
    expect(hour && isInsight(hour, false)).toBe(false)
    const late = nightVentilation(
      insightDay({ edges: CO2, co2: at => (at.day === 14 && at.minute < 65 ? 3100 : 2000) }),
    )
    expect(late).toMatchObject({ value: 65, numbers: { minutes: 65, limit: 3000, peak: 3100 }, coverage: 1 })
    expect(late && isInsight(late, false)).toBe(true)
  })

  test('horses have the limit of horses', () => {
    const horse = { co2: { low: null, high: 1000, limit: 1000 } }
    const found = nightVentilation(insightDay({ edges: horse, co2: () => 1100 }))
    expect(found).toMatchObject({ value: 480, numbers: { limit: 1000 } })
  })

  test('the afternoon says nothing of the night', () => {
    const found = nightVentilation(
      insightDay({ edges: CO2, co2: at => (at.minute > 720 && at.minute < 1200 ? 5000 : 900) }),
    )
    expect(found?.value).toBe(0)
  })

  test('nothing is said with less than 75 % of the night, nor without a limit', () => {
    expect(nightVentilation(insightDay({ edges: CO2, co2: at => (at.minute < 150 ? null : 5000) }))).toBeNull()
    expect(nightVentilation(insightDay({ co2: () => 5000 }))).toBeNull()
  })

  test('it stays said until it is clearly over', () => {
    const found = nightOf(55)
    expect(found && isInsight(found, false)).toBe(false)
    expect(found && isInsight(found, true)).toBe(true)
    const over = nightOf(50)
    expect(over && isInsight(over, true)).toBe(false)
  })
})

describe('[science §6 no. 2] too little air by the balance', () => {
  test('is less than 77.5 m³ per hour and heat unit for six hours on end', () => {
    const found = underVentilated(insightDay({ co2: at => (at.day === 14 && minute(at, 120, 480) ? 3400 : 1500) }))
    expect(found).toMatchObject({ value: 6, numbers: { minutes: 360, air: 67, needed: 77.5, outdoors: 420 } })
    expect(found && isInsight(found, false)).toBe(true)
    const short = underVentilated(insightDay({ co2: at => (at.day === 14 && minute(at, 120, 475) ? 3400 : 1500) }))
    expect(short && isInsight(short, false)).toBe(false)
  })

  test('what began the evening before counts as a whole, on the day it ends', () => {
    const co2 = (at: { day: number; minute: number }) =>
      (at.day === 13 && at.minute >= 1200) || (at.day === 14 && at.minute < 120) ? 3400 : 1500
    expect(underVentilated(insightDay({ co2 }))?.value).toBe(6)
  })

  test('a hole of a quarter of an hour does not end it, a longer one does', () => {
    const hole = (length: number) =>
      underVentilated(
        insightDay({
          co2: at =>
            at.day === 14 && minute(at, 200, 200 + length) ? null : at.day === 14 && minute(at, 0, 400) ? 3400 : 900,
        }),
      )
    expect(hole(15)?.value).toBeCloseTo(400 / 60, 5)
    expect(hole(25)?.value).toBeLessThan(4)
  })
})

describe('[science §6 no. 3] too much air in the cold', () => {
  const cold = (species: string) =>
    overVentilated(
      insightDay({
        species,
        edges: T,
        co2: () => 650,
        t: at => (at.day === 14 && minute(at, 60, 300) ? 20 : 23),
      }),
    )

  test('is for animals that are kept warm', () => {
    expect(cold('piglet')).toMatchObject({ value: 4, numbers: { co2: 650, temperature: 20, low: 22 } })
    expect(cold('dairy_cattle')).toBeNull()
  })

  test('needs both at once', () => {
    const stuffy = insightDay({ species: 'piglet', edges: T, co2: () => 1800, t: () => 18 })
    expect(overVentilated(stuffy)).toBeNull()
  })
})

describe('[science §6 no. 4] ammonia rises', () => {
  test('by the slope of Theil and Sen over the medians of 14 days', () => {
    const found = nh3Trend(insightDay({ edges: NH3, nh3: at => at.day * 0.8 + (at.minute % 30 ? 0 : 1) }))
    expect(found).toMatchObject({ numbers: { slope: 0.8, last: 11.2, days: 14 }, coverage: 1 })
    expect(found && isInsight(found, false)).toBe(true)
  })

  test('not where it goes up and down, nor where it is low', () => {
    expect(nh3Trend(insightDay({ edges: NH3, nh3: at => (at.day % 2 ? 12 : 6) + at.day * 0.01 }))).toBeNull()
    expect(nh3Trend(insightDay({ edges: NH3, nh3: at => at.day * 0.3 }))).toBeNull()
  })

  test('not with fewer than eleven of the days, nor without the last', () => {
    expect(nh3Trend(insightDay({ edges: NH3, nh3: at => (at.day < 5 ? null : at.day) }))).toBeNull()
    expect(nh3Trend(insightDay({ edges: NH3, nh3: at => (at.day === 14 ? null : at.day) }))).toBeNull()
  })

  test('the test of Mann and Kendall: a steady rise of ten is sure, one of three is not, ties are none', () => {
    // S = 45, variance 125: z = 44 / 11.18 = 3.935.
    expect(mannKendall([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toBeCloseTo(8.3e-5, 5)
    expect(mannKendall([1, 2, 3])).toBeGreaterThan(0.05)
    expect(mannKendall([4, 4, 4, 4])).toBe(1)
  })
})

describe('[science §6 no. 5] ammonia over the limit', () => {
  const daysOver = (days: number, minutes: number) =>
    nh3Load(insightDay({ edges: NH3, nh3: at => (at.day > 14 - days && at.minute < minutes ? 24 : 8) }))

  test('for more than an hour on three of seven days', () => {
    expect(daysOver(3, 65)).toMatchObject({ value: 3, numbers: { minutes: 195, days: 3, of: 7, limit: 20 } })
    const [three, two, hour] = [daysOver(3, 65), daysOver(2, 65), daysOver(7, 60)]
    expect([three, two, hour].map(one => one && isInsight(one, false))).toEqual([true, false, false])
  })
})
