import { RE2JS, RE2JSException } from 're2js'

/** Pattern that cannot be read, or that would take too long. */
export class PatternRefused extends Error {
  readonly reason: 'pattern' | 'costly'
  constructor(reason: PatternRefused['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** Characters of all patterns of a request that are more than a list of texts. */
const LONGEST = 300
/** Instructions of a compiled pattern. */
const LARGEST = 500
/** Length of a pattern times all of its counted repeats: no more instructions come of it, whatever stands within what. */
const MAX_REPEATED = 1000
/** Instructions times characters of all texts that a request holds its patterns against: some milliseconds, a fifth of a second at worst. */
const MAX_WORK = 2_000_000

const REPEAT = /\{(\d{1,4})(?:,(\d{0,4}))?\}/g
/** Texts with `|` between them, in parentheses or not, as Grafana writes the values that somebody picked. */
const PLAIN = /^(?:[^\\^$.*+?()|[\]{}]|\\[^\dA-Za-z])*$/

const plainTexts = (pattern: string): Set<string> | null => {
  const inner = pattern.startsWith('(') && pattern.endsWith(')') ? pattern.slice(1, -1) : pattern
  const texts = inner.split('|')
  // A backslash before a `|` makes it a part of the text; the part before it then ends with one.
  if (!texts.every(text => PLAIN.test(text))) return null
  return new Set(texts.map(text => text.replaceAll(/\\(.)/g, '$1')))
}

const repeatsOf = (pattern: string): number =>
  [...pattern.matchAll(REPEAT)].reduce(
    (product, [, least, most]) => product * Math.max(1, Number(least), Number(most ?? 0)),
    1,
  )

/**
 * Patterns of one request. Each is matched in time that grows with the text alone (RE2), and all of them together stay within a bound:
 * linear time is long where a pattern of thirty characters makes twelve thousand instructions. Like Prometheus's they match all of a text.
 */
export const createPatterns = () => {
  let [length, work] = [0, 0]
  const compiled = (pattern: string): RE2JS => {
    length += pattern.length
    if (length > LONGEST || pattern.length * repeatsOf(pattern) > MAX_REPEATED) throw new PatternRefused('costly')
    try {
      const program = RE2JS.compile(pattern, RE2JS.DOTALL)
      if (program.programSize() > LARGEST) throw new PatternRefused('costly')
      return program
    } catch (error) {
      if (error instanceof RE2JSException) throw new PatternRefused('pattern')
      throw error
    }
  }
  return {
    /** Tells whether a text fits. Throws {@link PatternRefused}, now and later. */
    matching: (pattern: string): ((text: string) => boolean) => {
      const texts = plainTexts(pattern)
      if (texts) return text => texts.has(text)
      const program = compiled(pattern)
      const size = program.programSize()
      const known = new Map<string, boolean>()
      return text => {
        const before = known.get(text)
        if (before !== undefined) return before
        work += size * (text.length + 1)
        if (work > MAX_WORK) throw new PatternRefused('costly')
        const fits = program.matches(text)
        known.set(text, fits)
        return fits
      }
    },
  }
}
export type Patterns = ReturnType<typeof createPatterns>
