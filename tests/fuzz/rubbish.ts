/** Numbers by chance that are the same in each run. */
export const createChance = (seed: number) => {
  let state = seed >>> 0
  /** 0 ≤ n < 1 (mulberry32). */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    oneOf: <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item,
    isOneIn: (many: number): boolean => below(many) === 0,
    /** Number from 1 to `most`, small ones as often as large ones: by their logarithm. */
    size: (most: number): number => Math.max(1, Math.floor(most ** next())),
  }
}
export type Chance = ReturnType<typeof createChance>

/** Texts on which patterns, parsers and printers have choked on somewhere. */
const UNITS = [
  '1',
  '1.',
  '1,',
  '.',
  '-',
  '1e',
  ' ',
  '\t',
  '\n',
  '\r\n',
  'T1',
  '(',
  '[[',
  ')',
  '{',
  '"',
  '\\',
  "'",
  ';',
  ',',
  '=',
  'a=1,',
  '{{',
  '|',
  '/',
  '..',
  ':',
  '@',
  'a@a.',
  '<',
  '<b>',
  '&',
  '%',
  '%0a',
  '\0',
  '\ud800',
  '\u202e',
  '😀',
  'é',
  'İ',
  'ß',
  '\u0301',
  '--x\r\n',
  '+',
  '#',
  '$',
  '_',
  'a',
  'pm_2',
  '2026-01-01T',
  'Z',
] as const
const WORDS = [
  '',
  't',
  'h',
  'time',
  'state',
  'unit',
  'value',
  'temperature',
  'Temp1',
  '__proto__',
  'constructor',
  'toString',
  'length',
  'nan',
  '-59 dBm',
  '2026-11-20T12:00:00Z',
  '99999-99-99T99:99:99Z',
  '1763640000',
  '1e999',
  '-0',
  '0x1F',
  '21,5',
  '1.234.567,8',
  '<script>alert(1)</script>',
  'https://example.org/',
  '../../etc/passwd',
  "' OR 1=1 --",
  '=1+1',
] as const

/** A text, mostly short, at times of up to `most` characters. */
export const aText = (chance: Chance, most: number): string => {
  if (chance.isOneIn(3)) return chance.oneOf(WORDS)
  const length = chance.size(chance.isOneIn(50) ? most : Math.min(most, 2000))
  const [first, second] = [chance.oneOf(UNITS), chance.oneOf(UNITS)]
  const shape = chance.below(4)
  if (shape === 0) return first.repeat(length / first.length + 1)
  if (shape === 1) return `${first.repeat(length / first.length + 1)}${second}`
  if (shape === 2) return `${first}${second}`.repeat(length / (first.length + second.length) + 1)
  return Array.from({ length: Math.min(length, 300) }, () => chance.oneOf(UNITS)).join('')
}

/** Any value JSON can hold. */
export const aValue = (chance: Chance, most: number, depth = 0): unknown => {
  const kind = chance.below(depth > 4 ? 6 : 9)
  if (kind <= 1) return (chance.next() - 0.5) * 10 ** chance.below(20)
  if (kind <= 3) return aText(chance, most)
  if (kind === 4) return chance.oneOf([null, true, false, 0, -0, 1e308, 21.5])
  if (kind === 5) return { value: aText(chance, most), unit: aText(chance, 40) }
  const count = chance.size(chance.isOneIn(100) ? most / 10 : 12)
  const small = most / count
  if (kind === 6) return Array.from({ length: count }, () => aValue(chance, small, depth + 1))
  if (kind === 7) return Object.fromEntries(fields(chance, count, small, depth))
  let nested: unknown = aText(chance, 10)
  for (let level = chance.size(chance.isOneIn(50) ? 20_000 : 40); level > 0; level--)
    nested = chance.isOneIn(2) ? [nested] : { a: nested }
  return nested
}

const fields = (chance: Chance, count: number, most: number, depth: number): [string, unknown][] =>
  Array.from({ length: count }, (_, index) => [
    chance.isOneIn(4) ? chance.oneOf(WORDS) : `${aText(chance, Math.min(most, 60))}${index}`,
    aValue(chance, most, depth + 1),
  ])

/** A good body with something in it, anywhere, exchanged. */
export const changed = (chance: Chance, good: unknown, most: number): unknown => {
  if (chance.isOneIn(4) || typeof good !== 'object' || good === null) return aValue(chance, most)
  const entries = Object.entries(good)
  const at = chance.below(entries.length + 1)
  const exchanged = entries.map(([name, value], index) => [name, index === at ? changed(chance, value, most) : value])
  if (at === entries.length) exchanged.push([aText(chance, 60), aValue(chance, most)])
  return Array.isArray(good) ? exchanged.map(([, value]) => value) : Object.fromEntries(exchanged)
}

/** JSON of a value, also where it is nested deeper than can be printed; at times cut off or with a wrong byte. */
export const asJson = (chance: Chance, value: unknown): string => {
  let text: string
  try {
    text = JSON.stringify(value) ?? 'null'
  } catch {
    text = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  }
  if (chance.isOneIn(12)) return text.slice(0, chance.below(text.length + 1))
  return chance.isOneIn(12) ? `${text}${aText(chance, 100)}` : text
}

/** Bytes with some of them exchanged, doubled or left out. */
export const damaged = (chance: Chance, bytes: Buffer): Buffer => {
  const at = chance.below(bytes.length + 1)
  const size = chance.size(bytes.length)
  const kind = chance.below(6)
  if (kind === 0) return bytes.subarray(0, at)
  if (kind === 1) return Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.min(bytes.length, at + size))])
  if (kind === 2)
    return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(size, chance.below(256)), bytes.subarray(at)])
  const copy = Buffer.from(bytes)
  for (let changes = chance.size(kind === 3 ? 3 : 200); changes > 0 && copy.length > 0; changes--)
    copy[chance.below(kind === 5 ? Math.min(200, copy.length) : copy.length)] = chance.below(256)
  return copy
}
