import { z } from 'zod'

/**
 * Makes a schema of a list that is checked in one go. An answer may have a hundred thousand numbers: to check each by a schema of its
 * own takes 15 ms of them, and this takes one. `items` is what the description of the API says of them.
 */
const columnOf = <Value>(isItem: (item: unknown) => boolean, items: Record<string, unknown>) =>
  z.custom<Value[]>(column => Array.isArray(column) && column.every(isItem)).meta({ type: 'array', items })

/** Numbers, one for each step. */
export const Numbers = columnOf<number>(Number.isFinite, { type: 'number' })
/** Numbers, null where there is none. */
export const NumbersOrNull = columnOf<number | null>(item => item === null || Number.isFinite(item), {
  type: 'number',
  nullable: true,
})
/** Answers to a question, one for each step. */
export const Booleans = columnOf<boolean>(item => typeof item === 'boolean', { type: 'boolean' })
