import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { urlOf } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { readEnvironment } from '../../server/environment.ts'
import { METRIC_NAMES } from '../../server/kit/metrics.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8')

interface Service {
  image: string
  build?: { dockerfile: string }
  environment?: Record<string, string>
}
const compose: { services: Record<string, Service> } = parse(textOf('deploy/compose.yaml'), { merge: true })
/** Values for the places of compose.yaml that example.env leaves to the operator. */
const filled = (text: string) =>
  text.replace(/\$\{(\w+)(?::-([^}]*)|:\?)\}/g, (_, _name, usual?: string) => usual ?? 'a-secret-of-an-operator')
const product = Object.entries(compose.services).filter(([, { image }]) => image === 'barnometer')

describe('the files of a grown set-up fit the product', () => {
  test.each(product)('%s has settings that the product takes', (_, { environment = {}, build }) => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'barnometer-deploy-'))
    const settings = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filled(value)]))
    const read = readEnvironment({ ...settings, DATA_DIR })
    rmSync(DATA_DIR, { recursive: true })
    expect(Object.keys(environment).filter(name => !(name in read))).toEqual([])
    expect(textOf(build?.dockerfile ?? '')).toContain('server/main.ts')
  })

  test('every role has a process', () => {
    expect(product.map(([, { environment }]) => environment?.ROLE).sort()).toEqual(['api', 'ingest', 'jobs'])
  })

  test('every place for a password in compose.yaml is a line of example.env', () => {
    const places = [...textOf('deploy/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
    const lines = [...textOf('deploy/example.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name)
    expect([...new Set(places)].sort()).toEqual(lines.sort())
  })

  test('the proxy leads to processes for messages what devices and networks send, and nothing else', () => {
    const [, paths = ''] = /method POST\s+path ([^\n]+)/.exec(textOf('deploy/Caddyfile')) ?? []
    const matches = (url: string) =>
      paths.split(' ').some(path => (path.endsWith('*') ? url.startsWith(path.slice(0, -1)) : url === path))
    const posts = Object.values(api).filter(({ method }) => method === 'POST')
    const isDoor = ({ access }: (typeof posts)[number]) => ['device', 'deviceOrSignedIn', 'webhook'].includes(access)
    const wrong = posts.filter(
      endpoint => matches(urlOf(endpoint, { params: { id: 1 } } as never)) !== isDoor(endpoint),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('rules of Prometheus and the dashboard of Grafana ask for metrics that exist', () => {
    const rules: { groups: { rules: { alert: string; expr: string }[] }[] } = parse(
      textOf('deploy/prometheus-rules.yaml'),
    )
    const panels: { targets: { expr: string }[] }[] = JSON.parse(textOf('deploy/grafana-dashboard.json')).panels
    const asked = [
      ...rules.groups.flatMap(group => group.rules.map(({ expr }) => expr)),
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ].flatMap(expr => expr.match(/\b(?:barnometer|process)_\w+/g) ?? [])
    expect(asked.length).toBeGreaterThan(20)
    expect(asked.filter(name => !METRIC_NAMES.includes(name))).toEqual([])
  })
})

test('whatever the server imports is installed without the tools of development', () => {
  const { dependencies } = JSON.parse(textOf('package.json'))
  const isDelivered = (path: string) => /\.ts$/.test(path) && !/\.test\.ts$|^server\/testing\//.test(path)
  const files = ['server', 'shared', 'simulator'].flatMap(folder =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(path => join(folder, path)),
  )
  const missing = files.filter(isDelivered).flatMap(path =>
    [
      ...textOf(path).matchAll(
        /^(?:import (?!type\b)(?:[^'\n]* from )?|export [^'\n]* from |.*\bimport\()'([^'.#][^']*)'/gm,
      ),
    ]
      .map(([, name = '']) => name)
      .filter(name => !name.startsWith('node:'))
      .map(name => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
      .filter(name => !(name in dependencies))
      .map(name => `${path} imports ${name}`),
  )
  expect(missing).toEqual([])
})
