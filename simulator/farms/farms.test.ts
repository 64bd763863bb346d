import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { localHour } from '../climate/local-hour.ts'
import { roomOf } from '../demo.ts'
import { dueTimes, type SensorMessage, virtualDevice } from '../sending/devices.ts'
import { FARMS } from './farms.ts'
import { NEIGHBOURS } from './neighbours.ts'

/** The story must hold whenever the demo is loaded. */
const ANCHORS = ['2026-01-12T07:30Z', '2026-04-20T21:10Z', '2026-07-18T13:00Z', '2026-11-20T22:00Z'].map(text =>
  Date.parse(text),
)

const all = FARMS.flatMap(farm => farm.areas.flatMap(area => area.devices.map(device => ({ farm, area, device }))))
const messages = (name: string, anchor: number, from: number, until: number): (SensorMessage | null)[] => {
  const found = all.find(({ device }) => device.name === name)!
  const device = virtualDevice(roomOf(found.farm, found.area, anchor), found.device.sensors, found.device.faults)
  return dueTimes(device.phase, 5 * MINUTE_MS, anchor + from, anchor + until, 100_000).map(device.messageAt)
}
const present = (list: (SensorMessage | null)[]): SensorMessage[] => list.filter(message => message !== null)
const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

describe('the demo farms', () => {
  it('are two, with seven areas and eight devices, all names of their own', () => {
    expect(FARMS).toHaveLength(2)
    expect(FARMS.flatMap(farm => farm.areas)).toHaveLength(7)
    expect(all).toHaveLength(8)
    for (const names of [all.map(({ device }) => device.name), all.map(({ device }) => device.device_name)]) {
      expect(new Set(names).size).toBe(8)
    }
    expect(new Set(all.map(({ area }) => area.species))).toEqual(
      new Set(['piglet', 'pig', 'sow', 'dairy_cattle', 'calves', 'broiler']),
    )
  })

  it('of the neighbour have names of their own, too', () => {
    const every = [...FARMS, ...NEIGHBOURS].flatMap(({ areas }) => areas.flatMap(({ devices }) => devices))
    expect(new Set(every.map(({ name }) => name)).size).toBe(10)
    expect(new Set(every.map(({ device_name }) => device_name)).size).toBe(10)
  })

  it('fit into their own areas: groups on the floor, animals on their places', () => {
    for (const area of [...FARMS, ...NEIGHBOURS].flatMap(farm => farm.areas)) {
      const groups = area.groups ?? { across: 1, deep: 1, width: area.width, depth: area.depth }
      expect(groups.across * groups.width).toBeLessThanOrEqual(area.width + 0.01)
      expect(groups.deep * groups.depth).toBeLessThanOrEqual(area.depth + 0.01)
      expect(groups.across * groups.deep * area.animals_per_group).toBeLessThanOrEqual(area.animal_places)
    }
  })

  it('send only finite numbers, each device its own measurements, every five minutes', () => {
    for (const { device } of all) {
      const day = present(messages(device.name, ANCHORS[3]!, -10 * DAY_MS, -9 * DAY_MS))
      expect(day).toHaveLength(288)
      for (const { time, ...values } of day) {
        expect(Number.isInteger(time / 1000)).toBe(true)
        expect(Object.keys(values)).toEqual([...device.sensors.keys])
        expect(Object.values(values).every(value => Number.isFinite(value))).toBe(true)
      }
    }
  })

  it.each(ANCHORS)('have ammonia over 20 ppm in piglet room 3 before dawn lately, and not before (%i)', anchor => {
    const dawns = (from: number, until: number) =>
      present(messages('BM 2041', anchor, from, until))
        .filter(({ time }) => Math.floor(localHour(time, 'Europe/Amsterdam')) === 5)
        .map(({ nh3 }) => nh3 ?? 0)
    expect(Math.max(...dawns(-DAY_MS, 0))).toBeGreaterThan(20)
    expect(Math.max(...dawns(-2 * DAY_MS, -DAY_MS))).toBeGreaterThan(20)
    expect(Math.max(...dawns(-12 * DAY_MS, -6 * DAY_MS))).toBeLessThan(10)
    const afternoon = present(messages('BM 2041', anchor, -DAY_MS, 0)).filter(({ time }) =>
      [13, 14, 15].includes(Math.floor(localHour(time, 'Europe/Amsterdam'))),
    )
    expect(mean(afternoon.map(({ nh3 }) => nh3 ?? 0))).toBeGreaterThan(8)
    expect(mean(afternoon.map(({ nh3 }) => nh3 ?? 0))).toBeLessThan(18)
  })

  it.each(ANCHORS)('have one device gone for hours, one that was silent for two, the others complete (%i)', anchor => {
    for (const { device } of all) {
      const lastHours = present(messages(device.name, anchor, -5 * HOUR_MS, 0)).length
      expect(lastHours).toBe(device.name === 'BM 2044' ? 0 : 60)
      const yesterday = present(messages(device.name, anchor, -30 * HOUR_MS, -6 * HOUR_MS)).length
      expect(yesterday).toBe(device.name === 'BM 2041' ? 288 - 24 : 288)
    }
  })

  it.each(ANCHORS)('have a fattening room that needs watching, but not at once (%i)', anchor => {
    const day = present(messages('BM 1987', anchor, -DAY_MS, 0)).map(({ nh3 }) => nh3 ?? 0)
    expect(mean(day)).toBeGreaterThan(7)
    expect(Math.max(...day)).toBeLessThan(19)
  })

  it('have a battery that is going low and one ammonia probe that reads more than its neighbour week by week', () => {
    const anchor = ANCHORS[3]!
    const charge = (day: number) =>
      messages('LoRa 5A-18', anchor, day * DAY_MS, day * DAY_MS + HOUR_MS)[0]?.battery ?? 0
    expect(charge(-20)).toBeGreaterThan(50)
    expect(charge(-1 / 24)).toBeLessThan(25)
    const nh3 = (name: string, day: number) =>
      mean(present(messages(name, anchor, day * DAY_MS, (day + 1) * DAY_MS)).map(message => message.nh3 ?? 0))
    const lead = [-44, -28, -14, -1].map(day => nh3('BM 2064', day) - nh3('BM 2063', day))
    expect(lead).toEqual(lead.toSorted((a, b) => a - b))
    expect(lead[0]).toBeLessThan(0.6)
    expect(lead[3]).toBeGreaterThan(3)
  })

  it('have spikes in the cow barn and a flat line in the fattening room in the last days', () => {
    const co2 = present(messages('BM 2052', ANCHORS[3]!, -DAY_MS, 0)).map(message => message.co2 ?? 0)
    expect(co2.filter(value => value > 2500)).toHaveLength(1)
    const humid = present(messages('BM 1987', ANCHORS[3]!, -3 * DAY_MS, -2.7 * DAY_MS)).map(message => message.h)
    expect(new Set(humid).size).toBe(1)
  })
})

describe('a virtual device', () => {
  it('says the same about a moment whether it comes from history or from now', () => {
    const { farm, area, device } = all[0]!
    const make = () => virtualDevice(roomOf(farm, area, ANCHORS[0]!), device.sensors, device.faults)
    const times = dueTimes(make().phase, 5 * MINUTE_MS, ANCHORS[0]! - 2 * DAY_MS, ANCHORS[0]! + 2 * DAY_MS, 2000)
    const history = make()
    const whole = times.map(history.messageAt)
    expect(
      times
        .toReversed()
        .map(time => make().messageAt(time))
        .reverse(),
    ).toEqual(whole)
  })

  it('is due once in every interval, after the last message and up to now', () => {
    expect(dueTimes(7, 100, 7, 407, 99)).toEqual([107, 207, 307, 407])
    expect(dueTimes(7, 100, 6, 106, 99)).toEqual([7])
    expect(dueTimes(7, 100, 407, 406, 99)).toEqual([])
    expect(dueTimes(7, 100, 0, 10_000, 3)).toEqual([7, 107, 207])
  })
})
