import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Takes the data folder for this process until `release`. The lock is the operating system's, so that a killed process
 * leaves none behind. Throws a sentence for people when another process has it.
 */
export const takeDataFolder = (folder: string): { release: () => void } => {
  const lock = new DatabaseSync(join(folder, 'lock'))
  try {
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    throw new Error(
      `Another Barnometer already runs on the data folder ${folder}. Stop it, or set DATA_DIR to another folder.`,
    )
  }
  return { release: () => lock.close() }
}
