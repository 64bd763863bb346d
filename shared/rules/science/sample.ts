import { studentT } from './student.ts'

/** Share of such intervals that hold the true difference. */
export const CONFIDENCE = 0.95

/** Values that count for themselves, with their mean and variance. `n` may be a fraction where values repeat each other. */
export interface Sample {
  n: number
  mean: number
  variance: number
}

/** Ends of an interval of the mean, with its degrees of freedom. */
export interface MeanInterval {
  low: number
  high: number
  freedom: number
}

export const meanOfAll = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Values as a sample; a single one has no variance. */
export const sampleOf = (values: readonly number[]): Sample => {
  const mean = meanOfAll(values)
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { n: values.length, mean, variance: values.length > 1 ? squares / (values.length - 1) : 0 }
}

/** Interval around a mean with this standard error. */
export const withinReach = (mean: number, error: number, freedom: number): MeanInterval => {
  const reach = error === 0 ? 0 : studentT(CONFIDENCE, freedom) * error
  return { low: mean - reach, high: mean + reach, freedom }
}

/** Welch's interval of the difference of two means (Biometrika 34, 1947), with the degrees of freedom of Satterthwaite. */
export const welchInterval = (a: Sample, b: Sample): MeanInterval => {
  const [ofA, ofB] = [a.variance / a.n, b.variance / b.n]
  const error = ofA + ofB
  // Values that are all alike leave nothing to chance.
  const freedom = error === 0 ? a.n + b.n - 2 : error ** 2 / (ofA ** 2 / (a.n - 1) + ofB ** 2 / (b.n - 1))
  return withinReach(a.mean - b.mean, Math.sqrt(error), freedom)
}
