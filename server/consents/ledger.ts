import {
  type ConsentStatement,
  consentedIntervals,
  isAnswer,
  type ReadKind,
  type SharedInterval,
} from '#shared/rules/research/consent.ts'
import { type Interval, mergeIntervals, partsWithin } from '#shared/rules/time/interval.ts'
import type { Database } from '../kit/database/database.ts'
import { fromJson, jsonOf } from '../kit/database/json.ts'
import { Failure } from '../kit/failure.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { formerOwnersOf, lastEndsOf } from './former-owner-store.ts'
import {
  insertReads,
  type LedgerRow,
  ledgerOf,
  lengthenReads,
  lockLedger,
  type ReadRow,
  readsSince,
} from './ledger-store.ts'
import { answerQuestion, type QuestionRow, questionsOf } from './question-store.ts'

export {
  type FormerOwnerRow,
  formerOwnershipsOf,
  formerOwnersOf,
  noteFormerOwners,
  projectsAnsweredBy,
  putFormerOwner,
} from './former-owner-store.ts'
export {
  entriesAt,
  forgetLedgers,
  insertLedgerRow,
  type LedgerRow,
  ledgerOf,
  ledgerRowOfId,
  locationsAnsweredFor,
  lockLedger,
  projectsAnsweredAt,
  type ReadPlaces,
  type ReadRow,
  readBoundsOf,
  readSpansOf,
  readsOf,
} from './ledger-store.ts'
export {
  answerQuestion,
  askAgain,
  askAnew,
  countReminder,
  forgetQuestions,
  insertQuestion,
  moveQuestions,
  projectsAsking,
  type QuestionRow,
  questionsOf,
  questionsToRemind,
} from './question-store.ts'

/** Entries of a ledger about a location, as the rules take them. */
export const statementsAbout = (rows: readonly LedgerRow[], locationId: number): ConsentStatement[] =>
  rows.flatMap(({ kind, from, location_id, device_ids, measurements }) =>
    kind === 'asked' || from === null || location_id !== locationId
      ? []
      : [
          {
            answer: kind,
            from: Date.parse(from),
            device_ids: device_ids && fromJson(device_ids),
            measurements: measurements && fromJson(measurements),
          },
        ],
  )

/**
 * The same, each with whether one of the owners by now said it: `owners` tells, by person, the last entry from before they owned the
 * location anew. What somebody said before they left is not said for the time since they are back.
 */
export const statementsBy = (rows: readonly LedgerRow[], locationId: number, owners: ReadonlyMap<number, number>) =>
  rows.flatMap(row =>
    statementsAbout([row], locationId).map(one => ({
      ...one,
      isOwner: row.id > (owners.get(row.said_by ?? 0) ?? Number.POSITIVE_INFINITY),
    })),
  )

/** These owners of a location, each with the last entry of the ledgers from before they owned it anew; 0 where they never left. */
export const ownersWithReturn = async (
  db: Database,
  locationId: number,
  userIds: Iterable<number>,
): Promise<ReadonlyMap<number, number>> => {
  const left = new Map((await formerOwnersOf(db, locationId)).map(one => [one.user_id, one.last_entry_id]))
  return new Map([...userIds].map(id => [id, left.get(id) ?? 0]))
}

/** Row of the last entry about a location: an answer, or the end by a change of its owners. */
export const lastEntryAbout = (rows: readonly LedgerRow[], locationId: number): LedgerRow | undefined =>
  rows.findLast(({ kind, location_id }) => kind !== 'asked' && location_id === locationId)

/**
 * Questions of a ledger to an address that it has not answered, oldest first. One that nobody said came from a change of owners: its
 * address is nobody else's matter. The first of them went to another address where its person has
 * changed that since.
 */
export const openQuestionsTo = (
  rows: readonly LedgerRow[],
  { email, asked_at }: Pick<QuestionRow, 'email' | 'asked_at'>,
): LedgerRow[] => {
  const asked = rows.filter(row => row.kind === 'asked' && row.said_at >= asked_at)
  const own = asked.filter(row => row.email === email)
  if (own.some(({ said_at }) => said_at === asked_at)) return own
  const first = asked.find(row => row.said_by !== null && row.said_at === asked_at)
  return first ? [first, ...own] : own
}

/** Person who was asked: their account, where the address has one, and the locations that they own. */
export interface AskedPerson {
  id: number | undefined
  /** Deleted ones that can be brought back among them. */
  owned: ReadonlySet<number>
  /** Owned locations that are not deleted. */
  present: ReadonlySet<number>
  /** Last entry from before they left a location, also one that they own again: questions of that time are over. */
  left: ReadonlyMap<number, number>
}

/**
 * Questions of a ledger to a person that are not settled: those about a location for as long as they own it, until they have answered
 * for it; those about none until they have answered for any.
 */
const unsettledQuestions = (
  rows: readonly LedgerRow[],
  question: Pick<QuestionRow, 'email' | 'asked_at'>,
  { id, owned, left }: AskedPerson,
): LedgerRow[] => {
  const answers = id === undefined ? [] : rows.filter(({ kind, said_by }) => isAnswer(kind) && said_by === id)
  return openQuestionsTo(rows, question).filter(
    ({ id: asked, location_id }) =>
      (location_id === null || (owned.has(location_id) && asked > (left.get(location_id) ?? 0))) &&
      !answers.some(one => one.id > asked && (location_id === null || location_id === one.location_id)),
  )
}

/** Tells whether nothing of a question waits for the person any more, also once a deleted location is brought back. */
export const isSettled = (
  rows: readonly LedgerRow[],
  question: Pick<QuestionRow, 'email' | 'asked_at'>,
  person: AskedPerson,
): boolean => unsettledQuestions(rows, question, person).length === 0

/** Questions that wait for a person who can answer them now: one about a deleted location is hidden until that is brought back. */
export const waitingQuestions = (
  rows: readonly LedgerRow[],
  question: Pick<QuestionRow, 'email' | 'asked_at'>,
  person: AskedPerson,
): LedgerRow[] =>
  unsettledQuestions(rows, question, person).filter(
    ({ location_id }) => location_id === null || person.present.has(location_id),
  )

/** Tells whether an open question waits for its person now; one of which the ledger keeps nothing under the address does. */
export const isWaiting = (
  rows: readonly LedgerRow[],
  question: Pick<QuestionRow, 'email' | 'asked_at'>,
  person: AskedPerson,
): boolean => openQuestionsTo(rows, question).length === 0 || waitingQuestions(rows, question, person).length > 0

const openQuestionTo = async (db: Database, email: string, researchId: number): Promise<QuestionRow | undefined> =>
  (await questionsOf(db, [researchId])).find(one => one.email === email && one.answered_at === null)

/** Tells whether a question that an answer for this location settles was asked after an entry of the ledger. */
export const isAskedSince = async (
  db: Database,
  person: AskedPerson & { email: string },
  { researchId, locationId }: { researchId: number; locationId: number },
  entryId: number,
): Promise<boolean> => {
  const question = await openQuestionTo(db, person.email, researchId)
  if (!question) return false
  return unsettledQuestions(await ledgerOf(db, [researchId]), question, person).some(
    ({ id, location_id }) => id > entryId && (location_id === null || location_id === locationId),
  )
}

/** Closes the question to a person who has answered, at `now` (ISO 8601): unless another one waits for their answer. */
export const closeQuestion = async (
  trx: Database,
  person: AskedPerson & { email: string },
  researchId: number,
  now: string,
): Promise<void> => {
  const question = await openQuestionTo(trx, person.email, researchId)
  if (question && isSettled(await ledgerOf(trx, [researchId]), question, person))
    await answerQuestion(trx, researchId, person.email, now)
}

export const sharedOf = (
  reads: readonly Pick<ReadRow, 'device_id' | 'from' | 'until' | 'measurements'>[],
): SharedInterval[] =>
  reads.map(({ device_id, from, until, measurements }) => ({
    deviceId: device_id,
    from: Date.parse(from),
    until: Date.parse(until),
    measurements: fromJson(measurements),
  }))

/** Data of a device that is read by consent (epoch ms). */
export interface ConsentedRead extends Interval {
  researchId: number
  locationId: number
  deviceId: number
  measurements: readonly string[]
}

const DAY_LETTERS = 10

/**
 * Puts on record what a person is about to read by consent, before any of it is sent; nothing after now can have been read. The
 * ledger is held meanwhile: throws not_found where somebody has said no since the read was planned. What a person opened before
 * on the same day is on record already, and what goes on with it lengthens its entry; of other kinds, what they read from `since` (ISO 8601) on, where that is given.
 */
export const noteReads = async (
  services: Pick<Services, 'db' | 'now'>,
  person: { id: number; name: string },
  kind: ReadKind,
  reads: readonly ConsentedRead[],
  since?: string,
): Promise<void> => {
  const [now, at] = [services.now(), isoNow(services)]
  const upToNow = reads
    .map(read => ({ ...read, until: Math.min(read.until, now) }))
    .filter(({ from, until, measurements }) => from < until && measurements.length > 0)
  if (upToNow.length === 0) return
  await services.db.transaction().execute(async db => {
    const researchIds = [...new Set(upToNow.map(({ researchId }) => researchId))].sort((a, b) => a - b)
    for (const id of researchIds) await lockLedger(db, id)
    const ledger = Map.groupBy(await ledgerOf(db, researchIds), row => row.research_id)
    for (const read of upToNow) requireConsented(ledger.get(read.researchId) ?? [], read)
    const ends = await lastEndsOf(db, [...new Set(upToNow.map(({ locationId }) => locationId))])
    const today = `${at.slice(0, DAY_LETTERS)}T00:00:00.000Z`
    const start = since ?? (kind === 'opened' ? today : undefined)
    const before = start === undefined ? [] : await readsSince(db, { userId: person.id, researchIds, kind }, start)
    const known = Map.groupBy(before, sourceOfRead)
    const lengthened = new Map<number, ReadRow>()
    const rows = upToNow.flatMap(read => {
      const { researchId: research_id, locationId: location_id, deviceId: device_id, measurements } = read
      const ofSource = (known.get(sourceOfRead({ research_id, device_id })) ?? []).map(
        row => lengthened.get(row.id) ?? row,
      )
      if (isKnown(read, ofSource)) return []
      const [from, until] = [new Date(read.from).toISOString(), new Date(read.until).toISOString()]
      const touched =
        kind === 'opened' ? ofSource.find(row => isGoneOnWith(row, read, ends.get(location_id))) : undefined
      if (touched) {
        const longer = {
          from: new Date(Math.min(Date.parse(touched.from), read.from)).toISOString(),
          until: new Date(Math.max(Date.parse(touched.until), read.until)).toISOString(),
        }
        lengthened.set(touched.id, { ...touched, ...longer, last_at: at })
        return []
      }
      const whose = { research_id, location_id, device_id, user_id: person.id, user_name: person.name }
      return [{ ...whose, from, until, at, kind, measurements: jsonOf([...measurements]) }]
    })
    if (rows.length > 0) await insertReads(db, rows)
    if (lengthened.size > 0) await lengthenReads(db, [...lengthened.values()])
  })
}

const sourceOfRead = ({ research_id, device_id }: Pick<ReadRow, 'research_id' | 'device_id'>): string =>
  `${research_id} ${device_id}`

/**
 * Tells whether a read goes on with one of the same day: of the same measurements, in a time that touches its time, under the same
 * owners, of whom the last one to leave did so at `lastEnd` (ISO 8601). Who owned the location before learns nothing of what is read
 * since.
 */
const isGoneOnWith = (row: ReadRow, read: ConsentedRead, lastEnd = ''): boolean => {
  const keys = fromJson(row.measurements)
  return (
    row.location_id === read.locationId &&
    row.at > lastEnd &&
    Date.parse(row.from) <= read.until &&
    read.from <= Date.parse(row.until) &&
    keys.length === read.measurements.length &&
    read.measurements.every(key => keys.includes(key))
  )
}

/** Tells whether each measurement of a read is on record for all of its time. */
const isKnown = (read: ConsentedRead, before: readonly ReadRow[]): boolean => {
  if (before.length === 0) return false
  const known = sharedOf(before)
  return read.measurements.every(key =>
    mergeIntervals(known.filter(({ measurements }) => measurements.includes(key))).some(
      one => one.from <= read.from && read.until <= one.until,
    ),
  )
}

const requireConsented = (ledger: readonly LedgerRow[], read: ConsentedRead): void => {
  const statements = statementsAbout(ledger, read.locationId)
  for (const key of read.measurements) {
    const [part] = partsWithin(consentedIntervals(statements, read.deviceId, key), read)
    if (part?.from !== read.from || part.until !== read.until) throw new Failure('not_found')
  }
}
