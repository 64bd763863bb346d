import type { z } from 'zod'
import type { Frame, measurementEndpoints, SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import { elementAt } from '#shared/rules/collections/elements.ts'
import { partsWithin, toInterval } from '#shared/rules/time/interval.ts'
import { comparedPeriod, type Period, type PeriodChoice, periodOf } from '#shared/rules/time/period.ts'
import { HOUR_S } from '#shared/rules/time/units.ts'
import { type ConsentedRead, noteReads } from '../consents/ledger.ts'
import { correctionsOf } from '../devices/calibrations.ts'
import { Failure } from '../kit/failure.ts'
import type { Words } from '../kit/language.ts'
import { readPeriod } from '../kit/period.ts'
import type { Services } from '../kit/services.ts'
import type { Caller } from '../locations/access.ts'
import { comfortIntervals } from '../series/comfort-intervals.ts'
import { suspectIntervalsIn } from '../series/faults.ts'
import { type FrameSource, readFrames } from '../series/series-frame.ts'
import { hoursAloneUntil } from '../series/summaries/horizon.ts'
import { type ReadableTarget, rangesIn, readableTargets, type SeriesTarget } from '../series/target.ts'
import { outdoorParts, withWeather } from '../weather/outdoors.ts'

/** Steps of one frame: 27 years of days. */
const MAX_STEPS = 10_000

type SeriesQuery = z.output<typeof measurementEndpoints.getSeries.query>

/** Measurements of a device, placement or area in a period, as its chart and a report show them. Notes what was read by consent. */
export const readSeries = async (
  context: Pick<Services, 'db' | 'series' | 'now'> & { user: Caller & { name: string }; t: Words },
  query: SeriesQuery,
): Promise<SeriesAnswer> => {
  const { db, series, user, now, t } = context
  const targets = await readableTargets(db, user, query, now())
  const first = elementAt(targets, 0)
  const choice: PeriodChoice = query
  const asked = readPeriod(() => periodOf(choice, now(), first.zone), t)
  const aloneUntil = await hoursAloneUntil(db)
  const compared = query.compare && comparedPeriod(choice, asked, query.compare, first.zone)
  const earliest = Math.min(asked.from, compared?.from ?? asked.from)
  const isByHours = earliest < aloneUntil
  const inHours = (one: Period): Period => (isByHours ? { ...one, step: Math.max(one.step, HOUR_S) } : one)
  const period = inHours(asked)
  if ((period.until - period.from) / (period.step * 1000) > MAX_STEPS) throw new Failure('too_much_data')
  const before = compared && inHours(compared)
  const framesOf = async (target: ReadableTarget): Promise<Frame[]> => {
    const deviceIds = target.parts.map(({ deviceId }) => deviceId)
    const corrections = query.raw ? [] : await correctionsOf(db, deviceIds)
    const selection = { ...target, zone: first.zone, deviceId: first.deviceId, corrections, now: now() }
    const read = async (periods: Period[]): Promise<Frame[]> => {
      const suspect = (one: Period) => suspectIntervalsIn(db, deviceIds, one.from, one.until)
      const without = query.without_faults ? (await Promise.all(periods.map(suspect))).flat() : []
      const inside = periods.map(one => ({ ...selection, period: one, sources: sourcesIn(target, one) }))
      // The weather of a place would tell a researcher where it is.
      const outside = query.weather && !isByConsent(target) ? await outdoorParts(db, target, periods) : []
      const frames = await readFrames({ db, series }, { ...selection, without }, [...inside, ...outside])
      return periods.map((_, index) => withWeather(elementAt(frames, index), frames[periods.length + index]))
    }
    // A year earlier may reach into a longer period.
    const overlap = before && before.until > period.from
    return overlap
      ? (await Promise.all([read([period]), read([before])])).flat()
      : read(before ? [period, before] : [period])
  }
  const inPeriod = targets.filter(target => sourcesIn(target, period).length > 0)
  if (inPeriod.length === 0) throw new Failure('outside_subscription')
  const all = await Promise.all(inPeriod.map(framesOf))
  const frames = elementAt(all, 0).map((_, index) => joined(all.map(of => elementAt(of, index))))
  await noteReads(context, user, 'opened', readsOf(inPeriod, all, before ? [period, before] : [period]))
  const frame = elementAt(frames, 0)
  const [own] = inPeriod.filter(target => !isByConsent(target))
  const comfort = own ? await comfortIntervals(db, own.parts, Object.keys(frame.series), period) : []
  return {
    ...frame,
    compare: frames[1] ?? null,
    ...(comfort.length > 0 ? { comfort } : {}),
    ...(isByHours ? { hours_alone_until: new Date(aloneUntil).toISOString() } : {}),
  }
}

/** Ranges of a period that the caller may see, by device. */
const sourcesIn = ({ parts }: SeriesTarget, period: Period): FrameSource[] =>
  parts
    .map(({ spans, readable, ...device }) => ({
      ...device,
      ranges: rangesIn(spans, period),
      readable: readable.map(toInterval),
    }))
    .filter(({ ranges }) => ranges.length > 0)

const isByConsent = ({ byConsent }: ReadableTarget): boolean => byConsent.length > 0

/** Frames of the same period, each with other measurements, as one. */
const joined = (frames: readonly Frame[]): Frame => ({
  ...elementAt(frames, 0),
  coverage: Math.max(...frames.map(({ coverage }) => coverage)),
  series: Object.assign({}, ...frames.map(({ series }) => series)),
})

/** Parts of the periods that were read by consent, with the measurements that hold values. */
const readsOf = (
  targets: readonly ReadableTarget[],
  frames: readonly Frame[][],
  periods: readonly Period[],
): ConsentedRead[] =>
  targets.flatMap((of, target) =>
    of.byConsent.flatMap(({ deviceId, period: { consent, ...whole } }) =>
      periods.flatMap((period, index) => {
        const told = Object.keys(frames[target]?.[index]?.series ?? {})
        const measurements = told.filter(key => consent?.measurements.includes(key))
        if (!consent || measurements.length === 0) return []
        const { researchId, locationId } = consent
        const ranges = sourcesIn(of, period).flatMap(source => (source.deviceId === deviceId ? source.ranges : []))
        return ranges
          .flatMap(range => partsWithin([whole], range))
          .map(part => ({ researchId, locationId, deviceId, measurements, ...part }))
      }),
    ),
  )
