import type { Research } from '#shared/contract/places/research.ts'
import { projectStateOf } from '#shared/rules/research/consent.ts'
import {
  ledgerOf,
  openQuestionsTo,
  projectsAnsweredBy,
  projectsAsking,
  type QuestionRow,
  questionsOf,
  waitingQuestions,
} from '../consents/ledger.ts'
import type { Database } from '../kit/database/database.ts'
import { fromJson } from '../kit/database/json.ts'
import { Failure } from '../kit/failure.ts'
import type { Words } from '../kit/language.ts'
import { isoNow, type Services } from '../kit/services.ts'
import type { Caller } from '../locations/access.ts'
import { offeredTo } from '../offers/offering.ts'
import { confirmedPeople } from '../users/accounts.ts'
import { ledgersFor, ownedLocationIds } from './consents/ledger.ts'
import { askedPeople } from './people.ts'
import { locationsOfProjects, peopleOf, type ResearchRow, researchSeenBy } from './store.ts'

const manages = (user: Caller, row: Pick<ResearchRow, 'owner_id'>): boolean => user.admin || row.owner_id === user.id

/** The projects a caller sees (decisions §3): the own, those added to, those at own locations, those that ask them, and those they answered. */
export const visibleResearch = async (db: Database, user: Caller, ids?: readonly number[]): Promise<ResearchRow[]> => {
  const owned = await ownedLocationIds(db, user)
  const places = owned && [...owned]
  const asking = [...(await projectsAsking(db, user.email)), ...(await projectsAnsweredBy(db, user.id))]
  return researchSeenBy(db, user, { places, asking, ids })
}

/** Throws not_found for a project the caller does not see. */
export const requireResearch = async (db: Database, user: Caller, id: number): Promise<ResearchRow> => {
  const [found] = await visibleResearch(db, user, [id])
  if (!found) throw new Failure('not_found')
  return found
}

/**
 * Requires a project the caller manages, which is who made it; whoever merely sees it is told so. Throws not_found,
 * not_allowed.
 */
export const requireResearchOwner = async (db: Database, user: Caller, id: number): Promise<ResearchRow> => {
  const found = await requireResearch(db, user, id)
  if (!manages(user, found)) throw new Failure('not_allowed')
  return found
}

type Asking = Pick<Services, 'db' | 'now'> & { user: Caller; t: Words }

/**
 * Projects as the caller may know them. Who else sees one, and who has not accepted yet, is told to those who manage it; the
 * address of who leads it to those who answer for their data.
 */
export const presentResearch = async (context: Asking, projects: readonly ResearchRow[]): Promise<Research[]> => {
  const { db, user, t } = context
  const now = isoNow(context)
  const ids = projects.map(({ id }) => id)
  const own = projects.filter(row => manages(user, row)).map(({ id }) => id)
  const offers = await offeredTo(db, 'research', own, now)
  const people = Map.groupBy(await peopleOf(db, ids), one => one.research_id)
  const ledgers = await ledgersFor(context, user, projects, await locationsOfProjects(db, ids))
  const leaders = await confirmedPeople(db, { ids: projects.flatMap(({ owner_id }) => owner_id ?? []) })
  const open = Map.groupBy(
    (await questionsOf(db, own)).filter(({ answered_at }) => answered_at === null),
    one => one.research_id,
  )
  const asked = Map.groupBy(await ledgerOf(db, [...open.keys()]), row => row.research_id)
  const personOf = await askedPeople(db, [...open.values()].flat())
  /** Questions to an address, by a person and by a change of owners apart: who asks somebody does not learn whether they are asked. */
  const toldOf = (question: QuestionRow): Research['open_questions'] => {
    const { research_id, email, asked_at } = question
    const ledger = asked.get(research_id) ?? []
    const waiting = waitingQuestions(ledger, question, personOf(question))
    if (waiting.length === 0 && openQuestionsTo(ledger, question).length > 0) return []
    // An address that was changed since is one that nobody gave to the project.
    const isNamed = (one: { said_by: number | null; email: string | null }): boolean =>
      one.said_by !== null && one.email === email
    const told = [
      waiting.findLast(isNamed),
      waiting.findLast(one => one.said_by === null),
      waiting.find(one => one.email !== email),
    ].filter(one => one !== undefined)
    const unnamed = { said_by: null, location_id: null, said_at: asked_at, email: null }
    return (told.length > 0 ? told : [unnamed]).map(({ location_id: number, said_at, ...one }) => ({
      email: isNamed(one) || email === user.email ? email : null,
      location_name: number === null ? null : t('research.location_pseudonym', { number }),
      asked_at: said_at,
    }))
  }
  const byId = new Map(leaders.map(person => [person.id, person]))
  return projects.map(({ owner_id, changed_by: _, target_measurements, ...row }) => {
    const isOwn = manages(user, { owner_id })
    const leader = byId.get(owner_id ?? 0)
    const { entries = [], answer = null } = ledgers.get(row.id) ?? {}
    const added = people.get(row.id) ?? []
    return {
      ...row,
      target_measurements: target_measurements ? fromJson(target_measurements) : [],
      state: projectStateOf(row, now),
      led_by: leader ? { name: leader.name, email: isOwn || answer !== null ? leader.email : null } : null,
      readers: added.length + (leader ? 1 : 0),
      answer,
      consent_history: entries,
      open_questions: (open.get(row.id) ?? []).flatMap(toldOf).toSorted(inOrder),
      people: isOwn ? added.map(({ email }) => email) : [],
      offers: offers.get(row.id) ?? [],
      may: isOwn ? ['edit', 'delete'] : [],
    }
  })
}

/** Order by what is told of questions alone. */
const inOrder = (one: Research['open_questions'][number], other: Research['open_questions'][number]): number => {
  const keys = [one, other].map(({ asked_at, email, location_name }) => [asked_at, email, location_name].join())
  return (keys[0] ?? '') < (keys[1] ?? '') ? -1 : 1
}

export const presentedResearch = async (context: Asking, id: number): Promise<Research> => {
  const [project] = await presentResearch(context, [await requireResearch(context.db, context.user, id)])
  if (!project) throw new Failure('not_found')
  return project
}
