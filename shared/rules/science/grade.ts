import { entriesOf } from '../collections/keys.ts'

/** Edges of one quantity for one kind of animal, in the unit of the quantity (science §4). */
export interface GradeBoundaries {
  min_value: number | null
  low_value: number | null
  high_value: number | null
  max_value: number | null
  /** Value at which grade 10 begins, for one-sided quantities. */
  ideal_value?: number | null
  /** Hard limit of law or guide; above it something must be done whatever the grade. */
  limit_value?: number | null
}

export interface BadSides {
  low_is_bad: boolean
  high_is_bad: boolean
}

/** Grades that separate act now, attention and good: below `low_value`, below `high_value`. */
export interface GradeThresholds {
  low_value: number
  high_value: number
}

export const DEFAULT_GRADE_10: GradeThresholds = { low_value: 5, high_value: 8 }

export type ClimateStatus = 'good' | 'attention' | 'act_now' | 'too_cold' | 'no_data'

/** Slope to a bad side: grade 10 until `ideal`, 8 at `comfort`, 1 at `worst`; rising or falling. */
interface Slope {
  ideal: number
  comfort: number
  worst: number
}

type Maybe = number | null | undefined

/**
 * Grade 1 to 10 of a value (science §4). Null without a value, for a quantity with no bad side, and where an edge is
 * missing or not in order.
 */
export function gradeOf(value: Maybe, boundaries: GradeBoundaries, sides: BadSides): number | null {
  if (!isNumber(value)) return null
  const grades: number[] = []
  for (const slope of slopesOf(boundaries, sides)) {
    if (!slope) return null
    grades.push(gradeOn(slope, value))
  }
  return grades.length === 0 ? null : Math.min(...grades)
}

function slopesOf(boundaries: GradeBoundaries, { low_is_bad, high_is_bad }: BadSides): (Slope | null)[] {
  const { min_value: min, low_value: low, high_value: high, max_value: max, ideal_value: ideal } = boundaries
  if (low_is_bad && high_is_bad) {
    if (!isNumber(low) || !isNumber(high)) return [null]
    const quarter = (high - low) / 4
    return [slope(low + quarter, low, min), slope(high - quarter, high, max)]
  }
  if (high_is_bad) return [slope(ideal ?? low ?? 0, high, max)]
  if (low_is_bad) return [slope(ideal ?? high ?? max, low, min)]
  return []
}

function slope(ideal: Maybe, comfort: Maybe, worst: Maybe): Slope | null {
  if (!isNumber(ideal) || !isNumber(comfort) || !isNumber(worst)) return null
  const inOrder = (ideal < comfort && comfort < worst) || (ideal > comfort && comfort > worst)
  return inOrder ? { ideal, comfort, worst } : null
}

function gradeOn({ ideal, comfort, worst }: Slope, value: number): number {
  const fromIdeal = (value - ideal) / (comfort - ideal)
  if (fromIdeal <= 0) return 10
  if (fromIdeal <= 1) return 10 - 2 * fromIdeal
  return Math.max(1, 8 - (7 * (value - comfort)) / (worst - comfort))
}

/**
 * Status of a value (design language §3). Act now wins over too cold: severity before direction. `too_cold` also stands for
 * too dry. Null where there is a value but nothing to judge it by.
 */
export function statusOf(
  value: Maybe,
  boundaries: GradeBoundaries,
  sides: BadSides,
  thresholds: GradeThresholds = DEFAULT_GRADE_10,
): ClimateStatus | null {
  if (!isNumber(value)) return 'no_data'
  if (isNumber(boundaries.limit_value) && value > boundaries.limit_value) return 'act_now'
  const grade = gradeOf(value, boundaries, sides)
  if (grade === null) return null
  const status = statusOfGrade(grade, thresholds)
  const twoSided = sides.low_is_bad && sides.high_is_bad
  const isLow = isNumber(boundaries.low_value) && value < boundaries.low_value
  return status === 'attention' && twoSided && isLow ? 'too_cold' : status
}

/**
 * Status of a value the server has graded, or not: it leaves out what may not be judged at the moment (`gradeApplies`). A
 * broken limit speaks also without a grade, except for light at night and the like, which have none.
 */
export function statusOfGraded(
  { value, grade }: { value: number; grade: number | null },
  boundaries: GradeBoundaries,
  sides: BadSides,
  thresholds: GradeThresholds = DEFAULT_GRADE_10,
): ClimateStatus | null {
  const overLimit = isNumber(boundaries.limit_value) && value > boundaries.limit_value
  return grade === null && !overLimit ? null : statusOf(value, boundaries, sides, thresholds)
}

/** Status by a grade alone, as on the badge of an area; without a grade there is no data. */
export function statusOfGrade(
  grade: number | null,
  thresholds: GradeThresholds = DEFAULT_GRADE_10,
): Exclude<ClimateStatus, 'too_cold'> {
  if (grade === null) return 'no_data'
  if (grade < thresholds.low_value) return 'act_now'
  return grade < thresholds.high_value ? 'attention' : 'good'
}

/** The weakest point decides: the lowest grade and whose it is; null when nothing is graded (science §4). */
export function overallGrade<Key extends string>(
  grades: Readonly<Partial<Record<Key, number | null>>>,
): { key: Key; grade: number } | null {
  let lowest: { key: Key; grade: number } | null = null
  for (const [key, grade] of entriesOf(grades)) {
    if (isNumber(grade) && (lowest === null || grade < lowest.grade)) lowest = { key, grade }
  }
  return lowest
}

export interface GradeMoment {
  /** Hour of the day at the location, 0 to 23. */
  local_hour: number
  /** Air temperature of the same room and its upper comfort edge, °C. */
  temperature: number | null
  temperature_high: number | null
}

/** Hours in which every kind of animal has its lights on: eight, the shortest light period of the law (science §2, hours J). */
const LIT_HOURS = { from: 8, until: 16 }

/**
 * Tells whether a value of this quantity may be graded at this moment (notes of the thresholds): dim light only in the
 * light period, draught only while it isn't warm. Everything else always.
 */
export function gradeApplies(quantity: string, value: number, low_value: number | null, moment: GradeMoment): boolean {
  if (quantity === 'light_lux') {
    const lit = low_value !== null && value >= low_value
    return lit || (moment.local_hour >= LIT_HOURS.from && moment.local_hour < LIT_HOURS.until)
  }
  if (quantity === 'air_speed') {
    const { temperature, temperature_high } = moment
    return temperature !== null && temperature_high !== null && temperature < temperature_high
  }
  return true
}

const isNumber = (value: Maybe): value is number => typeof value === 'number' && Number.isFinite(value)
