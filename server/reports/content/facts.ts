import type { z } from 'zod'
import type { Alert } from '#shared/contract/alerts/alerts.ts'
import type { Calibration } from '#shared/contract/devices/calibrations.ts'
import type { FoundFault } from '#shared/contract/devices/faults.ts'
import type { Impression } from '#shared/contract/fixed.ts'
import type { SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import type { AreaStatistics, StatisticsAnswer } from '#shared/contract/measurements/statistics.ts'
import type { Reader } from '#shared/rules/formats/formats.ts'
import type { ReportRows } from '#shared/rules/reports/report-states.ts'
import { overallGrade } from '#shared/rules/science/grade.ts'
import { type PeriodMean, periodMeans } from '#shared/rules/science/period-means.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import { alertsIn } from '../../alerts/history/alerts-in.ts'
import { seenCalibrations } from '../../calibrations/calibration-routes.ts'
import { seenFaults } from '../../data-quality/seen-faults.ts'
import { knownPlacements, placementAsKnown } from '../../devices/placement/known-placements.ts'
import { findInspections } from '../../diary/inspections/list.ts'
import { seenAreaNotes } from '../../diary/notes/notes.ts'
import { Failure } from '../../kit/failure.ts'
import type { Words } from '../../kit/language.ts'
import type { Services } from '../../kit/services.ts'
import { readSeries } from '../../measurements/read-series.ts'
import { firstPhotosOf } from '../../photos/of-inspections.ts'
import { readStatistics } from '../../statistics/read-statistics.ts'
import { taxonomyLists } from '../../taxonomy/lists.ts'
import type { Person } from '../../users/accounts.ts'

/** Everything that decides what a report says. */
export interface ReportContent extends Interval, Reader {
  areaIds: readonly number[]
  /** Devices that it is about alone; null for all that hung there. */
  deviceIds: readonly number[] | null
  /** Name of the research project that it is about, whose consents tell of readings alone: not of alerts, visits or devices' care. */
  project: string | null
  /** Keys of measurements; null for all that dials show. */
  measurements: readonly string[] | null
  rows: ReportRows
  /** Zone in which the period was chosen and the report says times of its own; an area's are those of its place. */
  zone: string
}

export interface AreaFacts {
  area: Pick<AreaStatistics, 'area_id' | 'area_name' | 'area_type_id' | 'location_name' | 'time_zone'>
  devices: { id: number; name: string }[]
  /** Period with the one before; null where nothing of it may be read. */
  frame: SeriesAnswer | null
  means: PeriodMean[]
  overall: { key: string; grade: number } | null
  overallBefore: number | null
  /** Rows of the data dashboard's table, and means by hour or day, by measurement. */
  measurements: AreaStatistics['measurements']
  steps: AreaStatistics['measurements']
  alerts: z.input<typeof Alert>[]
  visits: { id: number; date: string; impression: Impression | null; notes: string | null }[]
  /** Notes of the area; one without an end is of a moment. */
  notes: { from: string; until: string | null; text: string; writer_name: string | null }[]
  /** First photo of a visit as JPEG, by its id. */
  photos: ReadonlyMap<number, Buffer>
  calibrations: Calibration[]
  faults: FoundFault[]
  /** Alerts, visits and notes of the period that are not among these. */
  unread: number
}

export interface ReportFacts {
  content: ReportContent
  areas: AreaFacts[]
}

export type ReportReading = Pick<Services, 'db' | 'series' | 'now' | 'files'> & {
  user: Omit<Person, 'admin'> & { admin: boolean }
  t: Words
}

/** Upper bounds of what one area says of a period; the paper tells how much more there was. */
const MAX_EVENTS = 200
const MAX_PHOTOS = 6
/** Measurements that one answer of statistics holds. */
const KEYS_AT_ONCE = 12

/**
 * Reads what a report says, as the person sees it and by the same functions as the screens: chart, dashboard, list of alerts,
 * diary, calibrations, doubtful readings. `goOn` is told after each piece how many areas are read. Throws outside_subscription where the person sees
 * nothing of any area in the period, not_found where an area is not theirs to see.
 */
export const readReportFacts = async (
  reading: ReportReading,
  content: ReportContent,
  goOn: (done: number) => Promise<void> = async () => {},
): Promise<ReportFacts> => {
  const frames = new Map<number, SeriesAnswer>()
  for (const [index, areaId] of content.areaIds.entries()) {
    const frame = await frameOf(reading, content, areaId)
    if (frame) frames.set(areaId, frame)
    await goOn(index + 1)
  }
  const read = () => goOn(content.areaIds.length)
  const keys = [...new Set([...frames.values()].flatMap(frame => Object.keys(frame.series)))]
  // Side by side they share what is worked out of the days.
  const [peaks, steps] = await Promise.all([
    statisticsOf(reading, content, keys, { calculation: 'PEAK' }, read),
    content.rows === 'none'
      ? []
      : statisticsOf(reading, content, keys, { calculation: 'MEAN', step: content.rows }, read),
  ])
  const known = (await knownPlacements(reading))
    .filter(({ periods }) => periods.length > 0)
    .map(one => placementAsKnown(one, reading.t))
  const areas: AreaFacts[] = []
  for (const area of peaks) {
    const frame = frames.get(area.area_id) ?? null
    const rows = steps.find(one => one.area_id === area.area_id)
    areas.push(await areaFacts(reading, content, { area, frame, steps: rows?.measurements ?? {}, known }))
    await read()
  }
  return { content, areas }
}

/** Period of a content as calls take it. */
const selectionOf = ({ from, until }: Interval) => ({
  interval: 'selection' as const,
  index: 0,
  date_start: new Date(from).toISOString(),
  date_end: new Date(until).toISOString(),
})

const frameOf = async (
  reading: ReportReading,
  content: ReportContent,
  area_id: number,
): Promise<SeriesAnswer | null> => {
  const measurements = content.measurements ? { measurements: [...content.measurements] } : {}
  try {
    return await readSeries(reading, { ...selectionOf(content), ...measurements, area_id, compare: 'previous' })
  } catch (error) {
    if (error instanceof Failure && error.code === 'outside_subscription') return null
    throw error
  }
}

/** Statistics of all areas in their order, of as many measurements as there are. */
const statisticsOf = async (
  reading: ReportReading,
  content: ReportContent,
  keys: readonly string[],
  calculation: { calculation: 'PEAK' } | { calculation: 'MEAN'; step: 'hour' | 'day' },
  onAnswer: () => Promise<void>,
): Promise<AreaStatistics[]> => {
  const answers: StatisticsAnswer[] = []
  // The areas themselves are told without any measurement, too.
  for (let at = 0; at === 0 || at < keys.length; at += KEYS_AT_ONCE) {
    answers.push(
      await readStatistics(reading, {
        step: 'day',
        ...calculation,
        ...selectionOf(content),
        measurements: keys.length > 0 ? keys.slice(at, at + KEYS_AT_ONCE) : ['t'],
        area_ids: [...content.areaIds],
        timezone: content.zone,
      }),
    )
    await onAnswer()
  }
  const [first, ...others] = answers.map(({ areas }) => areas)
  return (first ?? []).map(area => ({
    ...area,
    measurements: Object.assign(
      {},
      area.measurements,
      ...others.map(of => of.find(one => one.area_id === area.area_id)?.measurements),
    ),
  }))
}

interface AreaRead {
  area: AreaStatistics
  frame: SeriesAnswer | null
  steps: AreaStatistics['measurements']
  /** Placements as the person may name them. */
  known: readonly { area_id: number; device_id: number; device_name: string }[]
}

const areaFacts = async (
  reading: ReportReading,
  content: ReportContent,
  { area, frame, steps, known }: AreaRead,
): Promise<AreaFacts> => {
  const lists = taxonomyLists(content.language)
  const judged = (of: SeriesAnswer) =>
    periodMeans(of, area.area_type_id, lists).filter(
      ({ definition: { type } }) => content.measurements?.includes(type.abbreviation) ?? type.show_in_dials,
    )
  const gradesOf = (means: readonly PeriodMean[]) =>
    overallGrade(Object.fromEntries(means.map(({ definition, grade }) => [definition.type.abbreviation, grade])))
  const means = frame ? judged(frame) : []
  const before = frame?.compare ? judged({ ...frame.compare, compare: null, comfort: frame.comfort }) : []
  const there = known.filter(({ area_id }) => area_id === area.area_id)
  const named = new Map(there.map(({ device_id, device_name }) => [device_id, device_name]))
  const devices = area.device_ids.map(id => ({ id, name: named.get(id) ?? '' }))
  const around = content.project === null ? await aroundReadings(reading, content, area) : NOTHING_AROUND
  return {
    area,
    devices,
    frame,
    means,
    overall: gradesOf(means),
    overallBefore: gradesOf(before)?.grade ?? null,
    measurements: area.measurements,
    steps,
    ...around,
  }
}

type Around = Pick<AreaFacts, 'alerts' | 'visits' | 'notes' | 'photos' | 'calibrations' | 'faults' | 'unread'>
const NOTHING_AROUND: Around = {
  ...{ alerts: [], visits: [], notes: [], calibrations: [], faults: [] },
  ...{ photos: new Map(), unread: 0 },
}

/** Everything that happened around the readings of an area. */
const aroundReadings = async (
  reading: ReportReading,
  content: ReportContent,
  { area_id, device_ids }: Pick<AreaStatistics, 'area_id' | 'device_ids'>,
): Promise<Around> => {
  const { from, until, deviceIds } = content
  const period = { from: new Date(from).toISOString(), until: new Date(until).toISOString() }
  // The diary is about an area: a paper about devices tells none of it to people without any right to the area.
  const { visits, total } = deviceIds ? { visits: [], total: 0 } : await visitsOf(reading, content, area_id)
  const calibrations: Calibration[] = []
  const faults: FoundFault[] = []
  for (const id of device_ids) {
    const seen = await seenOrNothing(() => seenCalibrations(reading, id))
    calibrations.push(
      ...seen.filter(
        ({ valid_from, undone_at }) => undone_at === null && valid_from >= period.from && valid_from < period.until,
      ),
    )
    const found = await seenOrNothing(() => seenFaults(reading, { device_id: id, ...period }))
    faults.push(...found.filter(({ dismissed_at }) => dismissed_at === null))
  }
  const written = deviceIds
    ? { notes: [], total: 0 }
    : await seenAreaNotes(reading.db, reading.user, area_id, { ...period, limit: MAX_EVENTS })
  const fired = await alertsIn(reading, { areaIds: [area_id], deviceIds, period: content, limit: MAX_EVENTS })
  return {
    alerts: fired.alerts,
    unread: fired.total + total + written.total - (fired.alerts.length + visits.length + written.notes.length),
    visits,
    notes: written.notes,
    photos: await firstPhotosOf(
      reading,
      visits.map(({ id }) => id),
      MAX_PHOTOS,
    ),
    calibrations,
    faults,
  }
}

const visitsOf = async (reading: ReportReading, content: ReportContent, areaId: number) => {
  const { date_start, date_end } = selectionOf(content)
  const found = await findInspections(reading, { area_ids: [areaId], date_start, date_end, limit: MAX_EVENTS }, null)
  const visits = found.rows.map(({ id, date, impression, notes }) => ({ id, date, impression, notes }))
  return { visits, total: found.total }
}

/** Devices that are read by consent alone tell nothing of how they are looked after. */
const seenOrNothing = async <Seen>(read: () => Promise<Seen[]>): Promise<Seen[]> => {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return []
    throw error
  }
}
