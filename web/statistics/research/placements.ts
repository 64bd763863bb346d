import type { ResearchData, ResearchDataPlacement } from '#shared/contract/measurements/research-data.ts'
import type { StatisticsAnswer } from '#shared/contract/measurements/statistics.ts'
import { sharedPart } from '#shared/rules/time/interval.ts'
import { zonedAt } from '#shared/rules/time/local-time.ts'
import type { NotShared } from '../charts/completeness-card.tsx'
import type { AreaOption } from '../dashboard/areas.ts'

const collator = new Intl.Collator(undefined, { numeric: true })

/** Placements of a project to choose from, with the days there are of each. */
export const placementOptions = (
  placements: readonly ResearchDataPlacement[],
  answer: StatisticsAnswer,
  measurement: string,
): AreaOption[] => {
  const names = Map.groupBy(placements, one => one.device_name)
  const days = new Map(answer.areas.map(one => [one.location_research_id, one.measurements[measurement]?.days ?? null]))
  return placements
    .map(one => ({
      id: one.location_research_id,
      // A device that was moved is there twice.
      name: (names.get(one.device_name)?.length ?? 0) > 1 ? `${one.device_name} · ${one.area_name}` : one.device_name,
      farm: `${one.area_name}, ${one.location_name}`,
      // Placements of a project are equals.
      isOwn: false,
      speciesId: one.area_type_id,
      timeZone: one.time_zone,
      days: days.get(one.location_research_id) ?? null,
      placementIds: [one.location_research_id],
      deviceIds: [one.device_id],
    }))
    .sort((a, b) => collator.compare(a.farm, b.farm) || collator.compare(a.name, b.name))
}

/** First day of each placement, and its days of a period on which a measurement of it is not shared. */
export const notSharedIn = (
  placements: readonly ResearchDataPlacement[],
  project: Pick<ResearchData, 'start' | 'end'>,
  period: Pick<StatisticsAnswer, 'from' | 'until'>,
  measurement: string,
  now: number,
): NotShared =>
  new Map(
    placements.map(one => {
      const from = Math.max(Date.parse(one.start), Date.parse(project.start))
      const ends = [one.end, project.end, period.until].flatMap(end => (end === null ? [] : Date.parse(end)))
      const shown = { from: Math.max(from, Date.parse(period.from)), until: Math.min(now, ...ends) }
      const readable = one.readable
        .filter(({ measurements }) => measurements?.includes(measurement) ?? true)
        .map(part => ({
          from: Date.parse(part.from),
          until: part.until === null ? Number.POSITIVE_INFINITY : Date.parse(part.until),
        }))
      const refused = new Set<string>()
      let day = zonedAt(shown.from, one.time_zone).startOfDay()
      while (day.epochMilliseconds < shown.until) {
        const next = day.add({ days: 1 }).startOfDay()
        const whole = sharedPart(shown, { from: day.epochMilliseconds, until: next.epochMilliseconds })
        if (whole && !readable.some(part => sharedPart(part, whole))) refused.add(day.toPlainDate().toString())
        day = next
      }
      const first = zonedAt(from, one.time_zone).toPlainDate().toString()
      return [one.location_research_id, { first, refused }]
    }),
  )

/** Measurements of a matrix: more would not be read. */
const MAX_IN_MATRIX = 5
/** Measurements that tell most about each other. */
const USUAL = ['nh3', 'co2', 't', 'h', 'dust_pm10', 'air_speed', 'light', 'sound']
const OUTDOORS = 'weather_t'

/** Measurements whose correlations are worked out, the chosen one first; the weather for who sees the place alone. */
export const matrixKeys = (
  { measured, pseudonymous }: Pick<ResearchDataPlacement, 'measured' | 'pseudonymous'>,
  measurement: string,
  weather: boolean,
): string[] => {
  const outdoors = weather && !pseudonymous ? [OUTDOORS] : []
  const known = [measurement, ...USUAL].filter(key => measured.includes(key))
  return [...[...new Set(known)].slice(0, MAX_IN_MATRIX - outdoors.length), ...outdoors]
}
