import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { openCatalogue } from '../kit/database/database.ts'
import { newSecret } from '../kit/security/secrets.ts'
import type { Services } from '../kit/services.ts'
import type { BackupList } from './list.ts'
import { countRows, createDatabase, dropDatabase, exportSnapshot, greatestIds, integrityOf } from './store.ts'
import type { Vault } from './vault.ts'

type CopiedDatabase = BackupList['database']

/** Pages copied in one go: all of them, so that writing meanwhile does not begin the copy anew. */
const ALL_PAGES = 2 ** 30

export const cataloguePathIn = (folder: string): string => join(folder, 'catalogue.sqlite')

/** Copies the database as it is at one moment, while it is written to. `folder` takes what is on its way. */
export const copyDatabase = (services: Services, vault: Vault, folder: string): Promise<CopiedDatabase> =>
  services.environment.DATABASE_URL
    ? copyPostgres(services, services.environment.DATABASE_URL, vault)
    : copySqlite(services, vault, folder)

const copySqlite = async (services: Services, vault: Vault, folder: string): Promise<CopiedDatabase> => {
  const path = join(folder, `${newSecret()}.sqlite`)
  const source = new DatabaseSync(cataloguePathIn(services.environment.DATA_DIR), { readOnly: true })
  try {
    await backup(source, path, { rate: ALL_PAGES })
    const copy = openCatalogue({ path })
    const known = { rows: await countRows(copy), greatest: await greatestIds(copy) }
    await copy.destroy()
    return { kind: 'sqlite', dump: await vault.write(newSecret(), createReadStream(path)), ...known }
  } finally {
    source.close()
    for (const end of ['', '-wal', '-shm']) await rm(path + end, { force: true })
  }
}

const copyPostgres = ({ db }: Services, url: string, vault: Vault): Promise<CopiedDatabase> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async trx => {
      const snapshot = await exportSnapshot(trx)
      const known = { rows: await countRows(trx), greatest: await greatestIds(trx) }
      const args = ['--format=custom', '--compress=0', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`]
      const { child, ended } = run('pg_dump', [...args, '--lock-wait-timeout=60s'], url)
      const [dump] = await Promise.all([vault.write(newSecret(), child.stdout), ended])
      return { kind: 'postgresql', dump, ...known } as const
    })

/** Starts a program of PostgreSQL. What tells the server stands in its environment, where no other user reads the password. */
const run = (command: string, args: string[], url: string) => {
  // Read as the server's own connections read it: the host may be a socket, or an IPv6 address in brackets.
  const { host, port, user, password, database } = new pg.Client({ connectionString: url })
  const sslmode = new URL(url).searchParams.get('sslmode')
  const env = {
    PATH: process.env.PATH,
    PGHOST: host.replace(/^\[(.*)\]$/, '$1'),
    PGPORT: String(port),
    PGUSER: user ?? '',
    PGPASSWORD: password ?? '',
    PGDATABASE: database ?? '',
    ...(sslmode === null ? {} : { PGSSLMODE: sslmode }),
  }
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', chunk => {
    said = (said + chunk).slice(-2000)
  })
  const ended = (async () => {
    const [code] = await Promise.race([
      once(child, 'close'),
      once(child, 'error').then(([error]) => Promise.reject(new Error(`${command} is not there: ${error.message}`))),
    ])
    if (code !== 0) throw new Error(`${command} failed: ${said.trim()}`)
  })()
  // Reported once its output was read; until then it is nobody's.
  ended.catch(() => {})
  return { child, ended }
}

/** Puts the database of a backup where there is none. */
export const restoreDatabase = async (
  { environment }: Pick<Services, 'environment'>,
  kind: CopiedDatabase['kind'],
  dump: string,
): Promise<void> => {
  if (kind === 'sqlite') return rename(dump, cataloguePathIn(environment.DATA_DIR))
  await restorePostgres(environment.DATABASE_URL ?? '', dump)
}

const restorePostgres = async (url: string, dump: string): Promise<void> => {
  const dbname = decodeURIComponent(new URL(url).pathname.slice(1))
  const args = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges', `--dbname=${dbname}`, dump]
  const { child, ended } = run('pg_restore', args, url)
  child.stdout.resume()
  await ended
}

/** Restores the database of a backup for trial, and throws where it is not whole. */
export const tryDatabase = async (services: Services, { kind, rows }: CopiedDatabase, dump: string): Promise<void> => {
  if (kind === 'sqlite') {
    const copy = openCatalogue({ path: dump })
    try {
      const integrity = await integrityOf(copy)
      if (integrity !== 'ok') throw new Error(`The database of the backup is damaged: ${integrity}`)
      requireSame(rows, await countRows(copy))
    } finally {
      await copy.destroy()
    }
    return
  }
  const name = `barnometer_trial_${newSecret()
    .slice(0, 8)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '0')}`
  const url = new URL(services.environment.DATABASE_URL ?? '')
  url.pathname = `/${name}`
  await createDatabase(services.db, name)
  try {
    await restorePostgres(url.href, dump)
    const copy = openCatalogue({ path: '', url: url.href })
    try {
      requireSame(rows, await countRows(copy))
    } finally {
      await copy.destroy()
    }
  } finally {
    await dropDatabase(services.db, name)
  }
}

const requireSame = (wanted: Record<string, number>, found: Record<string, number>): void => {
  const wrong = Object.keys({ ...wanted, ...found }).filter(name => wanted[name] !== found[name])
  if (wrong.length > 0) throw new Error(`Not all rows of the backup came back: ${wrong.join(', ')}`)
}
