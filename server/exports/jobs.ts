import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Job } from '../kit/jobs.ts'
import type { Services } from '../kit/services.ts'
import { folderOf } from './making/maker.ts'
import { deleteExportsBefore, exportIds } from './store.ts'

/** A file is kept for a day after it is ready, and its line as long as the file can be there. */
const KEPT_MS = 2 * 86_400_000

/** Throws away what is old, and files that nobody asks for any more. */
export const forgetExports = async (services: Services): Promise<void> => {
  await deleteExportsBefore(services.db, new Date(services.now() - KEPT_MS).toISOString())
  const files = await readdir(folderOf(services)).catch(() => [])
  const kept = await exportIds(services.db)
  for (const file of files)
    if (!kept.has(Number.parseInt(file, 10))) await rm(join(folderOf(services), file), { force: true })
}

export const exportJobs: Job[] = [{ name: 'forget-exports', schedule: '0 11 * * * *', run: forgetExports }]
