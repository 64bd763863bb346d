/** A field that two people changed differently, or only the other one did. */
export interface Difference {
  field: string
  mine: unknown
  theirs: unknown
  /** True of a field left alone here: theirs is meant. */
  onlyTheirs: boolean
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Fields where the form differs from what is saved by now; `before` is what the form was filled with. */
export const differences = (
  before: Record<string, unknown>,
  mine: Record<string, unknown>,
  theirs: Record<string, unknown>,
): Difference[] =>
  Object.keys(mine)
    .filter(field => field !== 'version' && field !== 'country' && !same(mine[field], theirs[field]))
    .map(field => ({
      field,
      mine: mine[field],
      theirs: theirs[field],
      onlyTheirs: same(mine[field], before[field]),
    }))

/** The body with theirs in the fields chosen. */
export const merged = <Body extends Record<string, unknown>>(
  mine: Body,
  theirs: Record<string, unknown>,
  takeTheirs: readonly string[],
): Body => ({ ...mine, ...Object.fromEntries(takeTheirs.map(field => [field, theirs[field] ?? null])) })
