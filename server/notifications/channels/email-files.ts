import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '../../kit/services.ts'

type Place = Pick<Services, 'environment'>

/** Marks the file of a mail with a code or a link that lets in, also one that was not written to its end. */
const SECRET = '-secret.eml'

const folderOf = ({ environment }: Place): string => join(environment.DATA_DIR, 'outgoing-mail')

/** Keeps a mail that no mail server takes as a file, for whoever passes it on by hand. `at` in epoch ms. */
export const keepAsFile = async (
  services: Place,
  mail: { id: number; secret: number },
  message: Buffer,
  at: number,
): Promise<void> => {
  const folder = folderOf(services)
  const path = join(folder, `${String(mail.id).padStart(6, '0')}${mail.secret ? SECRET : '.eml'}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(`${path}.part`, message, { mode: 0o600 })
  await utimes(`${path}.part`, at / 1000, at / 1000)
  await rename(`${path}.part`, path)
}

/** Deletes files of this process's folder by their age: those with secrets, and all others. In epoch ms. */
export const forgetFiles = async (services: Place, before: { secrets: number; kept: number }): Promise<void> => {
  const folder = folderOf(services)
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (mtimeMs < (name.includes(SECRET) ? before.secrets : before.kept)) await rm(path, { force: true })
  }
}
