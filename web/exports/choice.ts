import { INTERVALS, type PeriodInterval } from '#shared/contract/fixed.ts'
import {
  type Decimal,
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportPreview,
  type Remedy,
  type Separator,
} from '#shared/contract/measurements/exports.ts'
import { EXPORT_STEPS, type ExportStep } from '#shared/rules/science/averaging.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { dateTimeIn } from '../kit/language/format.ts'
import type { SearchOf } from '../kit/routing/address.ts'
import type { exportScreen } from './screens.ts'

/** Choice of what is exported, as the address keeps it: it can be shared, and back works. */
export interface ExportChoice {
  by: 'devices' | 'research'
  /** Ids of devices, or of their placements. */
  ids: number[]
  /** Measurements to export; null: all there are. */
  measurements: string[] | null
  interval: PeriodInterval
  /** Periods back. */
  index: number
  calendar: boolean
  date_start: string | undefined
  date_end: string | undefined
  /** Length of means (seconds), where longer than the period asks for. */
  step_seconds: ExportStep | undefined
  raw: boolean
  without_faults: boolean
  format: ExportFormat
  decimal: Decimal | undefined
  separator: Separator | undefined
}

type Search = SearchOf<typeof exportScreen>

const oneOf = <Value>(values: readonly Value[], text: string | undefined): Value | undefined =>
  values.find(value => String(value) === text)

/** `2026-10-25`, `2026-10-25 07:30`, or with its offset where the clock shows it twice: `2026-10-25T02:30+01:00`. */
const MOMENT = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d|T\d\d:\d\d[+-]\d\d:\d\d)?$/
const momentIn = (text: string | undefined) => (MOMENT.test(text ?? '') ? text : undefined)

/** Reads the choice from the address; anything it says wrong is the default. */
export const exportChoiceOf = (search: Search): ExportChoice => {
  const [date_start, date_end] = [momentIn(search.date_start), momentIn(search.date_end)]
  const interval = oneOf(INTERVALS, search.interval) ?? 'week'
  return {
    by: search.by === 'research' ? 'research' : 'devices',
    ids: [...new Set((search.ids ?? '').split(',').map(Number))].filter(id => Number.isInteger(id) && id > 0),
    measurements: search.measurements === undefined ? null : search.measurements.split(',').filter(key => key !== ''),
    interval: interval === 'selection' && !(date_start && date_end) ? 'week' : interval,
    index: /^\d{1,4}$/.test(search.index ?? '') ? Number(search.index) : 0,
    calendar: search.calendar === '1',
    date_start,
    date_end,
    step_seconds: oneOf(EXPORT_STEPS, search.step_seconds),
    raw: search.raw === '1',
    without_faults: search.doubtful === '0',
    format: oneOf(EXPORT_FORMATS, search.format) ?? 'csv',
    decimal: oneOf(['point', 'comma'] as const, search.decimal),
    separator: oneOf(['comma', 'semicolon', 'tab'] as const, search.separator),
  }
}

/** The way back into the address; what is as it would be anyway is left out. */
export const exportSearchOf = (choice: ExportChoice): Search => ({
  by: choice.by === 'research' ? 'research' : undefined,
  ids: choice.ids.join() || undefined,
  measurements: choice.measurements?.join(),
  interval: choice.interval === 'week' ? undefined : choice.interval,
  index: choice.index > 0 ? String(choice.index) : undefined,
  calendar: choice.calendar ? '1' : undefined,
  date_start: choice.interval === 'selection' ? choice.date_start : undefined,
  date_end: choice.interval === 'selection' ? choice.date_end : undefined,
  step_seconds: choice.step_seconds && String(choice.step_seconds),
  raw: choice.raw ? '1' : undefined,
  doubtful: choice.without_faults ? '0' : undefined,
  format: choice.format === 'csv' ? undefined : choice.format,
  decimal: choice.decimal,
  separator: choice.separator,
})

/** Tells whether there is anything to ask the server for. */
export const isWhole = ({ ids, measurements }: ExportChoice): boolean => ids.length > 0 && measurements?.length !== 0

/** Body of the call that asks for the choice. */
export const exportBody = (choice: ExportChoice) => {
  const { by, ids, measurements, step_seconds, decimal, separator, date_start, date_end, ...rest } = choice
  return {
    ...rest,
    ...(by === 'research' ? { location_research_ids: ids } : { device_ids: ids }),
    ...(measurements && { measurements }),
    ...(step_seconds && { step_seconds }),
    ...(rest.interval === 'selection' && { date_start, date_end }),
    ...(rest.format === 'csv' && { ...(decimal && { decimal }), ...(separator && { separator }) }),
  }
}

/** Query of the call that asks for the choice. */
export const queryOfChoice = (choice: ExportChoice) => {
  const { measurements, raw, without_faults, calendar, ...rest } = exportBody(choice)
  const ids = choice.ids.join()
  return {
    ...rest,
    device_ids: choice.by === 'devices' ? ids : undefined,
    location_research_ids: choice.by === 'research' ? ids : undefined,
    measurements: measurements?.join(),
    raw: raw ? ('1' as const) : undefined,
    without_faults: without_faults ? ('1' as const) : undefined,
    calendar: calendar ? ('1' as const) : undefined,
  }
}

/** The choice with one way to make it fit. */
export const mended = (choice: ExportChoice, remedy: Remedy, preview: ExportPreview): ExportChoice => {
  if (remedy.step_seconds) return { ...choice, step_seconds: oneOf(EXPORT_STEPS, String(remedy.step_seconds)) }
  if (remedy.without) {
    const measurements = choice.measurements ?? preview.measurements
    return { ...choice, measurements: measurements.filter(key => !remedy.without?.includes(key)) }
  }
  const until = Date.parse(preview.until)
  return selected(
    choice,
    dateTimeIn(until - (remedy.days ?? 0) * DAY_MS, preview.time_zone),
    dateTimeIn(until, preview.time_zone),
  )
}

/** The choice with a period of its own. */
export const selected = (choice: ExportChoice, date_start: string, date_end: string): ExportChoice => ({
  ...choice,
  interval: 'selection',
  index: 0,
  calendar: false,
  date_start,
  date_end,
})

const WHOLE = { start: '00:00', end: '23:59' } as const

/** A moment as its field shows it: a day alone runs from 00:00 to 23:59 (specification §9). */
export const periodFieldOf = (moment: string, edge: 'start' | 'end'): string =>
  moment.length > 10 ? moment.replace(' ', 'T') : `${moment}T${WHOLE[edge]}`

/** Moment that a field says: 23:59 at the end is the end of that day. */
export const edgeInstant = (field: string, edge: 'start' | 'end'): string => {
  if (field.slice(11) === WHOLE[edge]) return field.slice(0, 10)
  return field.length > 16 ? field : field.replace('T', ' ')
}

/** The period of a preview as the two moments it was made of. */
export const previewPeriodOf = (preview: Pick<ExportPreview, 'from' | 'until' | 'time_zone'>): [string, string] => {
  const [start, end] = [dateTimeIn(preview.from, preview.time_zone), dateTimeIn(preview.until, preview.time_zone)]
  if (!end.endsWith('00:00')) return [start, end]
  return [start, dateTimeIn(Date.parse(preview.until) - 60_000, preview.time_zone).slice(0, 10)]
}
