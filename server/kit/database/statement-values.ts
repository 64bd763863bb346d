/** A value of a statement and its type, as ClickHouse writes them: `{from: Int64}`. */
const PLACEHOLDER = /\{(\w+): ?([^{}]+)\}/g

/** Text as it stands between quotes of ClickHouse, where some characters would end it or begin an escape. */
export const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\0')

const LIST = /^Array\((.+)\)$/
const WHOLE = /^(U?)Int(\d+)$/

/** Tells whether a number fits a type of whole numbers: a cast would make another one of it. */
const fits = (value: number, type: string): boolean => {
  const [, unsigned, bits] = WHOLE.exec(type) ?? []
  if (bits === undefined) return Number.isFinite(value)
  const most = 2 ** (unsigned ? Number(bits) : Number(bits) - 1)
  return Number.isSafeInteger(value) && value < most && value >= (unsigned ? 0 : -most)
}

const literalOf = (value: unknown, type: string): string => {
  const element = LIST.exec(type)?.[1]
  if (Array.isArray(value) && element) return `[${value.map(one => literalOf(one, element)).join()}]`
  if (typeof value === 'string') return `'${escaped(value)}'`
  if (typeof value === 'number' && fits(value, type)) return String(value)
  throw new TypeError(`A statement takes numbers, texts and lists of them, not ${String(value)} as ${type}.`)
}

/**
 * Writes the values of a statement into its text, each as the type that the statement names for it. A name without a value stays
 * as it is, and the engine refuses it.
 */
export const withValues = (statement: string, values: Record<string, unknown> = {}): string =>
  statement.replace(PLACEHOLDER, (placeholder, name: string, type: string) =>
    Object.hasOwn(values, name) ? `CAST(${literalOf(values[name], type.trim())}, '${escaped(type)}')` : placeholder,
  )
