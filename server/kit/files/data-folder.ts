import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Takes the data folder for this process until `release`. The lock is the operating system's, so that a killed process
 * leaves none behind. Throws a sentence for people when another process has it.
 */
export const takeDataFolder = (folder: string): { release: () => void } => {
  closeToOthers(folder)
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

/**
 * Closes the folder to everybody else on this machine, since it holds secrets of people and devices: what is there, and
 * what this process will make.
 */
const closeToOthers = (folder: string): void => {
  process.umask(0o077)
  // Files in a folder that was closed were made by a process that closes what it makes.
  if ((statSync(folder).mode & 0o077) === 0) return
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o700)
    else if (entry.isFile()) chmodSync(path, 0o600)
  }
  chmodSync(folder, 0o700)
}
