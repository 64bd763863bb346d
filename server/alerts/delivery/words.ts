import type { Language } from '#shared/contract/fixed.ts'
import type { Texts } from '#shared/locales/texts.ts'
import { formatValue, NARROW_NO_BREAK_SPACE } from '#shared/rules/ingest/value.ts'
import { dateTimeAt } from '#shared/rules/time/local-time.ts'
import { fill, textsOf } from '../../kit/language.ts'
import { taxonomyNamesOf } from '../../taxonomy/names.ts'
import { measurementTypeOf } from '../../taxonomy/types.ts'
import type { StoredAlert } from '../rules/people.ts'

export type AlertWords = Texts['alert-mails']

export const wordsOf = (language: Language): AlertWords => textsOf(language, 'alert-mails')

const fractionDigits = (value: number): number => Math.min(6, /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0)

const unitOf = ({ measurement, kind, calculation }: StoredAlert, language: Language): string => {
  if (kind === 'battery_low') return '%'
  if (calculation === 'count') return ''
  const unit = measurementTypeOf(measurement ?? '')?.unit ?? ''
  return calculation === 'derivative' ? fill(wordsOf(language).per_hour, { unit }) : unit
}

const decimalsOf = ({ measurement, calculation }: StoredAlert): number => {
  if (calculation === 'count') return 0
  const decimals = measurementTypeOf(measurement ?? '')?.decimals ?? 0
  return calculation === 'derivative' ? decimals + 1 : decimals
}

/** A value of the alert with its unit; a dash where there is none. */
export const valueText = (alert: StoredAlert, value: number | null, language: Language): string =>
  value === null ? '–' : formatValue(value, decimalsOf(alert), unitOf(alert, language), language, NARROW_NO_BREAK_SPACE)

/** "above 20 ppm"; null for what is built in. */
export const limitText = (alert: StoredAlert, language: Language): string | null => {
  const { threshold_value, comparator } = alert
  if (threshold_value === null || comparator === null) return null
  const digits = fractionDigits(threshold_value)
  const value = formatValue(threshold_value, digits, unitOf(alert, language), language, NARROW_NO_BREAK_SPACE)
  return fill(wordsOf(language).limit[comparator], { value })
}

/** Name of what is measured: "NH3". */
export const whatText = ({ measurement }: StoredAlert, language: Language): string => {
  const type = measurementTypeOf(measurement ?? '')
  return type ? taxonomyNamesOf(language).physical_quantities[type.pq] : (measurement ?? '')
}

/** Way the value was worked out: "average of 15 min"; null for a single reading. */
export const howText = (alert: StoredAlert, language: Language): string | null => {
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

/** `HH:mm` at the place on the day the alert began there, with the date on another. */
export const clockAt = (time: string, { started_at, time_zone }: StoredAlert): string => {
  const [day, clock] = dateTimeAt(time, time_zone).split(' ')
  return dateTimeAt(started_at, time_zone).startsWith(day ?? '') ? (clock ?? '') : `${day} ${clock}`
}

/** Barn and farm. */
export const placeText = ({ area_name, location_name }: StoredAlert, language: Language): string =>
  [area_name, location_name].filter(Boolean).join(', ') || wordsOf(language).nowhere
