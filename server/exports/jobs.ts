import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { after } from '../kit/held-work.ts'
import type { Job } from '../kit/jobs.ts'
import type { Services } from '../kit/services.ts'
import { folderOf, makeExports } from './making/maker.ts'
import { deleteExportsBefore, endExportFile, exportIds, filesOfNoExport } from './store.ts'

/** A file is kept for a day after it is ready, and its line as long as the file can be there. */
const KEPT_MS = 48 * HOUR_MS
/** Longest time that a file may be on its way into the store. */
const WRITTEN_MS = HOUR_MS

/** Throws away what is old, and files that nobody asks for any more. */
export const forgetExports = async (services: Services): Promise<void> => {
  const { db, files } = services
  await deleteExportsBefore(db, after(services, -KEPT_MS))
  for (const file of await filesOfNoExport(db, after(services, -WRITTEN_MS))) {
    await files.remove(file)
    await endExportFile(db, file)
  }
  // Files that a killed process was writing, or that an older version kept here.
  const left = await readdir(folderOf(services)).catch(() => [])
  const kept = await exportIds(db)
  for (const file of left)
    if (!kept.has(Number.parseInt(file, 10))) await rm(join(folderOf(services), file), { force: true })
}

export const exportJobs: Job[] = [
  { name: 'make-exports', schedule: '*/2 * * * * *', takesRows: true, run: makeExports },
  { name: 'forget-exports', schedule: '0 11 * * * *', run: forgetExports },
]
