import type { Language } from '#shared/contract/fixed.ts'
import type { Texts } from '#shared/locales/texts.ts'
import { isOfDifference } from '#shared/rules/alerts/rule-sentence.ts'
import {
  limitShown,
  type Reader,
  readDateTime,
  shownDifference,
  shownNumber,
  shownUnit,
} from '#shared/rules/formats/formats.ts'
import { formatValue, NARROW_NO_BREAK_SPACE } from '#shared/rules/ingest/value.ts'
import { dateTimeAt, localDateAt } from '#shared/rules/time/local-time.ts'
import { fill, textsOf } from '../../kit/language.ts'
import { taxonomyNamesOf } from '../../taxonomy/names.ts'
import { measurementTypeOf } from '../../taxonomy/types.ts'
import type { StoredAlert } from '../rules/people.ts'

export type AlertWords = Texts['alert-mails']

export const wordsOf = (language: Language): AlertWords => textsOf(language, 'alert-mails')

const fractionDigits = (value: number): number => Math.min(6, /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0)

/** Unit in which the values of an alert are kept: none where readings are counted. */
const keptUnit = ({ measurement, kind, calculation }: StoredAlert): string => {
  if (kind === 'battery_low') return '%'
  return calculation === 'count' ? '' : (measurementTypeOf(measurement ?? '')?.unit ?? '')
}

const unitOf = (alert: StoredAlert, { language, formats }: Reader): string => {
  const unit = shownUnit(keptUnit(alert), formats)
  return alert.calculation === 'derivative' ? fill(wordsOf(language).per_hour, { unit }) : unit
}

/** Tells whether the values of an alert are differences: a change of a temperature has no 32. */
const isDifference = ({ calculation, comparison }: StoredAlert): boolean =>
  calculation !== null && comparison !== null && isOfDifference({ calculation, comparison })

/** Number of a value as its reader reads it. */
const shownOf = (alert: StoredAlert, value: number, { formats }: Reader): number =>
  (isDifference(alert) ? shownDifference : shownNumber)(value, keptUnit(alert), formats)

const decimalsOf = ({ measurement, calculation }: StoredAlert): number => {
  if (calculation === 'count') return 0
  const decimals = measurementTypeOf(measurement ?? '')?.decimals ?? 0
  return calculation === 'derivative' ? decimals + 1 : decimals
}

/** A value of the alert with its unit; a dash where there is none. */
export const valueText = (alert: StoredAlert, value: number | null, reader: Reader): string => {
  if (value === null) return '–'
  const shown = shownOf(alert, value, reader)
  return formatValue(shown, decimalsOf(alert), unitOf(alert, reader), reader.language, NARROW_NO_BREAK_SPACE)
}

/** "above 20 ppm"; null for what is built in. */
export const limitText = (alert: StoredAlert, reader: Reader): string | null => {
  const { threshold_value, comparator } = alert
  if (threshold_value === null || comparator === null) return null
  const limit = limitShown(threshold_value, keptUnit(alert), reader.formats, isDifference(alert))
  const value = formatValue(limit, fractionDigits(limit), unitOf(alert, reader), reader.language, NARROW_NO_BREAK_SPACE)
  return fill(wordsOf(reader.language).limit[comparator], { value })
}

/** Name of what is measured: "NH3". */
export const whatText = ({ measurement }: StoredAlert, { language }: Pick<Reader, 'language'>): string => {
  const type = measurementTypeOf(measurement ?? '')
  return type ? taxonomyNamesOf(language).physical_quantities[type.pq] : (measurement ?? '')
}

/** Way the value was worked out: "average of 15 min"; null for a single reading. */
export const howText = (alert: StoredAlert, { language }: Pick<Reader, 'language'>): string | null => {
  const { how } = wordsOf(language)
  const { calculation, comparison, calculation_minutes: minutes } = alert
  if (comparison === 'absolute_change') return how.absolute_change
  if (calculation === null || !minutes) return null
  const span = durationText(minutes * 60_000)
  return fill(comparison === 'difference' ? how.difference : how[calculation], { span })
}

/** "45 min", "3 h 20 min", "2 d 4 h". */
export const durationText = (ms: number): string => {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
  const parts = days
    ? [`${days} d`, hours && `${hours} h`]
    : [hours && `${hours} h`, (minutes % 60 || !hours) && `${minutes % 60} min`]
  return parts.filter(Boolean).join(' ')
}

/** Time of the day at the place on the day the alert began there, with the date on another. */
export const clockAt = (time: string, { started_at, time_zone }: StoredAlert, reader: Reader): string => {
  const text = dateTimeAt(time, time_zone)
  const isThatDay = localDateAt(started_at, time_zone) === text.slice(0, 10)
  return readDateTime(isThatDay ? text.slice(11) : text, reader)
}

/** Barn and farm. */
export const placeText = ({ area_name, location_name }: StoredAlert, { language }: Pick<Reader, 'language'>): string =>
  [area_name, location_name].filter(Boolean).join(', ') || wordsOf(language).nowhere
