import { DATA_COPY_DAYS } from '#shared/rules/accounts/data-copy.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { ZipTooLong } from '../kit/files/zip.ts'
import { after, GivenUp, type HeldWork, type Hold, workInTurn, writeFileOf } from '../kit/held-work.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { sendSoon } from '../notifications/outbox/outbox.ts'
import { activeAccount, writeDataCopyMail } from '../users/accounts.ts'
import { PARTS } from './parts.ts'
import { changeCopy, copiesToForget, type DataCopyRow, deleteCopy, isKept, takeCopy } from './store.ts'
import { writeZip } from './write-zip.ts'

type Progress = { file: string }

/** Makes what waits, one after the other. */
export const makeCopies = (services: Services): Promise<void> => workInTurn(services, copiesToMake(services))

const copiesToMake = (services: Services): HeldWork<DataCopyRow, Progress> => ({
  name: 'copy of personal data',
  heldMs: MINUTE_MS,
  take: (now, until) => takeCopy(services.db, now, until),
  hold: (row, taken_until, progress) => changeCopy(services.db, row, { ...progress, taken_until }),
  make: (row, hold) => makeCopy(services, row, hold),
  isFinal: error => error instanceof ZipTooLong,
  fail: row => failCopy(services, row),
})

const makeCopy = async (services: Services, row: DataCopyRow, hold: Hold<Progress>): Promise<void> => {
  const { db, files } = services
  const person = row.user_id === null ? undefined : await activeAccount(db, row.user_id)
  if (!person) return failCopy(services, row)
  const { goOn } = hold
  const zip = await writeZip(db, { parts: PARTS, person, language: row.language, at: isoNow(services), goOn })
  await writeFileOf({
    files,
    hold,
    row,
    folder: 'personal-data',
    content: zip,
    isKept: file => isKept(db, row.id, file),
  })
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
