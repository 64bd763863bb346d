import type { Language } from '#shared/contract/fixed.ts'
import { taxonomyLists } from '../../taxonomy/lists.ts'
import { measurementTypeOf } from '../../taxonomy/types.ts'
import type { PlacedInterval } from '../making/placed-intervals.ts'

/** Columns that stand before the values in each row, besides the time. */
export const PLACE_COLUMNS = ['device', 'name', 'location', 'area'] as const

export const placeCellsOf = (interval: PlacedInterval): string[] => PLACE_COLUMNS.map(column => interval[column])

const LETTERS: [RegExp, string][] = [
  [/°/g, 'deg'],
  [/%/g, 'pct'],
  [/µ/g, 'u'],
  [/²/g, '2'],
  [/³/g, '3'],
  [/\//g, '_per_'],
]

/** Measurement and unit as one word that every program takes for a column: `t_degC`, `dust_pm10_ug_per_m3`. */
export const columnName = (key: string): string => {
  const unit = measurementTypeOf(key)?.unit ?? ''
  const word = LETTERS.reduce((text, [from, to]) => text.replaceAll(from, to), unit)
  return word === '' ? key : `${key}_${word}`
}

/** Title of a column, for people: `Temperature (°C)`. */
export const columnTitle = (key: string, language: Language): string => {
  const name = taxonomyLists(language).measurement_types.find(type => type.abbreviation === key)?.name ?? key
  const unit = measurementTypeOf(key)?.unit
  return unit ? `${name} (${unit})` : name
}
