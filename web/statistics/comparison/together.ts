import type { StatisticsAnswer } from '#shared/contract/measurements/statistics.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { offsetsOf } from '../../measurements/period/wall-clock.ts'
import { type AreaOption, type ChartArea, MAX_AREAS } from '../dashboard/areas.ts'

/** Areas of the second selection have their ids below zero, so that one chart shows both. */
const secondId = (id: number): number => -id

/** Areas of the second selection: those that are in both keep their colour, others take what is free. */
export const secondAreas = (
  first: readonly ChartArea[],
  options: readonly AreaOption[],
  ids: readonly number[],
): ChartArea[] => {
  const taken = new Set(first.map(({ slot }) => slot))
  const free = Array.from({ length: MAX_AREAS }, (_, slot) => slot).filter(slot => !taken.has(slot))
  return options
    .filter(({ id }) => ids.includes(id))
    .map((option, index) => {
      const same = first.find(({ id }) => id === option.id)
      return { ...option, slot: same?.slot ?? free.shift() ?? index % MAX_AREAS }
    })
}

/** Areas of both selections in one list, each of the second after that of the first, under names that tell them apart. */
export const areasTogether = (
  first: readonly ChartArea[],
  second: readonly ChartArea[],
  nameOf: { first: (name: string) => string; second: (name: string) => string },
): ChartArea[] => {
  const others = second.map(area => ({
    ...area,
    id: secondId(area.id),
    name: nameOf.second(area.name),
    isSecond: true,
  }))
  const ids = new Set(first.map(({ id }) => id))
  return [
    ...first.flatMap(area => [
      { ...area, name: nameOf.first(area.name) },
      ...others.filter(({ id }) => id === secondId(area.id)),
    ]),
    ...others.filter(({ id }) => !ids.has(secondId(id))),
  ]
}

/** Times moved by whole days, to the same time of the day. */
const moved = (times: readonly number[], days: number, zone: string): number[] => {
  const there = times.map(time => time + days * DAY_MS)
  const [before, after] = [offsetsOf(times, zone), offsetsOf(there, zone)]
  return there.map((time, index) => time + (before[index] ?? 0) - (after[index] ?? 0))
}

/** Both answers as one. `days` moves the steps of the second one, so that they lie over those of the first. */
export const answersTogether = (first: StatisticsAnswer, second: StatisticsAnswer, days: number): StatisticsAnswer => ({
  ...first,
  from: days === 0 && second.from < first.from ? second.from : first.from,
  until: days === 0 && second.until > first.until ? second.until : first.until,
  areas: [
    ...first.areas,
    ...second.areas.map(area => ({
      ...area,
      area_id: secondId(area.area_id),
      measurements: Object.fromEntries(
        Object.entries(area.measurements).map(([key, of]) => [
          key,
          of.steps ? { ...of, steps: { ...of.steps, time: moved(of.steps.time, days, area.time_zone) } } : of,
        ]),
      ),
    })),
  ],
})

/** Whole days from the beginning of the second period to that of the first. */
export const daysBetween = (first: Pick<StatisticsAnswer, 'from'>, second: Pick<StatisticsAnswer, 'from'>): number =>
  Math.round((Date.parse(first.from) - Date.parse(second.from)) / DAY_MS)
