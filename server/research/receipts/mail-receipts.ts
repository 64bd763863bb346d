import { DEFAULT_TIME_ZONE, type Language } from '#shared/contract/fixed.ts'
import { readDateTime } from '#shared/rules/formats/formats.ts'
import { localDateAt } from '#shared/rules/time/local-time.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { type LedgerRow, ledgerRowOfId } from '../../consents/ledger.ts'
import { deviceNames } from '../../devices/devices.ts'
import type { Database } from '../../kit/database/database.ts'
import { fromJson } from '../../kit/database/json.ts'
import { type HeldWork, workInTurn } from '../../kit/held-work.ts'
import { printPaper } from '../../kit/paper/paper.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { zonesOfLocations } from '../../locations/places.ts'
import { sendSoon } from '../../notifications/outbox/outbox.ts'
import { accountOfId, type Person, readerOf } from '../../users/accounts.ts'
import { mailReceipt } from '../consents/consent-mail.ts'
import { receiptNumber, receiptOf } from './receipt.ts'
import { namesOf, receiptPaper } from './receipt-paper.ts'
import { endReceipt, holdReceipt, takeReceipt, type WaitingReceipt } from './receipt-store.ts'

/** Receipt of an answer as PDF, tagged, in a language. */
export const receiptPdf = async (
  services: Pick<Services, 'db' | 'publicUrl'>,
  row: LedgerRow,
  language: Language,
  signal?: AbortSignal,
): Promise<Buffer> => {
  const { db, publicUrl } = services
  const ids = row.device_ids ? fromJson(row.device_ids) : []
  const devices = new Map((await deviceNames(db, ids)).map(({ id, name }) => [id, name]))
  const zone = await zoneOf(db, row)
  const names = ids.map(id => devices.get(id) ?? String(id))
  const { pdf } = await printPaper(
    receiptPaper(row, { publicUrl: publicUrl(), language, zone, devices: names }),
    signal,
  )
  return pdf
}

/** Zone whose clocks count: that of the location. */
const zoneOf = async (db: Database, { location_id }: LedgerRow): Promise<string> =>
  (location_id === null ? undefined : (await zonesOfLocations(db, [location_id]))[0]) ?? DEFAULT_TIME_ZONE

/** Mails receipts that wait: printing takes its time, for which no answer waits and no ledger is held. */
export const mailReceipts = async (services: Services): Promise<void> => {
  await workInTurn(services, receiptsToMail(services))
}

const receiptsToMail = (services: Services): HeldWork<WaitingReceipt, never> => ({
  name: 'receipt',
  heldMs: MINUTE_MS,
  take: (now, until) => takeReceipt(services.db, now, until),
  hold: (row, taken_until) => holdReceipt(services.db, row, taken_until),
  make: (row, hold) =>
    hold.during(async signal => {
      const found = await answerOf(services, row)
      await endWith(services, row, found, found && (await receiptPdf(services, found.row, found.person.locale, signal)))
    }),
  // Its file for programs and its words go out also where it cannot be printed.
  fail: async row => endWith(services, row, await answerOf(services, row), null),
})

interface Answer {
  row: LedgerRow
  person: Person
}

/** The answer with who gave it; null where either is gone. */
const answerOf = async ({ db }: Pick<Services, 'db'>, { consent_id }: WaitingReceipt): Promise<Answer | null> => {
  const row = await ledgerRowOfId(db, consent_id)
  const person = row?.said_by ? await accountOfId(db, row.said_by) : undefined
  return row && person ? { row, person } : null
}

const endWith = async (
  services: Services,
  waiting: WaitingReceipt,
  answer: Answer | null,
  pdf: Buffer | null,
): Promise<void> => {
  const { db, publicUrl } = services
  await db.transaction().execute(async trx => {
    if (!(await endReceipt(trx, waiting)) || !answer) return
    const { row, person } = answer
    await mailReceipt(
      trx,
      {
        recipient: person.email,
        locale: person.locale,
        number: receiptNumber(row),
        answer: row.kind === 'no' ? 'no' : 'yes',
        values: {
          project: row.research_name,
          location: row.location_name ?? '',
          from: row.from ? readDateTime(localDateAt(row.from, await zoneOf(trx, row)), readerOf(person)) : '',
          measurements: shortNames(row.measurements ? fromJson(row.measurements) : [], person.locale),
        },
        link: `${publicUrl()}/research/${row.research_id}?receipt=${row.id}`,
        receipt: receiptOf(row, { publicUrl: publicUrl(), language: person.locale }),
        pdf,
      },
      isoNow(services),
    )
  })
  sendSoon(services)
}

/** Measurements as a mail names them; many are told as their number. */
const MAX_NAMED = 12
const shortNames = (keys: readonly string[], language: Language): string =>
  keys.length > MAX_NAMED ? String(keys.length) : namesOf(keys, language)
