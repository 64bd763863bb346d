import type { Area } from '#shared/contract/places/locations.ts'

type Items = NonNullable<Area['group_items']>

/** Most groups an area may be divided into; also keeps a slip of the finger from making a million of them. */
export const MAX_GROUPS = 2000

/** A, B … Z, AA: names of the rows. */
const rowLetters = (row: number): string => {
  const rest = String.fromCharCode(65 + (row % 26))
  return row < 26 ? rest : rowLetters(Math.floor(row / 26) - 1) + rest
}

const rowOf = (name: string): string => /^([A-Z]+)\d+$/.exec(name)?.[1] ?? ''

/** Divisor of `count` that comes nearest to `wanted`. */
const nearestDivisor = (count: number, wanted: number): number => {
  let best = 1
  for (let divisor = 1; divisor <= count; divisor++)
    if (count % divisor === 0 && Math.abs(divisor - wanted) < Math.abs(best - wanted)) best = divisor
  return best
}

/** Rows in which the groups of an area lie: by their names where we gave them, else by their width, else about as wide as deep. */
export const gridOf = ({ group_items, width, group_width }: Partial<Area>): { across: number; deep: number } => {
  const items = group_items ?? []
  if (items.length === 0) return { across: 0, deep: 0 }
  const first = rowOf(items[0]?.name ?? '')
  const named = first === '' ? 0 : items.filter(({ name }) => rowOf(name) === first).length
  const wanted = width && group_width ? width / group_width : Math.sqrt(items.length)
  const across = named > 0 && items.length % named === 0 ? named : nearestDivisor(items.length, wanted)
  return { across, deep: items.length / across }
}

/** The groups of a grid; those that were there keep what is known of them as long as the grid stays as it was. */
export const groupItems = (
  before: Partial<Area>,
  grid: { across: number; deep: number },
  animals: number | null,
): Items => {
  const was = gridOf(before)
  const same = was.across === grid.across && was.deep === grid.deep
  if (same && before.animals_per_group === animals) return before.group_items ?? []
  return Array.from({ length: grid.across * grid.deep }, (_, index) => ({
    id: index + 1,
    name: same
      ? (before.group_items?.[index]?.name ?? '')
      : `${rowLetters(Math.floor(index / grid.across))}${(index % grid.across) + 1}`,
    animals,
  }))
}
