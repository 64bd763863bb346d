import type { AreaNight } from '#shared/contract/measurements/nights.ts'
import { type NightOfMeasurement, summedNight } from '#shared/rules/insights/night.ts'
import { BIN_MS, BINS_AN_HOUR, regularBins } from '#shared/rules/science/statistics.ts'
import { type Interval, lengthOf, mergeIntervals, partsWithin } from '#shared/rules/time/interval.ts'
import { isMorning } from '#shared/rules/time/morning.ts'
import { type Night, nightBefore } from '#shared/rules/time/night.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { placesSeenBy } from '../devices/access.ts'
import { correctionsOf } from '../devices/calibrations.ts'
import type { Series } from '../kit/database/series.ts'
import { boundariesOn, roundsIn } from '../locations/rounds/comfort.ts'
import { emptySince } from '../locations/rounds/empty.ts'
import { suspectIntervalsIn } from '../series/faults.ts'
import type { SeriesSource } from '../series/readings.ts'
import { averagingOfKey } from '../series/statistics.ts'
import { summedHoursOf } from '../series/summaries/clean-hours.ts'
import { MEASUREMENT_TYPES } from '../taxonomy/types.ts'
import { type ChosenArea, chosenAreas, type SourceOfArea } from './areas.ts'
import { boundsOf } from './measure.ts'
import { type NightRow, nightRows } from './night-queries.ts'
import { type Bounds, MAX_BINS_TOGETHER } from './queries.ts'
import type { Reading } from './read-statistics.ts'

/** Time before noon in which every night lies of which is spoken, also where it has nine hours. */
const LOOKED_AT = 16 * HOUR_MS

/** Evening or morning of the night of a device in an area: comfort that follows an age is that of the local day. */
interface Piece extends Interval {
  area: AreaOfMorning
  source: SourceOfArea
  /** Local date. */
  date: string
}

interface AreaOfMorning extends ChosenArea {
  night: Night
}

/**
 * Last night of each area of the locations a person sees, where it is morning. Each device is judged for itself, as on home; nothing
 * is read by consent.
 */
export const readNights = async (context: Reading): Promise<AreaNight[]> => {
  const { db, series, user, t } = context
  const now = context.now()
  const { locations } = await placesSeenBy(db, user)
  const period = { from: now - LOOKED_AT, until: now }
  const seen = locations && new Set(locations)
  const chosen = await chosenAreas({ db, user, now, t, query: {}, period, locations: seen })
  const mornings = chosen
    .filter(({ time_zone }) => isMorning(now, time_zone))
    .map(area => ({ ...area, night: nightBefore(now, area.time_zone) }))
  const areas = await withoutEmpty(context, mornings)
  if (areas.length === 0) return []
  const ids = [...new Set(areas.flatMap(({ device_ids }) => device_ids))]
  const from = Math.min(...areas.map(({ night }) => night.from))
  const before = areas.flatMap(({ sources, night }) => sources.flatMap(source => dayBefore(source, night)))
  const [corrections, without, summed, rounds] = await Promise.all([
    correctionsOf(db, ids),
    suspectIntervalsIn(db, ids, from, now),
    summedHoursOf(db, ids, { from: from - DAY_MS, until: now }),
    roundsIn(
      db,
      areas.map(({ area_id }) => area_id),
      from,
      now,
    ),
  ])
  const usual = await usualOf(series, mergedByDevice(before), { corrections, without, summed })
  const boundsAt = ({ area: { area_id, area_type_id }, date }: Piece, key: string): Bounds => {
    const byAge = boundariesOn({ area_type_id, rounds: rounds.get(area_id) ?? [] }, key, date)
    return boundsOf(key, area_type_id, byAge ?? undefined)
  }
  const pieces = areas.flatMap(piecesOf)
  const found: { piece: Piece; row: NightRow }[] = []
  for (const keys of Map.groupBy(GRADED, averagingOfKey).values())
    for (const some of inStatements(pieces, keys.length)) {
      const parts = some.map(({ source, from, until }) => [{ ...source, ranges: [{ from, until }] }])
      const bounds = keys.flatMap(key => some.map(piece => boundsAt(piece, key)))
      const rows = await nightRows(series, { keys, parts, corrections, without, summed, bounds })
      for (const row of rows) {
        const piece = some[row.part]
        if (piece) found.push({ piece, row })
      }
    }
  const byArea = Map.groupBy(found, ({ piece }) => piece.area.area_id)
  const piecesByArea = Map.groupBy(pieces, ({ area }) => area.area_id)
  return areas.flatMap(({ area_id, night }): AreaNight[] => {
    const own = piecesByArea.get(area_id) ?? []
    const devices = Map.groupBy(own, ({ source }) => source.deviceId)
    const measured = [...devices].flatMap(([deviceId, of]) => {
      const rows = (byArea.get(area_id) ?? []).filter(({ piece }) => piece.source.deviceId === deviceId)
      const byKey = Map.groupBy(rows, ({ row }) => row.key)
      const expected = usual.get(deviceId) ?? new Map<string, number>()
      const keys = new Set([...byKey.keys(), ...expected.keys()])
      return [...keys]
        .filter(key => of.some(piece => isJudged(boundsAt(piece, key))))
        .map(key =>
          measurementOf(key, of, {
            rows: (byKey.get(key) ?? []).map(({ row }) => row),
            usual: expected.get(key),
          }),
        )
    })
    const placed = mergeIntervals(own).reduce((sum, part) => sum + lengthOf(part), 0)
    const hours = lengthOf(night) / HOUR_MS
    const said = summedNight(measured, { hours, unplaced: hours - placed / HOUR_MS })
    const { from, until } = night
    return said ? [{ area_id, from: new Date(from).toISOString(), until: new Date(until).toISOString(), ...said }] : []
  })
}

/** Quantities that are not judged at night (notes of the thresholds): it is to be dark, and a draught counts only while it is not warm. */
const BY_DAY: readonly string[] = ['light_lux', 'air_speed']

/** Measurements that animals can be graded by through a night. */
const GRADED: readonly string[] = MEASUREMENT_TYPES.filter(
  ({ set_point, abbreviation, pq }) => !set_point && !BY_DAY.includes(pq) && !abbreviation.startsWith('weather_'),
).map(({ abbreviation }) => abbreviation)

const isJudged = ({ limit, low, high }: Bounds): boolean => [limit, low, high].some(Number.isFinite)

/** Areas with animals in the evening and in the morning: home judges no air of an empty one. */
const withoutEmpty = async ({ db }: Pick<Reading, 'db'>, areas: AreaOfMorning[]): Promise<AreaOfMorning[]> => {
  const places = areas.map(({ area_id, time_zone, night }) => ({ id: area_id, time_zone, night }))
  const empty = new Set<number>()
  for (const [time, of] of [
    ...Map.groupBy(places, ({ night }) => night.from),
    ...Map.groupBy(places, ({ night }) => night.until),
  ])
    for (const id of (await emptySince(db, of, time)).keys()) empty.add(id)
  return areas.filter(({ area_id }) => !empty.has(area_id))
}

/** Day before a night in which a device is read: what it told then is expected of the night. */
const dayBefore = ({ deviceId, readable }: SourceOfArea, { from }: Night) => ({
  deviceId,
  ranges: partsWithin(readable, { from: from - DAY_MS, until: from }),
})

const mergedByDevice = (sources: readonly { deviceId: number; ranges: Interval[] }[]) =>
  [...Map.groupBy(sources, ({ deviceId }) => deviceId)].flatMap(([deviceId, of]) => {
    const ranges = mergeIntervals(of.flatMap(one => one.ranges))
    return ranges.length > 0 ? [{ deviceId, ranges }] : []
  })

const piecesOf = (area: AreaOfMorning): Piece[] => {
  const { from, until, midnight, evening, morning } = area.night
  const halves = [
    { from, until: midnight, date: evening },
    { from: midnight, until, date: morning },
  ]
  return area.sources.flatMap(source =>
    halves.flatMap(half => partsWithin(source.ranges, half).map(part => ({ ...part, area, source, date: half.date }))),
  )
}

/** Pieces that one statement reads: a farm's all, those of an administrator of hundreds of farms in several. */
const inStatements = (pieces: readonly Piece[], keys: number): Piece[][] => {
  const bins = (8 * HOUR_MS) / BIN_MS
  const most = Math.max(1, Math.floor(MAX_BINS_TOGETHER / (bins * keys)))
  return Array.from({ length: Math.ceil(pieces.length / most) }, (_, index) =>
    pieces.slice(index * most, (index + 1) * most),
  )
}

/**
 * Bins that an hour of each measurement of devices usually holds, by device: as on the day before. A night that lost half of its
 * messages must not say itself how many there should be.
 */
const usualOf = async (
  series: Series,
  sources: readonly SeriesSource[],
  asked: Pick<Parameters<typeof nightRows>[1], 'corrections' | 'without' | 'summed'>,
): Promise<Map<number, Map<string, number>>> => {
  const usual = new Map<number, Map<string, number>>()
  const [parts, none] = [sources.map(source => [source]), { limit: Infinity, low: -Infinity, high: Infinity }]
  for (const keys of Map.groupBy(GRADED, averagingOfKey).values()) {
    const bounds = keys.flatMap(() => parts.map(() => none))
    for (const { part, key, n, hours } of await nightRows(series, { ...asked, keys, parts, bounds })) {
      const deviceId = sources[part]?.deviceId
      if (deviceId === undefined) continue
      const ofDevice = usual.get(deviceId) ?? new Map<string, number>()
      usual.set(deviceId, ofDevice.set(key, n / hours))
    }
  }
  return usual
}

/** Sum of the pieces of a measurement of a device; `usual` are the bins of an hour of the day before, where it told any then. */
const measurementOf = (
  key: string,
  pieces: readonly Piece[],
  { rows, usual = BINS_AN_HOUR }: { rows: readonly NightRow[]; usual: number | undefined },
): NightOfMeasurement => {
  const sum = (of: (row: NightRow) => number): number => rows.reduce((total, row) => total + of(row), 0)
  const bins = sum(({ n }) => n)
  const regular = regularBins(usual, pieces[0]?.source.uploadInterval ?? 0)
  const placed = pieces.reduce((total, piece) => total + lengthOf(piece), 0) / HOUR_MS
  // A bin of a device that sends less often stands for the time until its next.
  const inHours = (count: number): number => count / regular
  return {
    measurement: key,
    missing: Math.max(0, placed - inHours(bins)),
    overLimit: inHours(sum(({ over }) => over)),
    above: inHours(sum(({ above }) => above)),
    below: inHours(sum(({ below }) => below)),
    min: rows.length > 0 ? Math.min(...rows.map(({ min }) => min)) : null,
    max: rows.length > 0 ? Math.max(...rows.map(({ max }) => max)) : null,
  }
}
