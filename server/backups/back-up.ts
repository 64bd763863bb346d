import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PRODUCT_VERSION } from '#shared/contract/fixed.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { after, type HeldWork, type Hold, workInTurn } from '../kit/held-work.ts'
import { secretNamed } from '../kit/security/secret-store.ts'
import { hashOf, newSecret } from '../kit/security/secrets.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { hoursAloneUntil } from '../series/summaries/horizon.ts'
import { copyDatabase } from './database-copy.ts'
import { BackupList, objectsIn } from './list.ts'
import { copySeries } from './series-copy.ts'
import { type BackupRow, changeBackup, forgetBackups, isChecked, takeBackup } from './store.ts'
import { tryBackup } from './trial.ts'
import { openVault, type Vault } from './vault.ts'

const HELD_MS = 2 * MINUTE_MS
/** Time (ms) for which it is known what became of a backup, in the database. */
const KNOWN_MS = 400 * DAY_MS

type Progress = Pick<BackupRow, 'name'>

/** Makes what waits: one backup after the other, each restored for trial at once. */
export const makeBackups = (services: Services): Promise<void> => workInTurn(services, backupsToMake(services))

const backupsToMake = (services: Services): HeldWork<BackupRow, Progress> => ({
  name: 'backup',
  heldMs: HELD_MS,
  take: (now, until) => takeBackup(services.db, now, until),
  hold: (row, taken_until, progress) => changeBackup(services.db, row, { ...progress, taken_until }),
  make: (row, hold) => makeBackup(services, row, hold),
  isFinal: () => true,
  fail: async (row, error) => {
    services.log.error({ err: error }, 'backup failed')
    const problem = error instanceof Error ? error.message : 'each process that made it ended'
    const at = isoNow(services)
    await changeBackup(services.db, row, { status: 'failed', taken_until: at, finished_at: at, problem })
  },
})

/** Opens the folder of backups. Throws a sentence where none is set. */
export const openBackups = ({ environment }: Pick<Services, 'environment'>): Promise<Vault> => {
  const { BACKUP_DIR, BACKUP_PASSPHRASE } = environment
  if (BACKUP_DIR === undefined) throw new Error('BACKUP_DIR is not set: it names the folder of backups.')
  return openVault(BACKUP_DIR, BACKUP_PASSPHRASE)
}

const makeBackup = async (services: Services, row: BackupRow, hold: Hold<Progress>): Promise<void> => {
  const folder = join(services.environment.DATA_DIR, 'backup')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const vault = await openBackups(services)
    await vault.claim(hashOf(await secretNamed(services.db, 'installation', newSecret())))
    const { name: nameBefore, list: before } = await newestList(vault)
    // Pieces of one whose trial failed, or was never made, count as tried by nobody.
    const tried = nameBefore !== undefined && (await isChecked(services.db, nameBefore)) ? before : null
    const list = await hold.during(() => copyAll(services, vault, { before, folder, goOn: () => hold.goOn() }))
    await hold.goOn()
    const name = list.made_at.replaceAll(/[:.]/g, '-')
    await vault.writeList(name, JSON.stringify(list))
    await hold.goOn({ name })
    let problem: string | null = null
    await hold
      .during(() => tryBackup(services, vault, { list, tried, folder }))
      .catch(error => {
        services.log.error({ err: error }, 'the backup does not come back')
        problem = error instanceof Error ? error.message : String(error)
      })
    // A process that has taken over writes pieces that no list names yet: the hold is asked for anew.
    await hold.during(() => removeOld(services, vault))
    const at = isoNow(services)
    const checked_at = problem === null ? at : null
    await changeBackup(services.db, row, { status: 'ready', taken_until: at, finished_at: at, checked_at, problem })
    await forgetBackups(services.db, after(services, -KNOWN_MS))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const newestList = async (vault: Vault): Promise<{ name: string | undefined; list: BackupList | null }> => {
  const name = (await vault.lists()).at(-1)
  return { name, list: name === undefined ? null : BackupList.parse(JSON.parse(await vault.readList(name))) }
}

interface Copying {
  before: BackupList | null
  folder: string
  goOn: () => Promise<void>
}

/**
 * Copies the database, then measurements, then files. Whatever the database of the backup names is there then: what was measured
 * before its moment, and files, which are written before the database names them.
 */
const copyAll = async (services: Services, vault: Vault, { before, folder, goOn }: Copying): Promise<BackupList> => {
  const made_at = isoNow(services)
  const database = await copyDatabase(services, vault, folder)
  await goOn()
  // Read after the database was copied: hours that stand for themselves in the copy do so here, too.
  const aloneUntil = await hoursAloneUntil(services.db)
  const series = await copySeries(services.series, vault, { before, aloneUntil, goOn })
  const files = await copyFiles(services, vault, before)
  return { version: 1, made_at, product: PRODUCT_VERSION, database, series, files }
}

/** A name is written once, so a file that is in the folder of backups is the same. */
const copyFiles = async (
  { files }: Services,
  vault: Vault,
  before: BackupList | null,
): Promise<BackupList['files']> => {
  const known = new Map(before?.files.map(file => [file.name, file]))
  const copied: BackupList['files'] = []
  for await (const name of files.list()) {
    const same = known.get(name)
    if (same && vault.has(same.object)) {
      copied.push(same)
      continue
    }
    const content = await files.open(name)
    // Removed meanwhile.
    if (!content) continue
    const object = createHash('sha256').update(`${name} ${newSecret()}`).digest('hex')
    copied.push({ name, ...(await vault.write(object, content)) })
  }
  return copied
}

/** Younger backups that must be there before one goes by its age: a clock that is months ahead would take all but the newest away. */
const YOUNGER = 7

/** Removes backups that are too old, never the newest, and pieces of none. */
const removeOld = async (services: Services, vault: Vault): Promise<void> => {
  const { environment, log } = services
  const names = await vault.lists()
  const first = after(services, -environment.BACKUPS_KEPT_DAYS * DAY_MS).replaceAll(/[:.]/g, '-')
  const young = names.filter((name, index) => name >= first || index === names.length - 1)
  const isSure = young.length >= Math.min(environment.BACKUPS_KEPT_DAYS, YOUNGER)
  if (!isSure && young.length < names.length)
    log.warn({ first }, 'no backups go: so few are younger that the clock of this server may be wrong')
  const kept = isSure ? young : names
  const objects = new Set<string>()
  for (const name of kept)
    for (const { object } of objectsIn(BackupList.parse(JSON.parse(await vault.readList(name))))) objects.add(object)
  for (const name of names) if (!kept.includes(name)) await vault.removeList(name)
  await vault.keepOnly(objects)
}
