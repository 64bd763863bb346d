import { type GroupShare, type ShareRight, shareEndpoints } from '#shared/contract/places/shares.ts'
import { type Acting, type Change, writeAudit } from '../../audit/audit.ts'
import { requireGroupRight } from '../../groups/access.ts'
import { memberIdsOf } from '../../groups/groups.ts'
import type { GroupShares } from '../../groups/routes.ts'
import type { Database } from '../../kit/database/database.ts'
import { serializable } from '../../kit/database/store-error.ts'
import { Failure } from '../../kit/failure.ts'
import { serve } from '../../kit/http/serve.ts'
import { isoNow } from '../../kit/services.ts'
import { publishSightChanged } from '../../users/sight-changed.ts'
import { type Caller, requireLocation } from '../access.ts'
import { locationIdsOf, locationRightsOf } from '../ownership-store.ts'
import {
  deleteShares,
  putShares,
  shareRowsOfGroup,
  sharesMadeBy,
  sharesOfGroup,
  sharesOfLocation,
} from './share-store.ts'

interface Group {
  id: number
  name: string
}

/** Notes what became of a share, for the owners of the location. */
const noteShare = (
  acting: Acting,
  db: Database,
  location_id: number,
  { id: group_id, name }: Group,
  before: ShareRight | null,
  after: ShareRight | null,
) => {
  const changes: Change[] = [
    { field: 'group', before: before && name, after: after && name },
    { field: 'share', before, after },
  ]
  const action = !before ? 'place_shared_with_group' : after ? 'place_share_changed' : 'place_share_ended'
  return writeAudit(acting, db, { action, location_id, group_id, changes })
}

/** Shares with a group that end with it, or with the membership of who made them. */
export const groupShares: GroupShares = {
  end: async (acting, trx, group, sharedBy) => {
    const rows = await shareRowsOfGroup(trx, group.id, sharedBy)
    for (const { location_id, may } of rows) await noteShare(acting, trx, location_id, group, may, null)
    await deleteShares(
      trx,
      group.id,
      rows.map(({ location_id }) => location_id),
    )
  },
}

/** Ends what people shared of a location that is theirs no more, inside the transaction that takes it from them. */
export const endSharesOfFormerOwners = async (
  acting: Acting,
  trx: Database,
  locationId: number,
  emails: readonly string[],
): Promise<void> => {
  for (const { group_id, may, name } of await sharesMadeBy(trx, locationId, emails)) {
    await noteShare(acting, trx, locationId, { id: group_id, name }, may, null)
    await deleteShares(trx, group_id, [locationId])
  }
}

const presentShares = async (db: Database, user: Caller, groupId: number): Promise<GroupShare[]> => {
  const own = new Set(await locationIdsOf(db, user.email))
  const rows = await sharesOfGroup(db, groupId)
  return rows.map(row => ({ ...row, areas: Number(row.areas ?? 0), own: own.has(row.location_id) }))
}

const presentGroupsOf = async (db: Database, locationId: number) =>
  (await sharesOfLocation(db, locationId)).map(row => ({ ...row, people: Number(row.people ?? 0) }))

export const shareRoutes = serve(shareEndpoints, {
  listGroupShares: async ({ params }, { db, user }) => {
    await requireGroupRight(db, user, params.id, 'see')
    return presentShares(db, user, params.id)
  },

  setGroupShares: async ({ params, body }, context) => {
    const { user } = context
    await serializable(context.db, async db => {
      const group = await requireGroupRight(db, user, params.id, 'share')
      const own = new Set(await locationIdsOf(db, user.email))
      const before = new Map((await sharesOfGroup(db, params.id)).map(row => [row.location_id, row.may]))
      const wanted = new Map(body.map(({ location_id, may }) => [location_id, may]))
      const seen = await locationRightsOf(db, user.email)
      for (const [id, may] of wanted) {
        // Shares of other people may be sent along as they were read, also those that have ended since: they stay as they are.
        if (own.has(id) || before.get(id) === may || !(before.has(id) || seen.has(id))) continue
        throw new Failure(before.has(id) ? 'not_allowed' : 'not_found')
      }
      const named = { id: params.id, name: group.name }
      const changed = [...wanted].filter(([id, may]) => own.has(id) && before.get(id) !== may)
      const ended = [...before].filter(([id]) => own.has(id) && !wanted.has(id))
      for (const [id, may] of changed) await noteShare(context, db, id, named, before.get(id) ?? null, may)
      for (const [id, may] of ended) await noteShare(context, db, id, named, may, null)
      for (const may of ['read', 'edit'] as const) {
        const ids = changed.filter(([, right]) => right === may).map(([id]) => id)
        const made = { group_id: params.id, may, shared_by: user.id, shared_at: isoNow(context) }
        if (ids.length > 0) await putShares(db, ids, made)
      }
      await deleteShares(
        db,
        params.id,
        ended.map(([id]) => id),
      )
    })
    publishSightChanged(context, await memberIdsOf(context.db, params.id))
    return presentShares(context.db, user, params.id)
  },

  listLocationShares: async ({ params }, { db, user }) => {
    await requireLocation(db, user, params.id, 'own')
    return presentGroupsOf(db, params.id)
  },

  setLocationShare: async ({ params, body: { may } }, context) => {
    const { user } = context
    await serializable(context.db, async db => {
      const group = await requireGroupRight(db, user, params.group_id, 'share')
      await requireLocation(db, user, params.id, 'own')
      // Administrators share only what is really theirs: the share goes by an owner's name.
      if (!(await locationIdsOf(db, user.email)).includes(params.id)) throw new Failure('not_allowed')
      const before = (await sharesOfLocation(db, params.id)).find(({ group_id }) => group_id === params.group_id)
      if (before?.may === may) return
      await noteShare(context, db, params.id, { id: params.group_id, name: group.name }, before?.may ?? null, may)
      await putShares(db, [params.id], {
        group_id: params.group_id,
        may,
        shared_by: user.id,
        shared_at: isoNow(context),
      })
    })
    publishSightChanged(context, await memberIdsOf(context.db, params.group_id))
    return presentGroupsOf(context.db, params.id)
  },

  endLocationShare: async ({ params }, context) => {
    await serializable(context.db, async db => {
      await requireLocation(db, context.user, params.id, 'own')
      const before = (await sharesOfLocation(db, params.id)).find(({ group_id }) => group_id === params.group_id)
      if (!before) throw new Failure('not_found')
      const group = { id: params.group_id, name: before.group_name }
      await noteShare(context, db, params.id, group, before.may, null)
      await deleteShares(db, params.group_id, [params.id])
    })
    publishSightChanged(context, await memberIdsOf(context.db, params.group_id))
    return undefined
  },
})
