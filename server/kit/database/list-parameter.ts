import { elementAt } from '#shared/rules/collections/elements.ts'

type Element = 'UInt8' | 'Int8' | 'UInt16' | 'UInt32' | 'Int64' | 'Float64' | 'String'

export interface ListParameter {
  /** An array, as a query asks for it. */
  sql: string
  params: Record<string, (number | string)[]>
}

/** A ClickHouse server takes 128 KiB in one parameter; a number has up to 24 characters there, the name of a measurement less. */
const BATCH_SIZE = 5000

/** A bound beyond any value; a list of the engine takes no infinite one. */
export const FAR = 1e15
export const bounded = (value: number): number => Math.min(Math.max(value, -FAR), FAR)

/** A list as parameters of a query to the series store, however long it is: a query for a server does not grow with the values. */
export const listParameter = (name: string, type: Element, values: readonly (number | string)[]): ListParameter => {
  const pieces = Array.from({ length: Math.max(1, Math.ceil(values.length / BATCH_SIZE)) }, (_, index) => ({
    name: index === 0 ? name : `${name}_${index}`,
    values: values.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  }))
  const placeholders = pieces.map(piece => `{${piece.name}: Array(${type})}`)
  return {
    sql: placeholders.length === 1 ? elementAt(placeholders, 0) : `arrayConcat(${placeholders.join(', ')})`,
    params: Object.fromEntries(pieces.map(piece => [piece.name, piece.values])),
  }
}
