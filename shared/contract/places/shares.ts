import { z } from 'zod'
import { Id, IdParams, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

/** Rights that a share gives the people of a group on a location. */
export const SHARE_RIGHTS = ['read', 'edit'] as const
export type ShareRight = (typeof SHARE_RIGHTS)[number]
const ShareRight = z.enum(SHARE_RIGHTS)

/** Upper bound of locations that are shared in one call. */
const MAX_SHARES = 2000

const GroupShare = z.object({
  location_id: Id,
  may: ShareRight,
  name: z.string(),
  areas: z.int(),
  /** Name of who shared it. */
  shared_by: z.string(),
  shared_at: TimeOut,
  /** True where the caller owns the location, and so decides over the share. */
  own: z.boolean(),
})
export type GroupShare = z.infer<typeof GroupShare>

const LocationShare = z.object({
  group_id: Id,
  group_name: z.string(),
  may: ShareRight,
  /** People of the group. */
  people: z.int(),
  shared_by: z.string(),
  shared_at: TimeOut,
})
export type LocationShare = z.infer<typeof LocationShare>

const ShareParams = z.object({ id: IdParams.shape.id, group_id: IdParams.shape.id })

export const shareEndpoints = endpoints({
  listGroupShares: {
    method: 'GET',
    path: '/groups/:id/shares',
    access: 'signedIn',
    summary: 'Locations shared with a group, for its people',
    params: IdParams,
    response: z.array(GroupShare),
  },
  setGroupShares: {
    method: 'PUT',
    path: '/groups/:id/shares',
    access: 'signedIn',
    summary:
      "Share these of the caller's own locations with a group, and no others of them; those of other people stay",
    params: IdParams,
    body: z.array(z.object({ location_id: Id, may: ShareRight })).max(MAX_SHARES),
    response: z.array(GroupShare),
    failures: ['not_allowed'],
  },
  listLocationShares: {
    method: 'GET',
    path: '/locations/:id/shares',
    access: 'signedIn',
    summary: 'Groups a location is shared with, for its owners',
    params: IdParams,
    response: z.array(LocationShare),
  },
  setLocationShare: {
    method: 'PUT',
    path: '/locations/:id/shares/:group_id',
    access: 'signedIn',
    summary: 'Share an own location with a group the caller is in, or change what the group may do there',
    params: ShareParams,
    body: z.object({ may: ShareRight }),
    response: z.array(LocationShare),
    failures: ['not_allowed'],
  },
  endLocationShare: {
    method: 'DELETE',
    path: '/locations/:id/shares/:group_id',
    access: 'signedIn',
    summary: 'Share a location with a group no more; access ends at once',
    params: ShareParams,
    status: 204,
  },
})
