/** Distance two names at the ends of lines need, px. */
const LINE = 15

/** Heights of labels (px) that want to stand at `wanted`, moved apart as far as they must, between the ends. */
export const spreadApart = (wanted: readonly number[], top: number, bottom: number): number[] => {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0))
  const placed = new Array<number>(wanted.length).fill(0)
  let above = top - LINE
  for (const index of order) {
    above = Math.max(wanted[index] ?? 0, above + LINE)
    placed[index] = above
  }
  let below = bottom + LINE
  for (const index of order.toReversed()) {
    below = Math.min(placed[index] ?? 0, below - LINE)
    placed[index] = below
  }
  return placed
}
