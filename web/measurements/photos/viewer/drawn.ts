import type { PhotoMark } from '#shared/contract/measurements/photos.ts'

export const TOOLS = ['arrow', 'ring', 'box', 'line', 'text'] as const
export type Tool = (typeof TOOLS)[number]
export type Point = [number, number]

const MAX_POINTS = 500
/** Shorter than this share of the picture is a slip of the finger. */
const SHORTEST = 0.012

const round = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 10_000

/** Position of a pointer on the picture, as shares of its width and height. */
export const pointIn = (
  box: { left: number; top: number; width: number; height: number },
  x: number,
  y: number,
): Point => [round((x - box.left) / box.width), round((y - box.top) / box.height)]

/** Mark that a stroke of a tool draws; null for too little. */
export const markOf = (tool: Exclude<Tool, 'text'>, points: readonly Point[]): PhotoMark | null => {
  const [from, to] = [points[0], points.at(-1)]
  if (!from || !to) return null
  const reach = Math.max(...points.map(([x, y]) => Math.hypot(x - from[0], y - from[1])))
  if (reach < SHORTEST) return null
  if (tool !== 'line') return { type: tool, from, to }
  const every = Math.ceil(points.length / MAX_POINTS)
  return {
    type: 'line',
    points: points.filter((_, index) => index % every === 0 || index === points.length - 1).slice(0, MAX_POINTS),
  }
}
