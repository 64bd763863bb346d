import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { analyse } from 'scslre'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { FIRST_SCREENS } from '#shared/contract/first-screens.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Patterns that never see a long text from outside, each with the reason. */
const BOUNDED: Record<string, string> = {
  'shared/rules/ingest/value.ts /\\B(?=(\\d{3})+$)/g': 'digits of one number',
  'server/imports/reading/guess-columns.ts /\\d+$/': 'the name of a column, cut to 100 characters',
  'server/imports/reading/guess-columns.ts /[\\s_]+$/': 'the name of a column, cut to 100 characters',
  'server/imports/reading/times.ts /\\s*(Z|UTC|[+-]\\d\\d(?::?\\d\\d)?)$/i': 'a time, cut to 100 characters',
  'server/taxonomy/thresholds.ts /(?:"((?:[^"]|"")*)"|([^",\\r\\n]*))(,|\\r?\\n|$)/g': 'a file of ours',
}

const files = ['shared', 'server'].flatMap(folder =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map(name => `${folder}/${name}`)
    .filter(name => /\.ts$/.test(name) && !/\.test(-data)?\.ts$/.test(name) && !name.startsWith('server/testing/')),
)

interface Pattern {
  source: string
  flags: string
}

/** Each regular expression that is written in a file. */
const patternsIn = (file: string): Pattern[] => {
  const found: Pattern[] = []
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, regex } = node as { type?: unknown; regex?: { pattern: string; flags: string } | null }
    if (type === 'Literal' && regex) found.push({ source: regex.pattern, flags: regex.flags })
    for (const part of Object.values(node)) look(part)
  }
  look(parseSync(file, readFileSync(join(ROOT, file), 'utf8')).program)
  return found
}

/** Tells whether the time a pattern takes can grow faster than the text it is held against. */
const isSlow = (pattern: Pattern): boolean =>
  analyse(pattern, { reportTypes: { Move: true, Self: true, Trade: true } }).reports.length > 0

describe('a regular expression takes time by the length of the text, and not by its square', () => {
  test.each([
    ['/(\\d+\\.?\\d*|x)$/', { source: '^(\\d+\\.?\\d*|\\.\\d+)$', flags: '' }, true],
    ['/(a|a)*$/', { source: '(a|a)*$', flags: '' }, true],
    ['/\\s*Z$/', { source: '\\s*Z$', flags: '' }, true],
    ['/^\\d+(\\.\\d*)?$/', { source: '^\\d+(\\.\\d*)?$', flags: '' }, false],
  ])('the check itself: %s', (_, pattern, slow) => {
    expect(isSlow(pattern)).toBe(slow)
  })

  test('in what both sides use, and in the server', () => {
    const slow = files.flatMap(file =>
      patternsIn(file)
        .filter(isSlow)
        .map(({ source, flags }) => `${file} /${source}/${flags}`),
    )
    expect(slow.filter(one => !(one in BOUNDED))).toEqual([])
    expect(Object.keys(BOUNDED).filter(one => !slow.includes(one))).toEqual([])
  })

  test('made from the paths of screens', () => {
    expect(FIRST_SCREENS.filter(({ path }) => isSlow({ source: path, flags: '' }))).toEqual([])
  })
})
