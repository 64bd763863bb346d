import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { schemaFree } from '../../tools/schema-free.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The build gives the web this table without its schemas. */
const TABLE = 'shared/contract/index.ts'

/** Files that one imports before it can run: neither types nor what comes later. */
const needsOf = (file: string): string[] =>
  [
    ...readFileSync(join(ROOT, file), 'utf8').matchAll(/^(?:import|export) (?!type )(?:[^'"]*? from )?'([^']+)'/gm),
  ].flatMap(([statement, name = '']) => {
    const onlyTypes = /\{([^}]*)\}/
      .exec(statement)?.[1]
      ?.split(',')
      .filter(one => one.trim())
    if (onlyTypes?.every(one => one.trim().startsWith('type '))) return []
    if (name.startsWith('#shared/')) return [name.slice(1)]
    return [name.startsWith('.') ? relative(ROOT, resolve(ROOT, file, '..', name)) : name]
  })

/** Everything below a file, with the way there. */
const waysFrom = (file: string, way: string[] = [], found = new Map<string, string[]>()): Map<string, string[]> => {
  if (found.has(file)) return found
  found.set(file, [...way, file])
  const isOurs = /\.tsx?$/.test(file) && existsSync(join(ROOT, file))
  if (isOurs && file !== TABLE) for (const next of needsOf(file)) waysFrom(next, [...way, file], found)
  return found
}

describe('[design: first visit on a phone] a first screen does not wait for', () => {
  const FIRST = [
    // The router knows all screens from the start.
    ...globSync('web/*/screens.ts', { cwd: ROOT }),
    'web/boot/boot.ts',
    'web/boot/main.tsx',
    'web/app/shell/layout.tsx',
    'web/users/sign-in/sign-in-page.tsx',
    'web/locations/home/home-page.tsx',
    'web/measurements/page/data-page.tsx',
    'web/alerts/list/alerts-page.tsx',
    'web/diary/inspection-form/form-page.tsx',
    'web/boards/board-page.tsx',
  ]
  const LATER = [
    'zod',
    'echarts',
    '@mantine/notifications',
    '@mantine/dates',
    'temporal-polyfill',
    '@mantine/core/styles.layer.css',
  ]

  test.each(FIRST)('what only forms, charts and calendars need: %s', file => {
    const ways = waysFrom(file)
    expect(ways.size).toBeGreaterThan(2)
    const long = LATER.flatMap(name => ways.get(name)?.join(' → ') ?? [])
    expect(long).toEqual([])
  })

  test('the schemas of the calls: the table of the web names where each call is and nothing else', () => {
    const { load } = schemaFree as unknown as { load: { handler: () => string } }
    const table = JSON.parse(load.handler().replace('export const api = ', '')) as Record<string, object>
    expect(Object.keys(table)).toEqual(Object.keys(api))
    const fields = new Set(Object.values(table).flatMap(Object.keys))
    expect([...fields].sort()).toEqual(['method', 'path', 'root'])
  })

  test('and the web asks the table for nothing else', () => {
    const files = readdirSync(join(ROOT, 'web'), { recursive: true, encoding: 'utf8' })
    const asking = files.filter(
      file =>
        /(?<!\.test)\.tsx?$/.test(file) &&
        /\bapi\.\w+\.(?!method\b|path\b)\w+/.test(readFileSync(join(ROOT, 'web', file), 'utf8')),
    )
    expect(asking).toEqual([])
  })
})
