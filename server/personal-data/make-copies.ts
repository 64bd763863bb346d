import { DATA_COPY_DAYS } from '#shared/rules/accounts/data-copy.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { newSecret } from '../kit/security/secrets.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { sendSoon } from '../notifications/outbox/outbox.ts'
import { activeAccount, writeDataCopyMail } from '../users/accounts.ts'
import { PARTS } from './parts.ts'
import { changeCopy, copiesToForget, type DataCopyRow, deleteCopy, holdCopy, isKept, takeCopy } from './store.ts'
import { writeZip } from './write-zip.ts'

/** Time (ms) a process has for the next sign that it still works on a copy. */
const HELD_MS = MINUTE_MS
const MAX_TRIES = 3

/** Says that a copy was thrown away, its account is gone, or another process has it. */
class GivenUp extends Error {}

const after = (services: Pick<Services, 'now'>, ms: number): string => new Date(services.now() + ms).toISOString()

/** Makes what waits, one after the other. A process that is killed leaves its copy to the next look of any. */
export const makeCopies = async (services: Services): Promise<void> => {
  for (;;) {
    const row = await takeCopy(services.db, isoNow(services), after(services, HELD_MS))
    if (!row) return
    // Making it ended each process before: one more try would end this one, too.
    if (row.tries > MAX_TRIES) await failCopy(services, row)
    else await makeCopy(services, row).catch(error => endTry(services, row, error))
  }
}

const makeCopy = async (services: Services, row: DataCopyRow): Promise<void> => {
  const { db } = services
  const person = row.user_id === null ? undefined : await activeAccount(db, row.user_id)
  if (!person) return failCopy(services, row)
  const goOn = async (): Promise<void> => {
    if (!(await holdCopy(db, row, after(services, HELD_MS)))) throw new GivenUp()
  }
  const zip = await writeZip(db, { parts: PARTS, person, language: row.language, at: isoNow(services), goOn })
  // Named before it is written: whatever happens then, the file is known and removed in its time.
  const file = row.file ?? `personal-data/${newSecret()}`
  if (!(await changeCopy(db, row, { file }))) throw new GivenUp()
  await services.files.remove(file)
  await services.files.write(file, zip)
  // Forgotten while it was written, with its account: no row would ever say that the file is there.
  if (!(await isKept(db, row.id))) await services.files.remove(file)
  await db.transaction().execute(async trx => {
    const ready = await changeCopy(trx, row, {
      status: 'ready',
      bytes: zip.length,
      finished_at: isoNow(services),
      expires_at: after(services, DATA_COPY_DAYS * DAY_MS),
    })
    if (!ready) throw new GivenUp()
    await writeDataCopyMail(services, trx, person)
  })
  sendSoon(services)
}

/** Leaves a copy that failed to another try, or says at last that it failed. */
const endTry = async (services: Services, row: DataCopyRow, error: unknown): Promise<void> => {
  if (error instanceof GivenUp) return
  services.log.error({ err: error, copy: row.id }, 'copy of personal data failed')
  if (row.tries >= MAX_TRIES) await failCopy(services, row)
}

const failCopy = async (services: Services, row: DataCopyRow): Promise<void> => {
  await changeCopy(services.db, row, { status: 'failed', finished_at: isoNow(services) })
}

/** Removes copies that are over, with their files: the file first, so that none is left without a row. */
export const forgetCopies = async (services: Services): Promise<void> => {
  const rows = await copiesToForget(services.db, isoNow(services), after(services, -DATA_COPY_DAYS * DAY_MS))
  for (const { id, file } of rows) {
    if (file !== null) await services.files.remove(file)
    await deleteCopy(services.db, id)
  }
}
