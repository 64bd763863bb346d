import { describe, expect, test } from 'vitest'
import { thiCattle } from '../science/humidity.ts'
import { column, insightDay, minute } from './insight-day.test-data.ts'
import { isInsight } from './insights.ts'
import { condensation, wetAir } from './insights-damp.ts'
import { coldOrDraught, heatStress, patternLost, temperatureSwing } from './insights-heat.ts'
import { lightHours, neighbourDifference } from './insights-others.ts'

const wave = (mean: number, swing: number) => (at: { minute: number }) =>
  mean + (swing / 2) * Math.cos((2 * Math.PI * (at.minute - 900)) / 1440)
const said = (found: Parameters<typeof isInsight>[0] | null) => found !== null && isInsight(found, false)

describe('[science §6 no. 6] swing of temperature', () => {
  const swing = (species: string, inside: number, outside: number) =>
    temperatureSwing(insightDay({ species, t: wave(20, inside), outdoor_t: wave(10, outside) }))

  test.each([
    ['piglet', 6.5, true],
    ['pig', 6.5, false],
    ['pig', 8.5, true],
    ['dairy_cattle', 11, false],
    ['dairy_cattle', 12.5, true],
  ])('%s at a swing of %d K', (species, kelvin, expected) => {
    expect(said(swing(species, kelvin, 5))).toBe(expected)
  })

  test('is the weather where it swings much more outdoors, and unknown without weather', () => {
    expect(swing('pig', 9, 16)).toBeNull()
    expect(temperatureSwing(insightDay({ t: wave(20, 15) }))).toBeNull()
    expect(swing('human', 20, 1)).toBeNull()
  })
})

describe('[science §6 no. 7] heat stress', () => {
  test('of cows is six hours of THI 68, summed up in THI-hours', () => {
    const t = (at: { day: number; minute: number }) => (at.day === 14 && minute(at, 720, 1080) ? 25 : 12)
    const found = heatStress(insightDay({ species: 'dairy_cattle', t, h: () => 60 }))
    expect(found).toMatchObject({
      variant: 'hours',
      value: 6,
      numbers: { minutes: 360, from: 68, load: Math.round(6 * (thiCattle(25, 60) - 68)) },
    })
    expect(said(found)).toBe(true)
  })

  test('of cows is a night that stays over 65', () => {
    const found = heatStress(insightDay({ species: 'dairy_cattle', t: () => 19.5, h: () => 75 }))
    expect(found).toMatchObject({ variant: 'night', threshold: 65 })
    expect(said(found)).toBe(true)
  })

  test('of pigs begins at 75, and broilers say nothing without their age', () => {
    const hot = { t: () => 27, h: () => 50 }
    expect(thiCattle(27, 50)).toBeGreaterThan(68)
    expect(said(heatStress(insightDay({ species: 'pig', ...hot })))).toBe(thiCattle(27, 50) >= 75)
    expect(heatStress(insightDay({ species: 'broiler', ...hot }))).toBeNull()
  })
})

describe('[science §6 no. 8] cold and draught', () => {
  const edges = { t: { low: 16, high: 22, limit: null }, air_speed: { low: null, high: 0.2, limit: null } }

  test('two degrees below comfort for four hours', () => {
    const cold = (minutes: number) =>
      coldOrDraught(insightDay({ edges, t: at => (at.day === 14 && minute(at, 0, minutes) ? 13.5 : 18) }))
    expect(cold(240)).toMatchObject({ variant: 'cold', value: 4, numbers: { low: 16, temperature: 13.5 } })
    expect([said(cold(240)), said(cold(235))]).toEqual([true, false])
  })

  test('below comfort in moving air for an hour', () => {
    const air_speed = (at: { day: number; minute: number }) => (at.day === 14 && minute(at, 600, 660) ? 0.35 : 0.1)
    const found = coldOrDraught(insightDay({ edges, t: () => 15, air_speed }))
    expect(found).toMatchObject({ variant: 'draught', value: 1, numbers: { air: 0.35, high: 0.2 } })
    expect(said(found)).toBe(true)
    expect(coldOrDraught(insightDay({ edges, t: () => 15 }))).toBeNull()
  })
})

describe('[science §6 no. 9] condensation', () => {
  test('where the roof is colder than the dew point: 18 °C and 90 % at −5 °C outdoors', () => {
    const found = condensation(insightDay({ t: () => 18, h: () => 90, outdoor_t: () => -5 }))
    // Ts = 18 − 0.25 · 23 = 12.25; Td = 16.3.
    expect(found).toMatchObject({ numbers: { surface: 12.3, dew: 16.3 } })
    expect(said(found)).toBe(true)
  })

  test('not in dry air, and not without weather', () => {
    expect(condensation(insightDay({ t: () => 18, h: () => 55, outdoor_t: () => -5 }))).toBeNull()
    expect(condensation(insightDay({ t: () => 18, h: () => 90 }))).toBeNull()
  })
})

describe('[science §6 no. 10] the pattern of the day', () => {
  test('is lost where the day goes against the two weeks before', () => {
    const t = (at: { day: number; minute: number }) => wave(20, at.day === 14 ? -5 : 5)(at)
    const found = patternLost(insightDay({ t }))
    expect(found).toMatchObject({ variant: 't', numbers: { r: -1, days: 14 } })
    expect(said(found)).toBe(true)
    expect(said(patternLost(insightDay({ t: wave(20, 5) })))).toBe(false)
  })

  test('is none where the usual day does not swing, and a flat line is a lost one', () => {
    expect(patternLost(insightDay({ t: wave(20, 2) }))).toBeNull()
    const movement = (at: { day: number; minute: number }) => (at.day === 14 ? 4 : wave(20, 30)(at))
    expect(patternLost(insightDay({ movement }))).toMatchObject({ variant: 'movement', value: 0 })
  })
})

describe('[science §6 no. 11] wet air', () => {
  const edges = { h: { low: 50, high: 75, limit: null } }

  test('outdoors is drier: air helps', () => {
    const found = wetAir(insightDay({ edges, t: () => 18, h: () => 85, outdoor_t: () => 5, outdoor_h: () => 80 }))
    expect(found).toMatchObject({ variant: 'helps', numbers: { humidity: 85, high: 75 } })
    expect(said(found)).toBe(true)
  })

  test('outdoors is as wet: air does not help', () => {
    const found = wetAir(insightDay({ edges, t: () => 18, h: () => 85, outdoor_t: () => 18, outdoor_h: () => 84 }))
    expect(found).toMatchObject({ variant: 'helps_not' })
  })

  test('says nothing without weather', () => {
    expect(wetAir(insightDay({ edges, t: () => 18, h: () => 95 }))).toBeNull()
  })
})

describe('[science §6 no. 13] light', () => {
  const edges = { light: { low: 40, high: null, limit: null } }

  test('of fewer than eight hours', () => {
    const lit = (hours: number) =>
      lightHours(insightDay({ edges, light: at => (minute(at, 360, 360 + hours * 60) ? 80 : 0) }))
    expect(lit(7)).toMatchObject({ variant: 'short', value: 7, numbers: { minutes: 420, low: 40 } })
    expect([said(lit(7)), said(lit(8))]).toEqual([true, false])
  })

  test('of broilers, and their darkness of six hours', () => {
    const day = insightDay({ species: 'broiler', edges, light: at => (minute(at, 0, 300) ? 1 : 60) })
    expect(lightHours(day)).toMatchObject({ variant: 'dark', value: 5 })
  })
})

describe('[science §6 no. 15] unlike the neighbours', () => {
  const sibling = (mean: number) => ({ from: 0, values: { t: column(wave(mean, 2)) } })

  test('for three days by more than two quartile distances', () => {
    const found = neighbourDifference(insightDay({ t: wave(25, 2), siblings: [sibling(20), sibling(20.4)] }))
    expect(found).toMatchObject({ variant: 't_more', numbers: { areas: 2, days: 3 } })
    expect(said(found)).toBe(true)
    expect(said(neighbourDifference(insightDay({ t: wave(21, 2), siblings: [sibling(20)] })))).toBe(false)
  })

  test('not for two days, nor without neighbours', () => {
    const t = (at: { day: number; minute: number }) => wave(at.day > 12 ? 25 : 20, 2)(at)
    expect(said(neighbourDifference(insightDay({ t, siblings: [sibling(20)] })))).toBe(false)
    expect(neighbourDifference(insightDay({ t }))).toBeNull()
  })
})
