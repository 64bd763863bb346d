import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { freshStores } from '../../server/testing/fresh-stores.ts'
import { freePort, untilReady } from '../servers/free-port.ts'
import { startNats } from '../servers/nats.ts'
import { serverFolder, startProgram } from '../servers/test-server.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const isGrown = process.env.TEST_STORES === 'grown'
const isBuilt = existsSync(join(ROOT, 'dist/web'))
if (!isGrown) console.info('Skipped: the image is for the grown set-up.')
if (isGrown && !isBuilt) console.info('Skipped: the image holds the pages, which are not built (npm run build).')

/** Bytes of the base of the image with what `apt-get` adds to it: Debian without documentation, certificates, client of PostgreSQL. */
const BASE_BYTES = 150e6
const MOST_BYTES = 700e6
/** A process that never starts ends the test so; one on a machine that does much else took half a minute. */
const STARTS_WITHIN_MS = 150_000
/** User of the image. */
const USER = 10_001

/** Lines of the last stage of the Dockerfile, with those that go on joined. */
const finalStage = (): string[] => {
  const lines = textOf('deploy/Dockerfile')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
  return lines.slice(lines.findLastIndex(line => line.startsWith('FROM ')))
}
const argumentsOf = (name: string): string[] =>
  finalStage().flatMap(line => (line.startsWith(`${name} `) ? [line.slice(name.length + 1)] : []))

/** Program and arguments of a command that the Dockerfile writes as a list. */
const commandOf = (text: string): [string, string[]] => {
  const [program = '', ...rest]: string[] = JSON.parse(text.slice(text.indexOf('[')))
  return [program, rest]
}

/** Top folders of the packages that `npm ci --omit=dev` installs on this machine. */
const deliveredPackages = (): string[] => {
  const { packages }: { packages: Record<string, { dev?: boolean }> } = JSON.parse(textOf('package-lock.json'))
  const tops = Object.entries(packages).flatMap(([path, { dev }]) =>
    dev ? [] : (/^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []),
  )
  return [...new Set(tops)].filter(path => existsSync(join(ROOT, path)))
}

/** The folder that the image would have as /app: made from this tree by the lines of the Dockerfile. */
const makeApp = (folder: string): void => {
  const copy = (from: string, to: string) => {
    mkdirSync(join(folder, dirname(to)), { recursive: true })
    execFileSync('cp', ['-a', join(ROOT, from), join(folder, to)])
  }
  for (const line of argumentsOf('COPY')) {
    const [from = '', to = ''] = line
      .replace(/^--from=\w+ /, '')
      .replaceAll('/app/', '')
      .split(' ')
    if (from === 'node_modules') for (const one of deliveredPackages()) copy(one, one)
    else copy(from, to === './' ? from : to)
  }
  for (const one of ['chdb', '@chdb']) rmSync(join(folder, 'node_modules', one), { recursive: true, force: true })
  // Programs of packages that stay out would lead nowhere.
  mkdirSync(join(folder, 'node_modules/.bin'))
  symlinkSync('../node/bin/node', join(folder, 'node_modules/.bin/node'))
}

/** Settings of a service of compose.yaml with its stores here. Files lie in a folder: no server of S3 is there to try. */
const settingsOf = (service: string, here: Record<string, string>): Record<string, string> => {
  const { services } = parse(textOf('deploy/compose.yaml'), { merge: true })
  const secrets = {
    DATABASE_PASSWORD: 'd',
    CLICKHOUSE_PASSWORD: 'c',
    NATS_PASSWORD: 'n',
    FILES_PASSWORD: 'f',
    METRICS_TOKEN: 'a-token-for-metrics',
  }
  const filled = (text: string) =>
    text.replaceAll(
      /\$\{(\w+)(?::-([^}]*)|:\?)\}/g,
      (_, name: keyof typeof secrets, usual?: string) => usual ?? secrets[name],
    )
  const own: Record<string, string> = services[service].environment
  return { ...Object.fromEntries(Object.entries(own).map(([name, value]) => [name, filled(value)])), ...here }
}

describe.skipIf(!isGrown || !isBuilt)('what the image holds', () => {
  let app: string
  let data: string
  let stores: Record<string, string>
  let nats: Awaited<ReturnType<typeof startNats>>
  /** A process of a root drops its rights as the image does; another has none to drop. */
  const user = process.getuid?.() === 0 ? { uid: USER, gid: USER } : {}

  beforeAll(async () => {
    app = serverFolder('image')
    data = serverFolder('image-data')
    chmodSync(app, 0o755)
    if (user.uid !== undefined) chownSync(data, USER, USER)
    makeApp(app)
    const { DATABASE_URL = '', ...others } = await freshStores()
    // The folder with the socket is its server's alone: who has no rights comes by the port.
    stores = { ...others, DATABASE_URL: DATABASE_URL.replace(/@[^/]+:/, '@127.0.0.1:') }
    nats = await startNats(['-js', '--user', 'barnometer', '--pass', 'n'])
  })
  afterAll(async () => {
    await nats?.stop()
    for (const folder of [app, data]) if (folder) rmSync(folder, { recursive: true })
  })

  test('is small enough with its base', () => {
    const kilobytes = Number(execFileSync('du', ['-sk', app], { encoding: 'utf8' }).split('\t')[0])
    expect(1024 * kilobytes + BASE_BYTES).toBeLessThan(MOST_BYTES)
  })

  test.each(['api', 'ingest', 'jobs'])(
    'runs as %s with the settings of compose.yaml, without rights, and ends at its signal',
    async service => {
      const port = String(await freePort())
      const withPassword = nats.url.replace('//', '//barnometer:n@')
      const env = {
        PATH: process.env.PATH,
        ...settingsOf(service, {
          ...stores,
          NATS_URL: withPassword,
          FILES_URL: pathToFileURL(join(data, 'files')).href,
        }),
        ...{ DATA_DIR: data, PORT: port, HEALTH_PORT: port, MAP_STYLE_URL: 'none' },
      }
      const [program, args] = commandOf(argumentsOf('CMD').at(-1) ?? '')
      const running = startProgram(join(app, program), args, { cwd: app, env, ...user })
      onTestFinished(async () => void (await running.end('SIGKILL')))
      const ask = (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers })
      await untilReady(async () => {
        if (running.ended()) return
        const ready = await ask('/api/ready')
        if (!ready.ok) throw new Error(await ready.text())
      }, STARTS_WITHIN_MS).catch(error => {
        throw new Error(`${error.message}\n${running.said()}`)
      })
      expect(running.ended(), running.said()).toBe(false)
      const [check, checkArgs] = commandOf(argumentsOf('HEALTHCHECK').at(-1) ?? '')
      expect(spawnSync(join(app, check), checkArgs, { cwd: app, env, ...user }).status).toBe(0)
      expect((await ask('/metrics', { authorization: 'Bearer a-token-for-metrics' })).status).toBe(200)
      expect((await ask('/')).status).toBe(service === 'api' ? 200 : 404)
      expect(await running.end(argumentsOf('STOPSIGNAL')[0] as NodeJS.Signals, 30_000)).toBe(0)
    },
  )
})
