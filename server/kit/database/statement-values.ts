/** A value of a statement and its type, as ClickHouse writes them: `{from: Int64}`. */
const PLACEHOLDER = /\{(\w+): ?([^{}]+)\}/g

/** Characters that end a text of ClickHouse, or begin an escape in one. */
const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\0')

const literalOf = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(literalOf).join()}]`
  if (typeof value === 'string') return `'${escaped(value)}'`
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  throw new TypeError(`A statement takes numbers, texts and lists of them, not ${String(value)}.`)
}

/**
 * Writes the values of a statement into its text, each as the type that the statement names for it. A name without a value stays
 * as it is, and the engine refuses it.
 */
export const withValues = (statement: string, values: Record<string, unknown> = {}): string =>
  statement.replace(PLACEHOLDER, (placeholder, name: string, type: string) =>
    Object.hasOwn(values, name) ? `CAST(${literalOf(values[name])}, '${escaped(type)}')` : placeholder,
  )
