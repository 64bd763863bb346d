import { endedByOwners, isAnswer } from '#shared/rules/research/consent.ts'
import {
  answerQuestion,
  askAnew,
  formerOwnersOf,
  insertLedgerRow,
  isSettled,
  type LedgerRow,
  lastEntryAbout,
  ledgerOf,
  lockLedger,
  noteFormerOwners,
  openQuestionsTo,
  ownersWithReturn,
  projectsAnsweredAt,
  putFormerOwner,
  type QuestionRow,
  questionsOf,
  statementsBy,
} from '../../consents/ledger.ts'
import type { Database } from '../../kit/database/database.ts'
import { jsonOf } from '../../kit/database/json.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { ownedByAddresses, ownersOf } from '../../locations/access.ts'
import { type OwnersChange, putOwnedSince } from '../../locations/owners.ts'
import { accountOfId, confirmedPeople, type Person } from '../../users/accounts.ts'
import { askedPeople, ownerIdsOf } from '../people.ts'
import { openProjects, type ResearchRow } from '../store.ts'
import { mailQuestion } from './consent-mail.ts'
import { factsOf } from './ledger.ts'

/**
 * Ends what former owners of locations shared, asks who owns them now, and puts on record until when those who left were owners:
 * until then they are told what was said and read, also of projects that are over.
 */
export const endOwnershipInResearch: OwnersChange = async (services, trx, locationIds, gone) => {
  await endSharingOfFormerOwners(services, trx, locationIds)
  const left = (await confirmedPeople(trx, { emails: gone })).map(({ id }) => id)
  await noteFormerOwners(trx, locationIds, left, isoNow(services))
}

/**
 * Ends what former owners of locations shared with projects that are not over, and asks who owns them now: nothing is shared by
 * silence. Whoever becomes an owner after such an end is asked as well. Answers the locations at which something ended.
 */
const endSharingOfFormerOwners = async (
  services: Services,
  trx: Database,
  locationIds: readonly number[],
): Promise<ReadonlySet<number>> => {
  const now = isoNow(services)
  const ended = new Set<number>()
  const projects = await openProjects(trx, await projectsAnsweredAt(trx, locationIds), now)
  if (projects.length === 0) return ended
  const owners = await ownersOf(trx, locationIds)
  const people = new Map(
    (await confirmedPeople(trx, { emails: owners.map(({ email }) => email) })).map(p => [p.email, p]),
  )
  // A deleted location has the same owners as before, of whom nobody answers for it.
  const answerable = await ownedByAddresses(trx, people.keys())
  for (const project of projects.toSorted((a, b) => a.id - b.id)) {
    await lockLedger(trx, project.id)
    for (const id of locationIds) {
      // Another location of the same change may have asked somebody a moment ago.
      const ledger = await ledgerOf(trx, [project.id])
      const own = owners.filter(({ location_id }) => location_id === id).flatMap(({ email }) => people.get(email) ?? [])
      if (
        await endAndAsk(services, trx, {
          project,
          ledger,
          now,
          id,
          own,
          isPresent: own.some(({ email }) => answerable.get(email)?.has(id)),
        })
      )
        ended.add(id)
    }
  }
  return ended
}

interface Change {
  project: ResearchRow
  ledger: readonly LedgerRow[]
  /** Location. */
  id: number
  /** Its owners by now. */
  own: readonly Person[]
  /** False where it is deleted: nobody is asked about it until it is brought back. */
  isPresent: boolean
  now: string
}

/** Tells whether something ended. */
const endAndAsk = async (services: Services, trx: Database, change: Change): Promise<boolean> => {
  const { project, ledger, id, own, isPresent, now } = change
  const last = lastEntryAbout(ledger, id)
  if (!last) return false
  await closeSettledQuestions(trx, change)
  const open = await openQuestionsOf(trx, project.id)
  const owners = await ownersWithReturn(
    trx,
    id,
    own.map(one => one.id),
  )
  const ended = endedByOwners(statementsBy(ledger, id, owners), Date.parse(now))
  const nobody = { said_by: null, said_by_name: null, said_at: now }
  const leader = project.owner_id === null ? undefined : await accountOfId(trx, project.owner_id)
  const facts = { ...factsOf(project, leader), ...nobody }
  if (ended)
    await insertLedgerRow(trx, {
      ...{
        ...facts,
        kind: 'owner_changed',
        email: null,
        location_id: id,
        location_name: last.location_name,
        from: now,
      },
      device_ids: ended.device_ids && jsonOf([...ended.device_ids]),
      measurements: ended.measurements && jsonOf([...ended.measurements]),
    })
  else if (last.kind !== 'owner_changed') return false
  if (!isPresent) return ended !== null
  // An owner who was asked since the change is not asked again because a further one came.
  const isOfChange = (row: LedgerRow): boolean =>
    row.said_by === null && row.location_id === id && row.said_at >= last.said_at
  const asked = ended ? [] : open.filter(one => openQuestionsTo(ledger, one).some(isOfChange)).map(one => one.email)
  const about = { location_id: id, location_name: last.location_name }
  const nothing = { from: null, device_ids: null, measurements: null }
  for (const { email, locale } of own) {
    if (asked.includes(email)) continue
    // A question that waits from before is asked anew: it was about something else.
    await askAnew(trx, { research_id: project.id, email, asked_at: now })
    await insertLedgerRow(trx, { ...facts, ...about, ...nothing, kind: 'asked', email })
    // Several locations that change owners at once are one mail.
    if (!leader || open.some(one => one.email === email && one.reminded_at === now)) continue
    const link = `${services.publicUrl()}/research/${project.id}`
    await mailQuestion(trx, { recipient: email, locale, leader: leader.email, link }, 'asked', now)
  }
  return ended !== null
}

const openQuestionsOf = async (db: Database, researchId: number): Promise<QuestionRow[]> =>
  (await questionsOf(db, [researchId])).filter(({ answered_at }) => answered_at === null)

/** Closes questions about this location to people of whom no other answer is waited for, as where it is theirs no more. */
const closeSettledQuestions = async (trx: Database, { project, ledger, id, now }: Change): Promise<void> => {
  const open = (await openQuestionsOf(trx, project.id)).filter(one =>
    openQuestionsTo(ledger, one).some(({ location_id }) => location_id === id),
  )
  const asked = await askedPeople(trx, open)
  for (const question of open)
    if (isSettled(ledger, question, asked(question))) await answerQuestion(trx, project.id, question.email, now)
}

/**
 * Makes good what a change of owners of this location did not do: one from before a yes ended with it, or one that a process of the
 * version before made. Where all is done already, nothing changes. Owners of whom it is not known since when, and who had not
 * answered before, came with that change as far as can be known: what is from before is not theirs to share.
 */
export const makeGoodMissedChange = async (services: Services, trx: Database, locationId: number): Promise<void> => {
  const ended = await endSharingOfFormerOwners(services, trx, [locationId])
  const owners = await ownerIdsOf(trx, locationId)
  const known = new Set((await formerOwnersOf(trx, locationId)).map(({ user_id }) => user_id))
  const entries = (await ledgerOf(trx, await projectsAnsweredAt(trx, [locationId]))).filter(
    ({ kind, location_id }) => kind !== 'asked' && location_id === locationId,
  )
  if (ended.size > 0) {
    const answerers = entries.filter(({ kind }) => isAnswer(kind)).flatMap(({ said_by }) => said_by ?? [])
    const answered = new Set((await confirmedPeople(trx, { ids: answerers })).map(({ email }) => email))
    const unknown = (await ownersOf(trx, [locationId])).map(({ email }) => email).filter(email => !answered.has(email))
    await putOwnedSince(trx, locationId, unknown, isoNow(services))
  }
  const people = new Set(entries.flatMap(({ said_by }) => said_by ?? []))
  const left = (await confirmedPeople(trx, { ids: [...people] })).filter(({ id }) => !owners.has(id) && !known.has(id))
  for (const { id: user_id } of left) {
    const end = lastKnownEntryOf(entries, user_id)
    if (end) await putFormerOwner(trx, { location_id: locationId, user_id, until: end.said_at, last_entry_id: end.id })
  }
}

/**
 * Last entry about a location of which it is known that it was made in the time of a former owner: the change of owners that ended
 * their yes, else their own last answer. A change after an answer of somebody else may have ended that person's yes, long after
 * they left.
 */
const lastKnownEntryOf = (entries: readonly LedgerRow[], userId: number): LedgerRow | undefined =>
  entries
    .filter(({ said_by }) => said_by === userId)
    .map(answer => {
      const next = entries.find(({ id, research_id }) => id > answer.id && research_id === answer.research_id)
      return answer.kind === 'yes' && next?.kind === 'owner_changed' ? next : answer
    })
    .toSorted((one, other) => one.id - other.id)
    .at(-1)
