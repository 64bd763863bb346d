import { describe, expect, it } from 'vitest'
import { activityAt, co2PerHeatUnit, co2Production, heatOf } from '#shared/rules/science/animal-heat.ts'
import { ventilationOf } from '#shared/rules/science/gas.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { SPECIES } from '../farms/species.ts'
import { ANIMALS, type SpeciesKey } from './animals.ts'
import { climateAt, type Room, type RoomClimate } from './climate.ts'
import { localHour } from './local-hour.ts'

const ANCHOR = Date.UTC(2026, 5, 1, 6)

const base = { lat: 51.3, lon: 5.8, zone: 'Europe/Amsterdam', weather: 20, seed: 77, anchor: ANCHOR, disturbances: [] }
const ROOMS: Record<SpeciesKey, Room> = {
  broiler: {
    ...base,
    species: 'broiler',
    places: 24_000,
    floor: 1400,
    volume: 5600,
    keeping: { kind: 'batches', days: 42, empty_days: 7, age_at_anchor: 0 },
  },
  piglet: {
    ...base,
    species: 'piglet',
    places: 300,
    floor: 138,
    volume: 387,
    keeping: { kind: 'batches', days: 42, empty_days: 7, age_at_anchor: 0 },
  },
  pig: {
    ...base,
    species: 'pig',
    places: 480,
    floor: 480,
    volume: 1440,
    keeping: { kind: 'batches', days: 112, empty_days: 5, age_at_anchor: 0 },
  },
  sow: { ...base, species: 'sow', places: 216, floor: 576, volume: 1958, keeping: { kind: 'steady', share: 0.97 } },
  calves: { ...base, species: 'calves', places: 44, floor: 220, volume: 924, keeping: { kind: 'steady', share: 0.95 } },
  dairy_cattle: {
    ...base,
    species: 'dairy_cattle',
    places: 120,
    floor: 1440,
    volume: 12_240,
    keeping: { kind: 'steady', share: 0.94 },
  },
}
const KINDS = Object.keys(ROOMS) as SpeciesKey[]

const during = (room: Room, from: number, until: number, step: number): { time: number; climate: RoomClimate }[] =>
  Array.from({ length: Math.floor((until - from) / step) }, (_, index) => from + index * step).map(time => ({
    time,
    climate: climateAt(room, time),
  }))

/** A year every 70 minutes, with animals in for half a day already. */
const yearOf = (kind: SpeciesKey): RoomClimate[] =>
  during(ROOMS[kind], ANCHOR, ANCHOR + 365 * DAY_MS, 70 * 60_000)
    .map(({ climate }) => climate)
    .filter(({ stock }) => stock.count > 0 && stock.age > 0.5 && stock.share < 0.99)

const share = (all: RoomClimate[], test: (climate: RoomClimate) => boolean): number =>
  all.filter(test).length / all.length
const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Comfort bands of science §2.1; young broilers want more warmth than the static row, so they have the age curve's. */
const COMFORT: Record<SpeciesKey, { t: [number, number]; h: [number, number] }> = {
  broiler: { t: [18, 31.5], h: [50, 70] },
  piglet: { t: [22, 28], h: [50, 70] },
  pig: { t: [16, 22], h: [50, 75] },
  sow: { t: [15, 20], h: [50, 75] },
  calves: { t: [10, 20], h: [60, 80] },
  dairy_cattle: { t: [0, 16], h: [50, 80] },
}

describe('climate of a room', () => {
  it('is the same for the same moment, in whatever order it is asked', () => {
    const times = Array.from({ length: 200 }, (_, index) => ANCHOR + index * 5 * HOUR_MS)
    const forward = times.map(time => climateAt(ROOMS.piglet, time))
    const backward = times.toReversed().map(time => climateAt({ ...ROOMS.piglet }, time))
    expect(backward.toReversed()).toEqual(forward)
  })

  it('differs between rooms and between weathers', () => {
    const here = climateAt(ROOMS.pig, ANCHOR + 50 * DAY_MS)
    expect(climateAt({ ...ROOMS.pig, seed: 78 }, ANCHOR + 50 * DAY_MS).t).not.toBe(here.t)
    expect(climateAt({ ...ROOMS.pig, weather: 21 }, ANCHOR + 50 * DAY_MS).outdoors.t).not.toBe(here.outdoors.t)
  })

  it.each(KINDS)('stays within what barns have over a year: %s', kind => {
    for (const climate of yearOf(kind)) {
      expect(climate.outdoors.t).toBeGreaterThan(-15)
      expect(climate.outdoors.t).toBeLessThan(38)
      expect(climate.t).toBeGreaterThan(-5)
      expect(climate.t).toBeLessThan(37)
      expect(climate.h).toBeGreaterThan(15)
      expect(climate.h).toBeLessThan(99.5)
      expect(climate.co2).toBeGreaterThan(climate.outdoors.co2)
      expect(climate.co2).toBeLessThan(3000)
      expect(climate.nh3).toBeGreaterThanOrEqual(0)
      expect(climate.nh3).toBeLessThan(20)
      expect(climate.dust_pm10).toBeGreaterThan(5)
      expect(climate.dust_pm10).toBeLessThan(3000)
      expect(climate.dust_pm25).toBeLessThan(climate.dust_pm10 + 5)
      expect(climate.light).toBeGreaterThanOrEqual(0)
      expect(climate.light).toBeLessThan(700)
    }
  })

  it.each(KINDS)('[science §2.1] is comfortable most of the year: %s', kind => {
    const year = yearOf(kind)
    const { t, h } = COMFORT[kind]
    expect(median(year.map(climate => climate.t))).toBeGreaterThan(t[0])
    expect(median(year.map(climate => climate.t))).toBeLessThan(t[1])
    expect(median(year.map(climate => climate.h))).toBeGreaterThan(h[0])
    expect(median(year.map(climate => climate.h))).toBeLessThan(h[1])
    expect(share(year, climate => climate.t > t[0] - 1 && climate.t < t[1] + 1)).toBeGreaterThan(0.7)
    expect(share(year, climate => climate.nh3 < 10)).toBeGreaterThan(0.95)
    expect(share(year, climate => climate.co2 < 2000)).toBeGreaterThan(0.85)
  })

  it.each(KINDS)('[science §1.1 step 5] gives back its ventilation from the CO2 balance: %s', kind => {
    for (const climate of yearOf(kind).filter(({ co2, outdoors }) => co2 - outdoors.co2 > 50)) {
      const found = ventilationOf(climate.co2_production, climate.co2, climate.outdoors.co2)
      expect(found?.m3_per_hour).toBeCloseTo(climate.ventilation, 3)
    }
  })

  it.each(KINDS)('[science §1.1 steps 1 to 4] makes the CO2 that the animals of the day make: %s', kind => {
    const day = during(ROOMS[kind], ANCHOR + 30 * DAY_MS, ANCHOR + 31 * DAY_MS, HOUR_MS / 6)
    const floor = kind === 'calves' ? 'closed' : 'slats'
    const expected = day.map(({ climate }) => {
      const animal = ANIMALS[kind](climate.stock)
      return co2Production(climate.stock.count * heatOf(animal, climate.t), co2PerHeatUnit(animal, floor))
    })
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
    expect(sum(day.map(({ climate }) => climate.co2_production)) / sum(expected)).toBeCloseTo(1, 1)
    expect(activityAt(12, ...SPECIES[kind].activity)).toBeGreaterThan(activityAt(2, ...SPECIES[kind].activity))
  })

  it('[science §2.2] keeps chicks at 30 °C and grown broilers at 20 °C in winter', () => {
    const winter = { ...ROOMS.broiler, anchor: Date.UTC(2026, 11, 1, 6) }
    const mean = (age: number) =>
      median(
        during(winter, winter.anchor + age * DAY_MS, winter.anchor + (age + 1) * DAY_MS, HOUR_MS).map(
          ({ climate }) => climate.t,
        ),
      )
    expect(Math.abs(mean(0.5) - 29.5)).toBeLessThan(1.5)
    expect(Math.abs(mean(32) - 20)).toBeLessThan(1.5)
  })

  it('has broilers for 42 days, then a week without: no CO2, little ammonia, nobody', () => {
    const at = (age: number) => climateAt(ROOMS.broiler, ANCHOR + age * DAY_MS)
    expect(at(41).stock.count).toBeGreaterThan(22_000)
    expect(at(45).stock.count).toBe(0)
    expect(at(45).co2 - at(45).outdoors.co2).toBeLessThan(1)
    expect(at(45).nh3).toBeLessThan(1)
    expect(at(49.5).stock.count).toBeGreaterThan(23_500)
    expect(at(10).ventilation).toBeLessThan(at(40).ventilation)
  })
})

describe('light', () => {
  /** Lux by local hour over one day of a room. */
  const dayOf = (kind: SpeciesKey, start: number, age: number) =>
    during({ ...ROOMS[kind], anchor: start - age * DAY_MS }, start, start + DAY_MS, HOUR_MS / 4).map(
      ({ time, climate }) => ({
        hour: localHour(time, base.zone),
        lux: climate.light,
      }),
    )
  const hoursAbove = (day: { lux: number }[], lux: number) => day.filter(point => point.lux >= lux).length / 4

  it.each([Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)])(
    'gives broilers of three weeks six dark hours, on the wall clock of winter and summer (%i)',
    start => {
      const day = dayOf('broiler', start, 21)
      for (const { hour, lux } of day) {
        if (hour < 4 || hour >= 22) expect(lux).toBe(0)
        if (hour >= 4.75 && hour < 21.25) expect(lux).toBeGreaterThanOrEqual(20)
      }
    },
  )

  it('gives chicks in their first week one dark hour', () => {
    expect(hoursAbove(dayOf('broiler', Date.UTC(2026, 0, 15), 3), 20)).toBeGreaterThanOrEqual(22.5)
    expect(hoursAbove(dayOf('broiler', Date.UTC(2026, 0, 15), 3), 20)).toBeLessThan(24)
  })

  it('[science §2.1] gives pigs 40 lx for eight hours and a dark night, cows 150 lx for most of sixteen hours', () => {
    for (const kind of ['piglet', 'pig', 'sow'] as const) {
      const day = dayOf(kind, Date.UTC(2026, 0, 15), 20)
      expect(hoursAbove(day, 40)).toBeGreaterThanOrEqual(8)
      expect(day.filter(({ hour }) => hour < 5 || hour >= 22).every(({ lux }) => lux < 1)).toBe(true)
    }
    expect(hoursAbove(dayOf('dairy_cattle', Date.UTC(2026, 0, 15), 20), 150)).toBeGreaterThanOrEqual(15)
  })

  it('shows the sun in the open cow barn, more in June than in December', () => {
    const noon = (start: number) => Math.max(...dayOf('dairy_cattle', start, 20).map(({ lux }) => lux))
    expect(noon(Date.UTC(2026, 5, 15))).toBeGreaterThan(noon(Date.UTC(2026, 11, 15)))
  })
})

describe('hour on the wall clock', () => {
  it.each([
    ['2025-03-30T00:59:00Z', 1 + 59 / 60],
    ['2025-03-30T01:00:00Z', 3],
    ['2025-10-26T00:30:00Z', 2.5],
    ['2025-10-26T01:30:00Z', 2.5],
    ['2025-07-01T22:15:00Z', 0.25],
  ])('is right at %s', (time, hour) => {
    expect(localHour(Date.parse(time), 'Europe/Amsterdam')).toBeCloseTo(hour, 6)
  })
})
