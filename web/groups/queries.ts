import { useQuery } from '@tanstack/react-query'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../kit/api/query.ts'
import { ACCEPTED_READS } from '../offers/queries.ts'

const RELOAD = 60_000

export const GROUPS = { ...queryOf(api.listGroups, {}), refetchInterval: RELOAD }
export const useGroups = () => useQuery(GROUPS)

export const membersRead = (id: number) => queryOf(api.listGroupMembers, { params: { id } })
export const sharesRead = (id: number) => queryOf(api.listGroupShares, { params: { id } })
export const locationSharesRead = (id: number) => queryOf(api.listLocationShares, { params: { id } })

/** Read again after the people of a group or what they may are others. */
export const PEOPLE_READS = [api.listGroups, api.listGroupMembers, api.listGroupShares, api.listGroupChanges]
export const SHARE_READS = [api.listGroupShares, api.listGroupChanges, api.listLocationShares, api.listLocations]

/** Read again after somebody joined or left: everything that somebody may see now. */
export const SIGHT_READS = [...PEOPLE_READS, ...ACCEPTED_READS, api.listInspections, api.pageInspections]
