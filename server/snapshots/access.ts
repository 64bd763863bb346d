import { projectsReadBy } from '../devices/placement/placements.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import type { Caller } from '../locations/access.ts'
import { requireResearch } from '../research/access.ts'
import type { ResearchRow } from '../research/projects.ts'
import { type NamedSnapshot, snapshotOfId } from './store.ts'

/** Rights of a person on the versions of a project. */
export interface SnapshotRights {
  /** May freeze, publish and delete: who leads the project. */
  manages: boolean
  /** May download: who leads the project, and those added to it. An owner of a place sees that there is a version, and no data of others. */
  reads: boolean
}

export const rightsOn = async (db: Database, user: Caller, project: ResearchRow): Promise<SnapshotRights> => ({
  manages: user.admin || project.owner_id === user.id,
  reads: user.admin || (await projectsReadBy(db, user)).some(({ id }) => id === project.id),
})

interface SnapshotWithRights extends SnapshotRights {
  row: NamedSnapshot
  /** Null once it is deleted. */
  project: ResearchRow | null
}

/** A version of a project that the caller sees; one of a deleted project is its maker's. Throws not_found. */
export const requireSnapshot = async (db: Database, user: Caller, id: number): Promise<SnapshotWithRights> => {
  const row = await snapshotOfId(db, id)
  if (!row || row.status === 'deleted') throw new Failure('not_found')
  if (row.research_id !== null) {
    const project = await requireResearch(db, user, row.research_id)
    return { row, project, ...(await rightsOn(db, user, project)) }
  }
  if (!user.admin && row.user_id !== user.id) throw new Failure('not_found')
  return { row, project: null, manages: true, reads: true }
}

/** A version that the caller may publish and delete. Throws not_found, not_allowed. */
export const requireOwnSnapshot = async (db: Database, user: Caller, id: number): Promise<SnapshotWithRights> => {
  const known = await requireSnapshot(db, user, id)
  if (!known.manages) throw new Failure('not_allowed')
  return known
}

/** A version whose file the caller may have. Throws not_found, not_allowed. */
export const requireReadSnapshot = async (db: Database, user: Caller, id: number): Promise<SnapshotWithRights> => {
  const known = await requireSnapshot(db, user, id)
  if (!known.reads) throw new Failure('not_allowed')
  return known
}
