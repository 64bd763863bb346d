import type { ImportColumn, ImportPlan, ImportQuestion } from '#shared/contract/measurements/imports.ts'
import { convertUnit, unitsInto } from '#shared/rules/science/unit.ts'
import { AREA_TYPES, type AreaTypeKey } from '../../taxonomy/area-types.ts'
import type { QuantityKey } from '../../taxonomy/quantities.ts'
import { type KnownMeasurement, measurementTypeOf } from '../../taxonomy/types.ts'
import { readNumber } from './numbers.ts'

/**
 * Range in which the middle value of a column of a barn lies, in the unit of its quantity. Narrower than what a sensor
 * can measure: a file beyond it is asked about, not refused. Pressures are those below 1,500 m; dust below half a
 * microgram is milligrams.
 */
const USUAL: Partial<Record<QuantityKey, readonly [number, number]>> = {
  temp_deg_c: [-30, 45],
  rv_perc: [5, 104],
  co2_ppm: [250, 20_000],
  nh3_ppm: [-2, 200],
  h2s_ppm: [-2, 200],
  co_ppm: [-5, 500],
  ch4_ppm: [-10, 20_000],
  dust_pm10: [0.5, 20_000],
  dust_pm25: [0.5, 20_000],
  dust_pm1: [0.5, 20_000],
  dust_pm4: [0.5, 20_000],
  light_lux: [0, 120_000],
  air_speed: [0, 15],
  sound: [10, 130],
  pressure: [840, 1090],
  voltage: [0.5, 60],
  wind_speed: [0, 30],
}

/** The heaviest animal of a kind, kg: a scale shows one at a time. */
const HEAVIEST: Record<AreaTypeKey, number> = {
  broiler: 8,
  chicken: 8,
  rearing_chicken: 8,
  piglet: 50,
  pig: 350,
  sow: 450,
  lactating_sow: 450,
  calves: 350,
  veal_calves: 450,
  cattle: 1500,
  dairy_cattle: 1200,
  horse: 1300,
  goat: 150,
  sheep: 200,
  human: 200,
}
const HEAVIEST_OF_ALL = Math.max(...Object.values(HEAVIEST))

const usualOf = ({ pq }: KnownMeasurement, areaTypeId: number | null): readonly [number, number] | undefined => {
  if (pq !== 'weight') return USUAL[pq]
  const key = AREA_TYPES.find(({ id }) => id === areaTypeId)?.key
  return [-5, key ? HEAVIEST[key] : HEAVIEST_OF_ALL]
}

/**
 * Questions that the file alone cannot answer: units that give what no barn has, and what a column measures where no
 * name says it.
 */
export const questionsOf = (
  rows: readonly string[][],
  plan: ImportPlan,
  areaTypeId: number | null,
): ImportQuestion[] => {
  const middleOf = (at: number): number | null => {
    const numbers = rows.flatMap(row => {
      const number = readNumber(row[at] ?? '', plan.decimal)
      return number !== null && Number.isFinite(number) ? [number] : []
    })
    return numbers.length < rows.length / 2 ? null : (numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? null)
  }
  const unclear = plan.columns.flatMap((column, at): ImportQuestion[] => {
    const question = column.role === 'value' && !column.sure ? unitQuestion(column, middleOf(at), areaTypeId) : null
    return question ? [{ column: at, ...question }] : []
  })
  if (plan.columns.some(({ role }) => role === 'value')) return unclear
  const unnamed = plan.columns.findLastIndex(({ role }, at) => role === 'skip' && middleOf(at) !== null)
  return unnamed < 0 ? [] : [{ about: 'measurement', column: unnamed }]
}

const unitQuestion = (column: ImportColumn, middle: number | null, areaTypeId: number | null) => {
  const type = measurementTypeOf(column.measurement ?? '')
  const usual = type && usualOf(type, areaTypeId)
  if (!type || !usual || middle === null) return null
  const inUnit = (unit: string): number => convertUnit(middle, unit, type.unit, type.abbreviation) ?? Number.NaN
  const isUsual = (value: number): boolean => value >= usual[0] && value <= usual[1]
  const unit = column.unit ?? type.unit
  const value = inUnit(unit)
  // A reading of nothing at all, as of an empty scale, says nothing.
  if (middle === 0 || isUsual(value)) return null
  const others = unitsInto(type.unit, type.abbreviation).filter(one => one !== unit && isUsual(inUnit(one)))
  return {
    about: 'unit' as const,
    unit,
    value,
    units: others.map(one => ({ unit: one, value: inUnit(one) })),
  }
}
