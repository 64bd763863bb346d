import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, untilReady } from './free-port.ts'
import { serverFolder, startProgram, type TestServer } from './test-server.ts'

const SOURCE = fileURLToPath(new URL('./clickhouse.c', import.meta.url))
const PROGRAM = fileURLToPath(new URL('../../.cache/servers/clickhouse', import.meta.url))

/** Listens, to programs and to other servers, for as long as the second query sleeps. */
const SERVE = `
  SYSTEM START LISTEN HTTP;
  SYSTEM START LISTEN TCP;
  SELECT sleepEachRow(1) FROM numbers(1000000000)
  SETTINGS max_block_size = 1, function_sleep_max_microseconds_per_block = 0 FORMAT Null`

/** A server that can be restarted, whatever it works on, and comes back with what it had acknowledged. */
export interface Clickhouse extends TestServer {
  pid(): number
  restart(signal: NodeJS.Signals): Promise<void>
  /** Ends the server, which keeps what it has, until it is to go on. */
  pause(): Promise<void>
  goOn(): Promise<void>
}

interface ClickhouseOptions {
  /** Makes its file of settings, given its folder. */
  config?: (folder: string) => string
  /** Port at which other servers reach it; any free one unless said. */
  nativePort?: number
  /** Folder on a disk of its own; a temporary one unless said. */
  folder?: string
}

/** A real ClickHouse server, out of the engine library that the product brings. */
export const startClickhouse = async (options: ClickhouseOptions = {}): Promise<Clickhouse> => {
  const { config, nativePort } = options
  build()
  const folder = options.folder ?? serverFolder('clickhouse')
  const [http, tcp] = [await freePort(), nativePort ?? (await freePort())]
  const url = `http://127.0.0.1:${http}`
  if (config) writeFileSync(join(folder, 'config.xml'), config(folder))
  const start = async () => {
    const server = startProgram(
      PROGRAM,
      [
        library(),
        `--path=${folder}`,
        ...(config ? [`--config-file=${join(folder, 'config.xml')}`] : []),
        `--http_port=${http}`,
        `--tcp_port=${tcp}`,
        '--listen_host=127.0.0.1',
        '--query',
        SERVE,
      ],
      { cwd: folder },
    )
    await untilReady(async () => {
      const answer = await fetch(`${url}/ping`)
      if (!answer.ok || server.ended()) throw new Error(`status ${answer.status}`)
    }).catch(error => {
      throw new Error(`ClickHouse does not start: ${error.message}\n${server.said()}`)
    })
    return server
  }
  let server = await start()
  return {
    url,
    pid: () => server.pid,
    stop: () => server.stop('SIGTERM', folder),
    restart: async signal => {
      await server.end(signal)
      server = await start()
    },
    pause: async () => void (await server.end('SIGTERM')),
    goOn: async () => {
      server = await start()
    },
  }
}

/** Name of the cluster that the servers of the tests are. */
export const CLUSTER = 'barns'

/** Starts the shards of a cluster, each a real server that knows the others; `folders` are those of the first ones. */
export const startCluster = async (shards: number, folders: readonly string[] = []): Promise<Clickhouse[]> => {
  const ports = await Promise.all(Array.from({ length: shards }, freePort))
  const known = ports.map(port => `<shard><replica><host>127.0.0.1</host><port>${port}</port></replica></shard>`)
  const config = () =>
    `<clickhouse><remote_servers><${CLUSTER}>${known.join('')}</${CLUSTER}></remote_servers></clickhouse>`
  return Promise.all(
    ports.map((nativePort, index) => {
      const folder = folders[index]
      return startClickhouse({ config, nativePort, ...(folder ? { folder } : {}) })
    }),
  )
}

const build = (): void => {
  if (existsSync(PROGRAM) && statSync(PROGRAM).mtimeMs > statSync(SOURCE).mtimeMs) return
  mkdirSync(dirname(PROGRAM), { recursive: true })
  execFileSync('cc', ['-O1', '-o', PROGRAM, SOURCE, '-ldl'], { stdio: 'inherit' })
}

/** The engine lies in a package for the platform, which only the engine's own package can resolve. */
const library = (): string => {
  const engine = createRequire(import.meta.url).resolve('chdb')
  const { arch } = process
  return join(dirname(createRequire(engine).resolve(`@chdb/lib-linux-${arch}-gnu`)), 'libchdb.so')
}
