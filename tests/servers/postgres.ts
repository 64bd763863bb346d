import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { freePort, untilReady } from './free-port.ts'
import { serverFolder, startProgram, type TestServer } from './test-server.ts'

/** Settings of a server whose data are thrown away: nothing has to outlive it, and hundreds of small databases are not tidied. */
const SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'autovacuum=off',
  'max_connections=300',
  // Connections of a test end before five plans made for the values at hand have paid for themselves.
  'plan_cache_mode=force_generic_plan',
]
const DEBIAN = '/usr/lib/postgresql'
/** Letters of a socket's path that every system takes. */
const LONGEST_SOCKET = 100

/** Time a restarted server stays away for: whoever tries again each half second meets it while it is down. */
const DOWN_MS = 1200

/** A server that can be restarted: whoever is connected is sent away, and what was not committed is undone. */
export interface Postgres extends TestServer {
  pid(): number
  restart(): Promise<void>
}

/** Settings of a server that is as durable as it comes: what it costs is measured, and not what its tests cost. */
export const DURABLE = ['max_connections=300']

/** A PostgreSQL on a folder and port of its own. Throws a sentence that says what to install when there is none. */
export const startPostgres = async (wanted: readonly string[] = SETTINGS): Promise<Postgres> => {
  const folder = serverFolder('postgres')
  const owner = ownerOf()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const port = await freePort()
  // Texts are ordered by their bytes as with SQLite, and small and capital letters are known of all alphabets.
  const letters = `--lc-ctype=${process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'}`
  const locale = ['-E', 'UTF8', '--locale=C', letters]
  execFileSync(program('initdb'), ['-D', folder, '-U', 'barnometer', '-A', 'trust', ...locale, '-N'], {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
  })
  const url = `postgres://barnometer@${hostOf(folder, port)}:${port}/postgres`
  const settings = wanted.flatMap(setting => ['-c', setting])
  const start = async () => {
    const server = startProgram(
      program('postgres'),
      ['-D', folder, '-h', '127.0.0.1', '-p', String(port), '-k', folder, ...settings],
      { ...owner, cwd: folder },
    )
    await untilReady(() => ask(url, 'SELECT 1')).catch(error => {
      throw new Error(`PostgreSQL does not start: ${error.message}\n${server.said()}`)
    })
    return server
  }
  let server = await start()
  return {
    url,
    pid: () => server.pid,
    stop: () => server.stop('SIGINT', folder),
    restart: async () => {
      await server.end('SIGINT')
      await setTimeout(DOWN_MS)
      server = await start()
    },
  }
}

/** The socket in a server's folder, which takes an eighth of the processor time of these tests less than a port, or the port. */
const hostOf = (folder: string, port: number): string =>
  `${folder}/.s.PGSQL.${port}`.length > LONGEST_SOCKET ? '127.0.0.1' : encodeURIComponent(folder)

const ask = async (url: string, sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}

const program = (name: string): string => {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map(version => join(DEBIAN, version, 'bin')), ...(process.env.PATH ?? '').split(':')]
  const found = folders.map(folder => join(folder, name)).find(path => existsSync(path))
  if (!found) throw new Error(`The tests of the grown stores need PostgreSQL (${name}): apt-get install postgresql`)
  return found
}

/** PostgreSQL refuses to run as root. */
const ownerOf = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
