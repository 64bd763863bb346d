import type { BoardChart, BoardLine } from '#shared/contract/measurements/boards.ts'
import type { Frame, SeriesAnswer, SeriesColumns } from '#shared/contract/measurements/measurements.ts'
import { MAX_CHART_UNITS, unitsOf } from '#shared/rules/boards/boards.ts'
import {
  type DefinitionLists,
  definitionOf,
  type MeasurementDefinition,
} from '#shared/rules/science/measurement-definition.ts'

/** Area or device that a line shows, as the call behind the charts names it. */
type Target = { area_id: number } | { device_id: number }

/** Text that stands for an area or device. */
export type SubjectKey = string

export const subjectKeyOf = (target: Target): SubjectKey =>
  'area_id' in target ? `area ${target.area_id}` : `device ${target.device_id}`

export const targetOf = ({ area_id, device_id }: Pick<BoardLine, 'area_id' | 'device_id'>): Target | null => {
  if (area_id !== null) return { area_id }
  return device_id === null ? null : { device_id }
}

/** Areas and devices of a board that somebody sees, each with its measurements in a fixed order. */
export const boardSubjects = (charts: readonly BoardChart[]) => {
  const subjects = new Map<SubjectKey, { target: Target; keys: Set<string> }>()
  for (const line of charts.flatMap(({ lines }) => lines)) {
    const target = line.seen ? targetOf(line) : null
    if (!target || line.measurement === null) continue
    const key = subjectKeyOf(target)
    const subject = subjects.get(key) ?? { target, keys: new Set() }
    subject.keys.add(line.measurement)
    subjects.set(key, subject)
  }
  return [...subjects.values()].map(({ target, keys }) => ({ target, measurements: [...keys].sort() }))
}

/** A line that somebody sees, with what its measurement means for the animals of its area. */
export interface SeenLine {
  line: BoardLine
  subject: SubjectKey
  definition: MeasurementDefinition
  /** True where it is read at the right axis. */
  isRight: boolean
}

/** Lines of a chart that are drawn; those that nobody may see any more, and unknown measurements, are left out. */
export const seenLines = ({ lines }: BoardChart, lists: DefinitionLists): SeenLine[] => {
  const seen = lines.flatMap(line => {
    const target = line.seen ? targetOf(line) : null
    const definition = definitionOf(line.measurement ?? '', line.area_type_id ?? undefined, lists)
    return target && definition ? [{ line, subject: subjectKeyOf(target), definition }] : []
  })
  const [, right] = unitsOf(seen.map(({ definition }) => definition.quantity.unit))
  return seen.map(one => ({ ...one, isRight: right !== undefined && one.definition.quantity.unit === right }))
}

/** Tells whether measurements with these units fit in one chart. */
export const fitsOneChart = (units: readonly string[]): boolean => unitsOf(units).length <= MAX_CHART_UNITS

/** Tells whether all lines are of one place, and whether all are of one measurement. */
export const sharedBy = (lines: readonly SeenLine[]) => ({
  place: new Set(lines.map(({ subject }) => subject)).size === 1,
  location: new Set(lines.map(({ line }) => line.location_name)).size === 1,
  measurement: new Set(lines.map(({ definition }) => definition.type.id)).size === 1,
})

/** Name of a line: as much of measurement, place and location as tells it from the others. */
export const lineName = ({ line, definition }: SeenLine, all: readonly SeenLine[]): string => {
  const shared = sharedBy(all)
  if (shared.place) return definition.type.name
  const place = shared.location ? line.name : [line.name, line.location_name].filter(Boolean).join(', ')
  return shared.measurement ? (place ?? '') : `${place} · ${definition.type.name}`
}

/** Name of a chart that was given none. */
export const chartTitle = ({ title }: Pick<BoardChart, 'title'>, lines: readonly SeenLine[]): string => {
  if (title) return title
  const measurements = [...new Set(lines.map(({ definition }) => definition.type.name))].join(' + ')
  const [first] = lines
  return first && sharedBy(lines).place && first.line.name ? `${measurements} · ${first.line.name}` : measurements
}

const EMPTY: SeriesColumns = { unit: '', min: [], mean: [], max: [], count: [], interval_seconds: null, coverage: 0 }

/** The frame whose steps the others are laid on: the one that reaches farthest. */
export const axisOf = (frames: readonly SeriesAnswer[]): SeriesAnswer | undefined =>
  frames.reduce<SeriesAnswer | undefined>(
    (farthest, frame) => (farthest && farthest.until >= frame.until ? farthest : frame),
    undefined,
  )

/** Steps of `other` in which each step of `axis` begins, by time (epoch ms, ascending); undefined where there is none. */
const stepsAt = (axis: readonly number[], other: Pick<Frame, 'time' | 'until'>): (number | undefined)[] => {
  const until = Date.parse(other.until)
  let step = -1
  return axis.map(time => {
    while (step + 1 < other.time.length && (other.time[step + 1] ?? 0) <= time) step++
    return step >= 0 && time < until ? step : undefined
  })
}

/**
 * Columns of a measurement on the time of another frame. Frames of areas that were asked a moment apart, or lie in other time
 * zones, may begin at other steps; nothing is drawn where there is no step at all.
 */
export const columnsOn = (axis: Frame, frame: Frame, key: string): SeriesColumns => {
  const columns = frame.series[key]
  if (!columns) return { ...EMPTY, ...blank(axis.time.length) }
  const isSame = frame.time.length === axis.time.length && frame.time.every((time, index) => time === axis.time[index])
  if (isSame) return columns
  const steps = stepsAt(axis.time, frame)
  const laid = <Value>(values: readonly Value[], none: Value): Value[] =>
    steps.map(step => (step === undefined ? none : (values[step] ?? none)))
  const { min, mean, max, count, present, began, ...rest } = columns
  return {
    ...rest,
    ...{ min: laid(min, null), mean: laid(mean, null), max: laid(max, null), count: laid(count, 0) },
    ...(present ? { present: laid(present, 0) } : {}),
    ...(began === undefined ? {} : { began: axis.time.find(time => time >= began) ?? began }),
  }
}

const blank = (length: number) => {
  const nothing = Array.from({ length }, () => null)
  return { min: nothing, mean: nothing, max: nothing, count: nothing.map(() => 0) }
}
