import { type Acting, differences, writeAudit } from '../audit/audit.ts'
import {
  type AskedPerson,
  forgetQuestions,
  formerOwnershipsOf,
  moveQuestions,
  type QuestionRow,
} from '../consents/ledger.ts'
import type { Database } from '../kit/database/database.ts'
import { everyOwnedByAddresses, ownedByAddresses, ownersOf } from '../locations/access.ts'
import { endOffersTo, type Giver, offersAbout, offerTo } from '../offers/offering.ts'
import type { Offered } from '../offers/routes.ts'
import { accountOfId, confirmedPeople } from '../users/accounts.ts'
import type { AddressMove } from '../users/address/moves.ts'
import type { LossCount, UserRemoval } from '../users/removal.ts'
import {
  addPerson,
  countProjects,
  forgetPerson,
  movePeople,
  ownerIdOf,
  peopleOf,
  projectIdsOf,
  removePeople,
} from './store.ts'

/** Accounts that own a location. */
export const ownerIdsOf = async (db: Database, locationId: number): Promise<ReadonlySet<number>> => {
  const emails = (await ownersOf(db, [locationId])).map(({ email }) => email)
  return new Set((await confirmedPeople(db, { emails })).map(({ id }) => id))
}

/** Accounts of who was asked, and the locations that they own. */
export const askedPeople = async (
  db: Database,
  questions: readonly Pick<QuestionRow, 'email'>[],
): Promise<(question: Pick<QuestionRow, 'email'>) => AskedPerson> => {
  const emails = [...new Set(questions.map(({ email }) => email))]
  const ids = new Map((await confirmedPeople(db, { emails })).map(({ email, id }) => [email, id]))
  const owned = await everyOwnedByAddresses(db, emails)
  const present = await ownedByAddresses(db, emails)
  const left = Map.groupBy(await formerOwnershipsOf(db, [...ids.values()]), one => one.user_id)
  return ({ email }) => ({
    id: ids.get(email),
    owned: owned.get(email) ?? new Set(),
    present: present.get(email) ?? new Set(),
    left: new Map((left.get(ids.get(email) ?? 0) ?? []).map(one => [one.location_id, one.last_entry_id])),
  })
}

/** Addresses of who sees a project, and of who is asked to. */
export const peopleAndAskedOf = async (db: Database, id: number): Promise<ReadonlySet<string>> =>
  new Set([...(await peopleOf(db, [id])).map(({ email }) => email), ...(await offeredPeople(db, id))])

const offeredPeople = async (db: Database, id: number): Promise<string[]> =>
  (await offersAbout(db, 'research', [id])).filter(({ declined_at }) => declined_at === null).map(({ email }) => email)

/** Shows a project to these people alone, inside a transaction: whoever is new is asked. */
export const setPeople = async (
  giver: Giver & Acting,
  trx: Database,
  { id, name }: { id: number; name: string },
  emails: readonly string[],
): Promise<void> => {
  const present = (await peopleOf(trx, [id])).map(({ email }) => email)
  const gone = present.filter(email => !emails.includes(email))
  await removePeople(trx, id, gone)
  const { email: own } = giver.user
  if (emails.includes(own)) await addPerson(trx, id, own, giver.user.id)
  // Offers end for people who were asked and are left out by now.
  const leftOut = (await offeredPeople(trx, id)).filter(email => !emails.includes(email))
  await endOffersTo(trx, 'research', [id], leftOut)
  const added = emails.filter(email => email !== own && !present.includes(email))
  await offerTo(giver, trx, { kind: 'research', id }, added)
  const changes = differences(['people'], { people: present.toSorted() }, { people: emails.toSorted() })
  if (changes.length > 0) await writeAudit(giver, trx, { action: 'project_shared', name, changes })
}

/** A look at a research project: who accepts sees it besides the owners of its places. */
export const offeredResearch: Offered = {
  mayGive: async (db, person, id) => person.admin || (await ownerIdOf(db, id)) === person.id,
  give: async (db, { id, from_user_id }, receiver) => {
    await addPerson(db, id, receiver.email, from_user_id)
    return () => {}
  },
}

/** The projects of an account that has another address now; what it was offered to see of them is done. */
export const moveResearchPeople: AddressMove = async (db, move) => {
  await movePeople(db, move)
  await moveQuestions(db, move)
  await endOffersTo(db, 'research', await projectIdsOf(db, move.to), [move.from, move.to])
}

/** Projects of others forget who was added to them; the own ones stay, without an owner. */
export const leaveProjectsOf: UserRemoval = async (db, userId) => {
  const person = await accountOfId(db, userId)
  if (person) {
    await forgetPerson(db, person.email)
    await forgetQuestions(db, person.email)
  }
  return () => {}
}

/** Counts of projects that stay without their owner when the account goes. */
export const lossOfProjects: LossCount = async (db, userId) => ({ projects_left: await countProjects(db, userId) })
