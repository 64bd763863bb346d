import type { Dates } from '../time/calendar-periods.ts'
import {
  type EmissionSettings,
  factorOn,
  inForce,
  outdoorsOn,
  reducersOn,
  type VentilationSetting,
  ventilationOn,
} from './emission-settings.ts'

type Rows = readonly { valid_from: string }[]

/** Tells whether settings of an emission say something else than before about some day of from ≤ day < until (local dates). */
export const differWithin = (before: EmissionSettings, after: EmissionSettings, { from, until }: Dates): boolean => {
  const dates = [before, after].flatMap(daysOfChange).filter(date => from < date && date < until)
  return [...new Set([from, ...dates])].some(date => saidOn(before, date) !== saidOn(after, date))
}

/** Days from which settings say something else than the day before. */
const daysOfChange = (settings: EmissionSettings): string[] => {
  const { places_history, factors, reducers, animals, ventilation, ventilation_history, outdoors_history } = settings
  const rows: Rows[] = [places_history, factors, animals, ventilation_history, outdoors_history, ventilation.typed]
  return [
    ...[...rows, ...ventilation_history.map(({ typed }) => typed)].flat().map(({ valid_from }) => valid_from),
    ...reducers.flatMap(({ valid_from, valid_until }) => [valid_from ?? [], valid_until ?? []].flat()),
  ]
}

/** Everything that settings say of a day, in one text. */
const saidOn = (settings: EmissionSettings, date: string): string =>
  inOrder([
    inForce(settings.places_history, date)?.places ?? null,
    undated(factorOn(settings, { ammonia_factor: null }, date)),
    reducersOn(settings, date),
    undated(inForce(settings.animals, date) ?? null),
    ventilationText(ventilationOn(settings, date), date),
    undated(outdoorsOn(settings, date)),
    settings.pressure,
    settings.co2_volume_ref,
    settings.n2o_detection_limit,
  ])

const undated = (row: object | null): object | null => row && { ...row, valid_from: null }

const ventilationText = (ventilation: VentilationSetting, date: string): object => ({
  ...ventilation,
  valid_from: null,
  typed: inForce(ventilation.typed, date)?.m3_per_hour ?? null,
})

/** JSON with the fields of each object in order, whoever wrote them. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
