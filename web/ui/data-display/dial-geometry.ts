/** The dial's circle lies in a box of 100 by 94 around (50, 50). Angles in degrees, clockwise from three o'clock. */
export const START = 145
export const SWEEP = 250
const CENTRE = 50

/** Angle of a value on a scale; a value off the scale rests at the stop. */
export const angleOf = (value: number, min: number, max: number): number => {
  if (max <= min) return START
  const share = Math.min(1, Math.max(0, (value - min) / (max - min)))
  return START + SWEEP * share
}

export const pointAt = (angle: number, radius: number): [number, number] => {
  const radians = (angle * Math.PI) / 180
  return [CENTRE + radius * Math.cos(radians), CENTRE + radius * Math.sin(radians)]
}

const text = ([x, y]: [number, number]): string => `${x.toFixed(2)},${y.toFixed(2)}`

export const arc = (from: number, to: number, radius: number): string => {
  const large = to - from > 180 ? 1 : 0
  return `M${text(pointAt(from, radius))}A${radius} ${radius} 0 ${large} 1 ${text(pointAt(to, radius))}`
}

export const spoke = (angle: number, outer: number, inner: number): string =>
  `M${text(pointAt(angle, outer))}L${text(pointAt(angle, inner))}`

let ticks: string | undefined

/** The 41 ticks as one path; every tenth is longer. Drawn when the first dial is. */
export const ticksPath = (): string => {
  ticks ??= Array.from({ length: 41 }, (_, index) =>
    spoke(START + (SWEEP * index) / 40, 45, index % 10 === 0 ? 39.5 : 42),
  ).join('')
  return ticks
}

/** Ends of the comfort arc on a scale, and which of them are real edges; null without comfort. */
export const comfortArc = (
  scale: { min: number; max: number },
  low: number | null,
  high: number | null,
): { from: number; to: number; edges: number[] } | null => {
  if (low === null && high === null) return null
  const from = angleOf(low ?? scale.min, scale.min, scale.max)
  const to = angleOf(high ?? scale.max, scale.min, scale.max)
  if (to <= from) return null
  const inside = (edge: number | null): edge is number => edge !== null && edge > scale.min && edge < scale.max
  return { from, to, edges: [low, high].filter(inside).map(edge => angleOf(edge, scale.min, scale.max)) }
}
