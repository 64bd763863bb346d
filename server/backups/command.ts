import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fastify } from 'fastify'
import { type Environment, readEnvironment, seriesPlaceOf } from '../environment.ts'
import { openBus } from '../kit/bus/bus.ts'
import { openCatalogue } from '../kit/database/database.ts'
import { migrate } from '../kit/database/migrate.ts'
import { openSeries } from '../kit/database/series.ts'
import { takeDataFolder } from '../kit/files/data-folder.ts'
import { openFiles } from '../kit/files/files.ts'
import type { Services } from '../kit/services.ts'
import { makeBackups, openBackups } from './back-up.ts'
import { cataloguePathIn } from './database-copy.ts'
import { restore } from './restore.ts'
import { askForBackup, type BackupRow, backupOfId } from './store.ts'

// npm run backup · npm run restore [-- NAME] · npm run restore -- --list

const LOOK_MS = 200
const say = (text: string): void => void process.stdout.write(`${text}\n`)

const { log } = fastify({ logger: { level: 'error' } })

/** Waits until a backup is made, or has failed. */
const isEnded = async (db: Services['db'], id: number): Promise<BackupRow> => {
  for (;;) {
    const row = await backupOfId(db, id)
    if (!row) throw new Error('The backup is gone.')
    if (row.status === 'ready' || row.status === 'failed') return row
    await setTimeout(LOOK_MS)
  }
}

/** Folder of this process, or null where the server itself has it: then the server makes the backup. */
const folderIfFree = (environment: Environment) => {
  try {
    return takeDataFolder(environment.DATA_DIR)
  } catch {
    return null
  }
}

const backUp = async (environment: Environment): Promise<void> => {
  await openBackups({ environment })
  const { DATA_DIR, DATABASE_URL, FILES_URL } = environment
  const folder = folderIfFree(environment)
  const db = openCatalogue({ path: cataloguePathIn(DATA_DIR), url: DATABASE_URL })
  try {
    if (folder && DATABASE_URL === undefined) await migrate(db)
    const id = await askForBackup(db, new Date().toISOString())
    if (folder) {
      const series = openSeries(seriesPlaceOf(environment))
      const files = openFiles({ path: join(DATA_DIR, 'files'), url: FILES_URL, log })
      const bus = await openBus({}, log)
      await makeBackups({ environment, db, series, files, bus, now: Date.now, log, publicUrl: () => '' })
      await series.close()
    } else say('The server runs on this folder: it makes the backup.')
    const { status, name, problem } = await isEnded(db, id)
    if (status === 'failed') throw new Error(`No backup was made. ${problem}`)
    say(`The backup ${name} is in ${environment.BACKUP_DIR}.`)
    if (problem !== null) throw new Error(`It does not come back whole. ${problem}`)
    say('It was restored for trial: all of it is there.')
  } finally {
    await db.destroy()
    folder?.release()
  }
}

const bringBack = async (environment: Environment, name: string | undefined): Promise<void> => {
  if (name === '--list') {
    for (const one of await (await openBackups({ environment })).lists()) say(one)
    return
  }
  const folder = takeDataFolder(environment.DATA_DIR)
  try {
    const { made_at, files } = await restore(environment, log, name)
    say(`Restored what was there at ${made_at}, with ${files.length} files. Start the server now.`)
  } finally {
    folder.release()
  }
}

const [, , command, name] = process.argv
const environment = readEnvironment({ ...process.env, ROLE: 'all' })
const work = command === 'restore' ? bringBack(environment, name) : backUp(environment)
work.then(
  () => process.exit(0),
  error => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
