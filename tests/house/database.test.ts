import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Files of the server that are delivered, without the migrations, which speak of the tables of their time. */
const files = readdirSync(join(ROOT, 'server'), { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
  .map(entry => relative(ROOT, join(entry.parentPath, entry.name)))
  .filter(path => !/^server\/(testing|migrations)\//.test(path))
  .sort()
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const domainOf = (path: string) => path.split('/')[1] ?? ''
const isStore = (path: string) => /(?:\/|-)store\.ts$/.test(path)

describe('SQL stands in stores', () => {
  const SQL =
    /\b(?:selectFrom|insertInto|insertRows|updateTable|deleteFrom|mergeInto)\(|\bsql(?:<[^`]{1,80}>)?`|\bsql\.(?:raw|table|ref)\(/
  test('nowhere else but in `store.ts`, `<subject>-store.ts` and the technique of `server/kit/database`', () => {
    const others = files.filter(path => !isStore(path) && !path.startsWith('server/kit/database/'))
    expect(others.filter(path => SQL.test(textOf(path)))).toEqual([])
  })

  test('a store is its own domain’s: others call what a file of it that is no store names', () => {
    const imports = files.flatMap(from =>
      [...textOf(from).matchAll(/\bfrom '(\.[^']+)'/g)].map(([, to = '']) => ({
        from,
        to: relative(ROOT, join(ROOT, from, '..', to)),
      })),
    )
    const wrong = imports.filter(
      // Stores of the kit belong to no subject: they are there for all.
      ({ from, to }) => isStore(to) && domainOf(to) !== domainOf(from) && domainOf(to) !== 'kit',
    )
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
  })
})

describe('a table belongs to the domain whose `tables.ts` names it', () => {
  /** Domain of each table. */
  const owners = new Map(
    files
      .filter(path => path.endsWith('/tables.ts'))
      .flatMap(path => [...textOf(path).matchAll(/^ {2}(\w+): /gm)].map(([, table = '']) => [table, domainOf(path)])),
  )

  /**
   * Tables of other domains that a domain joins to its own, in one query where two would ask for every row. Nothing else
   * of them is read here: what a table means is its domain's to say.
   */
  const READS: Record<string, string[]> = {
    backups: ['devices', 'locations'],
    alerts: ['devices', 'location_owners', 'locations', 'rentals', 'users'],
    audit: ['devices', 'download_devices', 'location_owners', 'locations', 'rentals', 'users'],
    devices: ['areas', 'locations', 'rentals', 'research', 'research_people', 'users'],
    emissions: ['users'],
    displays: ['users'],
    diary: ['areas', 'location_owners', 'locations', 'photos', 'users'],
    benchmarks: ['areas', 'locations', 'users'],
    exports: ['devices', 'users'],
    groups: ['users'],
    imports: ['users'],
    insights: ['areas', 'locations', 'users'],
    locations: ['floor_plans', 'group_members', 'groups', 'users'],
    'manual-measurements': ['users'],
    // Takes over what an older release left waiting there.
    notifications: ['alarm_ways', 'alert_deliveries'],
    offers: ['devices', 'locations', 'rentals', 'research', 'users'],
    photos: ['floor_plans', 'inspection_files'],
    research: ['location_research', 'users'],
    series: ['users'],
    snapshots: ['users'],
    users: ['alert_rules', 'exports', 'location_owners', 'locations', 'rentals'],
  }

  /** Tables of other domains that a domain changes. */
  const WRITES: Record<string, string[]> = {
    // Holds the row of an account while a quota is counted, also for domains that accounts need themselves.
    kit: ['users'],
    // Takes over what an older release left waiting there.
    notifications: ['alarm_ways', 'alert_deliveries'],
  }

  const QUERY =
    /\b(selectFrom|insertInto|updateTable|deleteFrom|using|innerJoin|leftJoin|insertRows)\((?:\s*db,)?\s*['`](\w+)/g
  /** Functions and lists of a row (`ARRAY JOIN`) are no tables. */
  const RAW = /(?<!ARRAY )\b(FROM|JOIN|INSERT INTO|UPDATE|DELETE FROM) (\w+)\b(?!\()/g
  /** Uses of tables by other domains than their own that are not named, as sentences. */
  const unnamed = (isWriting: boolean, named: Record<string, string[]>) =>
    files.flatMap(path => {
      const [domain, text] = [domainOf(path), textOf(path)]
      const used = [...text.matchAll(QUERY), ...text.matchAll(RAW)]
        .filter(([, verb = '']) => /insert|update|delete/i.test(verb) === isWriting)
        .map(([, , table = '']) => table)
      const others = [...new Set(used)].filter(table => (owners.get(table) ?? domain) !== domain)
      return others
        .filter(table => !named[domain]?.includes(table))
        .map(table => `${path} ${isWriting ? 'changes' : 'reads'} ${table} of ${owners.get(table)}`)
    })

  test('names every table once', () => {
    const named = files
      .filter(path => path.endsWith('/tables.ts'))
      .flatMap(path => [...textOf(path).matchAll(/^ {2}(\w+): /gm)].map(([, table]) => table))
    expect(named.length).toBeGreaterThan(60)
    expect(named.filter((table, index) => named.indexOf(table) !== index)).toEqual([])
  })

  test('and is changed by that domain alone', () => {
    expect(unnamed(true, WRITES)).toEqual([])
  })

  test('and is read elsewhere only where it is named here', () => {
    expect(unnamed(false, READS)).toEqual([])
  })
})
