import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../shared/contract')

/** Hash of the files of the API's contract: what a browser kept of answers has their shape as long as it is the same. */
export const contractHash = (): string => {
  const hash = createHash('sha256')
  for (const file of globSync('**/*.ts', { cwd: FOLDER }).sort()) hash.update(readFileSync(join(FOLDER, file)))
  return hash.digest('hex').slice(0, 16)
}
