/** Coefficients of Lanczos for g = 7, n = 9: 15 digits. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]
/** Logarithm of the gamma function of a positive number. */
const logGamma = (z: number): number => {
  const [first = 0, ...rest] = LANCZOS
  const sum = rest.reduce((total, coefficient, index) => total + coefficient / (z + index), first)
  const t = z + 6.5
  return 0.5 * Math.log(2 * Math.PI) + (z - 0.5) * Math.log(t) - t + Math.log(sum)
}

const TINY = 1e-300
const away = (value: number): number => (Math.abs(value) < TINY ? TINY : value)

/** Regularized incomplete beta function by its continued fraction (Lentz; Numerical Recipes §6.4). */
const incompleteBeta = (x: number, a: number, b: number): number => {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a)
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a
  let [c, d] = [1, 1 / away(1 - ((a + b) * x) / (a + 1))]
  let fraction = d
  for (let m = 1; m <= 300; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    let change = 1
    for (const term of [even, odd]) {
      d = 1 / away(1 + term * d)
      c = away(1 + term / c)
      change = c * d
      fraction *= change
    }
    if (Math.abs(change - 1) < 1e-15) break
  }
  return front * fraction
}

/** Share of Student's t distribution with `freedom` degrees of freedom (also broken ones) that lies within ±t. */
export const studentWithin = (t: number, freedom: number): number =>
  1 - incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5)

/** The t within which a share (0 to 1, exclusive) of Student's distribution lies on both sides of 0. */
export const studentT = (share: number, freedom: number): number => {
  let [low, high] = [0, 1]
  while (studentWithin(high, freedom) < share && high < 1e12) high *= 2
  while (high - low > 1e-12 * high) {
    const middle = (low + high) / 2
    if (studentWithin(middle, freedom) < share) low = middle
    else high = middle
  }
  return (low + high) / 2
}
