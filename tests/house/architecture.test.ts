import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/contract/fixed.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TIERS = ['shared', 'server', 'web', 'simulator', 'tests', 'bench', 'tools']

const filesIn = (folder: string): string[] =>
  existsSync(join(ROOT, folder))
    ? readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => relative(ROOT, join(entry.parentPath, entry.name)))
    : []
const sources = TIERS.flatMap(filesIn).filter(file => /\.(tsx?|mjs|css|c)$/.test(file))
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith('server/testing/')

/** Imports of a file, those of this repository as paths from its root. */
const importsOf = (file: string): string[] => {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const found = [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)'([^']+)'/g)].map(([, name]) => name ?? '')
  return found.map(name =>
    name.startsWith('#')
      ? name.slice(1)
      : name.startsWith('.')
        ? relative(ROOT, resolve(ROOT, file, '..', name))
        : name,
  )
}
const imports = sources
  .filter(file => /\.(tsx?|mjs)$/.test(file))
  .flatMap(from => importsOf(from).map(to => ({ from, to })))
const tierOf = (path: string) => TIERS.find(tier => path.startsWith(`${tier}/`))
const sentence = ({ from, to }: { from: string; to: string }) => `${from} imports ${to}`

describe('[architecture §2] who may import whom between the tiers', () => {
  const MAY: Record<string, string[]> = { shared: [], server: ['shared'], web: ['shared'], simulator: ['shared'] }

  test.each(Object.entries(MAY))('%s imports itself and %j', (tier, allowed) => {
    const wrong = imports.filter(({ from, to }) => {
      const target = tierOf(to)
      return tierOf(from) === tier && target !== undefined && target !== tier && !allowed.includes(target)
    })
    expect(wrong.map(sentence)).toEqual([])
  })

  test('shared runs everywhere: nothing of Node', () => {
    const wrong = imports.filter(({ from, to }) => tierOf(from) === 'shared' && !isTest(from) && to.startsWith('node:'))
    expect(wrong.map(sentence)).toEqual([])
  })
})

test('owners of a location change in one file, so that no way of it leaves out who hears of them', () => {
  const changing = /\b(addOwner|removeOwners|removeOwnerEverywhere|moveOwners)\b/
  const files = sources.filter(
    file => file.startsWith('server/') && changing.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  // A new location is its maker's.
  const known = ['ownership-store.ts', 'owners.ts', 'store.ts'].map(name => `server/locations/${name}`)
  expect(files.sort()).toEqual(known.sort())
})

test('the web needs no secure address: a farm opens it by plain HTTP', () => {
  const web = sources.filter(file => file.startsWith('web/') && /\.tsx?$/.test(file) && !isTest(file))
  const wrong = web.filter(file => /\bcrypto\.(randomUUID|subtle)\b/.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(wrong).toEqual([])
})

describe('[architecture §2] the map of domains inside the server', () => {
  const EVERYONE = ['users', 'taxonomy']
  const MAP: Record<string, string[]> = {
    kit: [],
    migrations: ['kit'],
    notifications: ['kit', 'audit'],
    audit: ['kit'],
    users: ['kit', 'audit', 'notifications'],
    taxonomy: ['kit'],
    settings: ['kit'],
    offers: ['kit', 'audit', 'notifications'],
    groups: ['kit', 'audit', 'notifications'],
    locations: ['kit', 'audit', 'notifications', 'offers', 'groups'],
    custody: ['kit'],
    consents: ['kit'],
    devices: ['kit', 'audit', 'notifications', 'offers', 'locations', 'custody', 'consents'],
    research: ['kit', 'audit', 'notifications', 'offers', 'locations', 'custody', 'consents', 'devices', 'series'],
    // Adds a device and places it in one go, which neither of the two may do for the other.
    commissioning: ['kit', 'audit', 'custody', 'devices', 'locations', 'research'],
    series: ['kit', 'devices', 'locations'],
    ingest: ['kit', 'audit', 'custody', 'devices', 'locations', 'series'],
    calibrations: ['kit', 'audit', 'custody', 'devices', 'locations', 'series'],
    'data-quality': ['kit', 'devices', 'ingest', 'locations', 'series'],
    imports: ['kit', 'audit', 'devices', 'ingest', 'locations', 'series'],
    provenance: ['kit', 'devices', 'imports', 'locations', 'series'],
    'manual-measurements': ['kit', 'audit', 'devices', 'locations'],
    weather: ['kit', 'devices', 'locations', 'series'],
    measurements: [
      'kit',
      'backups',
      'consents',
      'data-quality',
      'devices',
      'imports',
      'ingest',
      'locations',
      'manual-measurements',
      'series',
      'weather',
    ],
    displays: ['kit', 'audit', 'devices', 'locations', 'series', 'users'],
    feeds: ['kit', 'audit', 'devices', 'diary', 'exports', 'locations', 'notifications', 'series', 'users'],
    boards: ['kit', 'audit', 'devices', 'locations'],
    'floor-plans': ['kit', 'audit', 'devices', 'locations', 'photos'],
    statistics: ['kit', 'consents', 'devices', 'locations', 'measurements', 'research', 'series', 'weather'],
    benchmarks: ['kit', 'audit', 'locations', 'statistics'],
    emissions: ['kit', 'audit', 'devices', 'locations', 'manual-measurements', 'notifications', 'series', 'weather'],
    photos: ['kit', 'locations', 'custody', 'devices', 'measurements', 'series'],
    diary: ['kit', 'audit', 'locations', 'devices', 'research', 'measurements', 'series', 'photos', 'notifications'],
    flocks: ['kit', 'devices', 'diary', 'emissions', 'locations', 'series'],
    exports: ['kit', 'audit', 'consents', 'devices', 'locations', 'measurements', 'series'],
    snapshots: ['kit', 'audit', 'consents', 'devices', 'exports', 'locations', 'research', 'series'],
    alerts: ['kit', 'audit', 'custody', 'locations', 'devices', 'ingest', 'notifications', 'series'],
    // Reads what the screens read, by the same functions.
    reports: [
      'kit',
      'audit',
      'notifications',
      'alerts',
      'calibrations',
      'consents',
      'data-quality',
      'devices',
      'diary',
      'emissions',
      'locations',
      'measurements',
      'photos',
      'statistics',
    ],
    insights: ['kit', 'locations', 'devices', 'emissions', 'series', 'weather'],
    // Gathers what every domain keeps about a person.
    'personal-data': [
      'kit',
      'audit',
      'notifications',
      'settings',
      'groups',
      'locations',
      'consents',
      'custody',
      'devices',
      'offers',
      'research',
      'ingest',
      'imports',
      'manual-measurements',
      'series',
      'exports',
      'snapshots',
      'emissions',
      'flocks',
      'statistics',
      'benchmarks',
      'alerts',
      'diary',
      'photos',
      'floor-plans',
      'insights',
      'displays',
      'feeds',
      'boards',
      'reports',
    ],
    help: ['kit'],
    rendering: ['kit'],
    backups: ['kit', 'series'],
    operations: [
      'backups',
      'boards',
      'kit',
      'users',
      'groups',
      'locations',
      'devices',
      'imports',
      'ingest',
      'alerts',
      'insights',
      'notifications',
      'reports',
      'research',
      'series',
      'snapshots',
      'weather',
    ],
  }
  /** Domains that know no account, or by which accounts send. */
  const TECHNIQUE = ['kit', 'migrations', 'notifications', 'audit']
  const folderOf = (path: string) => /^server\/([^/]+)\//.exec(path)?.[1]

  test('names every domain', () => {
    const folders = readdirSync(join(ROOT, 'server'), { withFileTypes: true }).filter(entry => entry.isDirectory())
    expect(
      folders
        .map(entry => entry.name)
        .filter(name => name !== 'testing')
        .sort(),
    ).toEqual(Object.keys(MAP).sort())
  })

  test('no domain needs another that needs it', () => {
    const needs = (domain: string, path: readonly string[] = []): string[][] =>
      (MAP[domain] ?? []).flatMap(next => (path.includes(next) ? [[...path, next]] : needs(next, [...path, domain])))
    expect(Object.keys(MAP).flatMap(domain => needs(domain))).toEqual([])
  })

  test.each(Object.entries(MAP))('%s imports only %j, users and taxonomy', (domain, named) => {
    const allowed = [domain, ...named, ...(TECHNIQUE.includes(domain) ? [] : EVERYONE)]
    const wrong = imports.filter(({ from, to }) => {
      const target = folderOf(to)
      return folderOf(from) === domain && !isTest(from) && target !== undefined && !allowed.includes(target)
    })
    expect(wrong.map(sentence)).toEqual([])
  })

  test('the product never imports its tests', () => {
    const wrong = imports.filter(
      ({ from, to }) => !['tests', 'bench'].includes(tierOf(from) ?? '') && !isTest(from) && isTest(to),
    )
    expect(wrong.map(sentence)).toEqual([])
  })
})

describe('[architecture §2] the map of rooms inside the web', () => {
  /** Rooms that put all others together; none of them needs these. */
  const TOGETHER = ['app', 'boot', 'styleguide', 'testing']
  const MAP: Record<string, string[]> = {
    kit: [],
    ui: ['kit'],
    charts: [],
    alarm: [],
    audit: [],
    displays: [],
    feeds: [],
    help: ['devices'],
    insights: [],
    map: [],
    notifications: [],
    offers: [],
    exports: [],
    users: ['feeds'],
    people: ['users', 'audit'],
    operations: ['people'],
    groups: ['audit', 'offers', 'users'],
    benchmarks: [],
    reports: ['users'],
    research: ['offers'],
    alerts: ['alarm', 'charts'],
    devices: ['alerts', 'offers', 'people', 'research'],
    measurements: ['alerts', 'charts', 'devices', 'help', 'insights', 'reports', 'research'],
    diary: ['help', 'measurements'],
    statistics: ['benchmarks', 'charts', 'measurements', 'reports', 'research'],
    boards: ['charts', 'measurements', 'statistics'],
    'floor-plans': ['measurements'],
    locations: ['alarm', 'alerts', 'benchmarks', 'diary', 'groups', 'help', 'insights', 'map', 'offers'],
    emissions: ['charts', 'diary', 'locations', 'statistics'],
    flocks: ['charts', 'diary', 'locations', 'statistics'],
  }
  const roomOf = (path: string) => /^web\/([^/]+)\//.exec(path)?.[1]

  test('names every room', () => {
    const folders = readdirSync(join(ROOT, 'web'), { withFileTypes: true }).filter(entry => entry.isDirectory())
    const rooms = folders.map(entry => entry.name).filter(name => name !== 'public')
    expect(rooms.sort()).toEqual([...Object.keys(MAP), ...TOGETHER].sort())
  })

  test('no room needs another that needs it', () => {
    const needs = (room: string, path: readonly string[] = []): string[][] =>
      (MAP[room] ?? []).flatMap(next => (path.includes(next) ? [[...path, next]] : needs(next, [...path, room])))
    expect(Object.keys(MAP).flatMap(room => needs(room))).toEqual([])
  })

  // A link leads from any room to the screens of any other.
  test.each(Object.entries(MAP))('%s imports only %j, kit, ui and the screens of others', (room, named) => {
    const allowed = [room, ...named, ...(room === 'kit' ? [] : room === 'ui' ? ['kit'] : ['kit', 'ui'])]
    const wrong = imports.filter(({ from, to }) => {
      const target = roomOf(to)
      const isScreens = /^web\/[^/]+\/screens\.ts$/.test(to) && !['kit', 'ui'].includes(room)
      return roomOf(from) === room && !isTest(from) && target !== undefined && !isScreens && !allowed.includes(target)
    })
    expect(wrong.map(sentence)).toEqual([])
  })
})

describe('[architecture §6] a word is there in four languages', () => {
  const texts = (language: string, file: string) =>
    flat(JSON.parse(readFileSync(join(ROOT, 'shared/locales', language, file), 'utf8')))
  const flat = (value: unknown, path = ''): Record<string, string> =>
    typeof value === 'string'
      ? { [path]: value }
      : Object.assign({}, ...Object.entries(value as object).map(([key, part]) => flat(part, `${path}.${key}`)))
  const places = (text: string) => [...text.matchAll(/\{\{[^}]+\}\}|<\/?\w+\/?>/g)].map(([place]) => place).sort()
  const files = readdirSync(join(ROOT, 'shared/locales/en'))

  test.each(LANGUAGES)('%s has the same files', language => {
    expect(readdirSync(join(ROOT, 'shared/locales', language)).sort()).toEqual(files.sort())
  })

  test.each(files.flatMap(file => LANGUAGES.map(language => [file, language])))(
    '%s has the same keys and places in %s',
    (file = '', language = '') => {
      const [english, here] = [texts('en', file), texts(language, file)]
      expect(Object.keys(here).sort()).toEqual(Object.keys(english).sort())
      for (const [key, text] of Object.entries(here)) {
        expect(text.trim(), key).not.toBe('')
        expect(places(text), key).toEqual(places(english[key] ?? ''))
      }
    },
  )
})

test.skipIf(!existsSync(join(ROOT, '.git')))('the figures of the code are within what we hold', () => {
  const printed = execFileSync(process.execPath, [join(ROOT, 'tools/figures.mjs'), '--json'], { encoding: 'utf8' })
  const figures: { name: string; value: number; held: number }[] = JSON.parse(printed)
  expect(figures.length).toBeGreaterThan(10)
  expect(figures.filter(({ value, held }) => value > held)).toEqual([])
})

const DATA = resolve(ROOT, '../shared/data')
test.skipIf(!existsSync(DATA) || !existsSync(join(ROOT, '.git')))(
  'no file of the real data lies in the repository',
  () => {
    const COMMON = /^(readme|licen[cs]e)/i
    const content = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
    const real = readdirSync(DATA, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
    const names = new Set(real.map(path => basename(path)).filter(name => !COMMON.test(name)))
    const contents = new Set(real.map(content))
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    const ours = listed
      .split('\0')
      .filter(file => file !== '' && existsSync(join(ROOT, file)) && statSync(join(ROOT, file)).isFile())
    expect(ours.length).toBeGreaterThan(100)
    expect(ours.filter(file => names.has(basename(file)) || contents.has(content(join(ROOT, file))))).toEqual([])
  },
)
