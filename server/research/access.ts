import type { Research } from '#shared/contract/places/research.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { type Caller, visibleLocationIds } from '../locations/access.ts'
import { offeredTo } from '../offers/offering.ts'
import { peopleOf, type ResearchRow, researchSeenBy } from './store.ts'

type SeenResearch = Omit<Research, 'offers'>

const manages = (user: Caller, row: ResearchRow): boolean => user.admin || row.owner_id === user.id

/** The projects a caller sees (decisions §3). Who else sees one is told to those who manage it. */
export const visibleResearch = async (db: Database, user: Caller): Promise<SeenResearch[]> => {
  const rows = await researchSeenBy(db, user, await visibleLocationIds(db, user, 'own'))
  const ids = rows.filter(row => manages(user, row)).map(row => row.id)
  const people = Map.groupBy(await peopleOf(db, ids), one => one.research_id)
  return rows.map(row => ({
    ...row,
    people: (people.get(row.id) ?? []).map(({ email }) => email),
    may: manages(user, row) ? ['edit', 'delete'] : [],
  }))
}

/** Throws not_found for a project the caller does not see. */
export const requireResearch = async (db: Database, user: Caller, id: number): Promise<SeenResearch> => {
  const found = (await visibleResearch(db, user)).find(one => one.id === id)
  if (!found) throw new Failure('not_found')
  return found
}

/**
 * Requires a project the caller manages, which is who made it; whoever merely sees it is told so. Throws not_found,
 * not_allowed.
 */
export const requireResearchOwner = async (db: Database, user: Caller, id: number): Promise<SeenResearch> => {
  const found = await requireResearch(db, user, id)
  if (!found.may.includes('edit')) throw new Failure('not_allowed')
  return found
}

/** Projects with the people who have not accepted yet, told to those who manage them. */
export const presentResearch = async (
  services: Pick<Services, 'db' | 'now'>,
  projects: readonly SeenResearch[],
): Promise<Research[]> => {
  const own = projects.filter(({ may }) => may.includes('edit')).map(({ id }) => id)
  const offers = await offeredTo(services.db, 'research', own, isoNow(services))
  return projects.map(project => ({ ...project, offers: offers.get(project.id) ?? [] }))
}

export const presentedResearch = async (
  context: Pick<Services, 'db' | 'now'> & { user: Caller },
  id: number,
): Promise<Research> => {
  const [project] = await presentResearch(context, [await requireResearch(context.db, context.user, id)])
  if (!project) throw new Failure('not_found')
  return project
}
