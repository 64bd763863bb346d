import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed } from '../../shared/contract/call.ts'
import type { Checklist } from '../../shared/contract/checklists.ts'
import { DEFAULT_TIME_ZONE } from '../../shared/contract/fixed.ts'
import { api } from '../../shared/contract/index.ts'
import type { Location } from '../../shared/contract/locations.ts'
import { fieldOf } from '../kit/moment.ts'
import { queryClient, queryOf } from '../kit/query.ts'
import {
  changeDraftKey,
  type Draft,
  newDraftPrefix,
  newId,
  outboxDraftKey,
  type Values,
  valuesOf,
} from './form-draft.ts'
import { readLast } from './form-last.ts'
import { firstChecklist } from './form-lists.ts'
import { writtenOf } from './outbox-door.ts'
import type { Parcel } from './outbox-parcel.ts'
import { readDraft, readDrafts, readParcels } from './outbox-store.ts'

/** Where an inspection is begun from, and with what. */
export interface Start {
  userId: number
  /** The inspection that is changed. */
  inspectionId: number | null
  /** The one of the outbox that is put right. */
  parcelId: string | null
  locationId: number | null
  areaId: number | null
  researchId: number | null
  period: Draft['period']
}

export interface Begun {
  draft: Draft
  /** Begun before and not sent yet, the latest first; the form goes on with the first of them. */
  earlier: Draft[]
}

export const zoneOf = (locations: readonly Location[], id: number | null): string =>
  locations.find(location => location.id === id)?.time_zone ?? DEFAULT_TIME_ZONE

const draftOf = (key: string, start: Start, rest: Pick<Draft, 'values'> & Partial<Draft>): Draft => ({
  key,
  id: newId(),
  user_id: start.userId,
  inspection_id: null,
  base: null,
  base_version: 1,
  period: start.period,
  parts: [],
  saved_at: null,
  ...rest,
})

/** Filled in as far as can be known: where it was asked from, else where the last one was. */
export const newDraft = (start: Start, locations: readonly Location[], checklists: readonly Checklist[]): Draft => {
  const last = readLast(start.userId)
  const wanted =
    locations.find(({ areas }) => areas.some(({ id }) => id === start.areaId)) ??
    locations.find(({ id }) => id === start.locationId)
  const before = locations.find(({ id }) => id === last.location_id)
  const location = wanted ?? before ?? (locations.length === 1 ? locations[0] : undefined)
  const here = location?.areas.map(({ id }) => id) ?? []
  const areas = start.areaId ? [start.areaId] : location === before && !wanted ? last.area_ids : []
  const area_ids = areas.filter(id => here.includes(id))
  const values: Values = {
    location_id: location?.id ?? null,
    area_ids,
    date: fieldOf(Date.now(), location?.time_zone ?? DEFAULT_TIME_ZONE),
    impression: null,
    needs_attention: false,
    notes: '',
    reminder_date: '',
    reminder: '',
    checklist_id: firstChecklist(checklists, location, area_ids, last.checklists[area_ids[0] ?? 0]),
    answers: {},
    research_id: start.researchId,
  }
  const id = newId()
  return draftOf(`${newDraftPrefix(start.userId)}${id}`, start, { id, values })
}

/** One of the outbox, to be put right there. */
const reopened = async (start: Start, parcel: Parcel, locations: readonly Location[]): Promise<Draft> => {
  const key = outboxDraftKey(start.userId, parcel.id)
  const before = await readDraft(key)
  if (before) return before
  const { id, inspection_id, base, base_version, written, parts } = parcel
  const values = valuesOf(written, zoneOf(locations, written.location_id))
  return draftOf(key, start, { id, inspection_id, base, base_version, values, parts })
}

const begin = async (start: Start): Promise<Begun> => {
  const locations = await queryClient.ensureQueryData(queryOf(api.listLocations, {}))
  const parcels = await readParcels(start.userId).catch(() => [])
  const waits = parcels.find(
    ({ id, state, inspection_id, remove, restore }) =>
      id === start.parcelId ||
      // What waits to be changed is changed further, there.
      (state !== 'sent' && !remove && !restore && start.inspectionId !== null && inspection_id === start.inspectionId),
  )
  if (waits) return { draft: await reopened(start, waits, locations), earlier: [] }
  if (start.inspectionId !== null) {
    const key = changeDraftKey(start.userId, start.inspectionId)
    const before = await readDraft(key).catch(() => undefined)
    if (before) return { draft: before, earlier: [before] }
    const query = queryOf(api.getInspection, { params: { id: start.inspectionId } })
    const inspection = await queryClient.fetchQuery(query).catch(failure => {
      // Without a network what was read before is good enough: fields of others are not touched.
      const kept = queryClient.getQueryData(query.queryKey)
      if (kept && failure instanceof CallFailed && failure.status === 0) return kept
      throw failure
    })
    const base = { ...writtenOf(inspection), location_id: inspection.location_id }
    const values = valuesOf(base, inspection.time_zone)
    const rest = { inspection_id: inspection.id, base, base_version: inspection.version, values }
    return { draft: draftOf(key, start, rest), earlier: [] }
  }
  const lists = await queryClient.ensureQueryData(queryOf(api.listChecklists, { query: {} })).catch(() => null)
  // Where this device keeps nothing there are no drafts.
  const earlier = await readDrafts(newDraftPrefix(start.userId)).catch(() => [])
  return { draft: earlier[0] ?? newDraft(start, locations, lists?.checklists ?? []), earlier }
}

/** The draft to go on with. Read once: from then on the form has it, whatever is read anew because the network is back. */
export const useBegun = (start: Start) => {
  const [begun, setBegun] = useState<Begun | null>(null)
  const { data, error, refetch } = useQuery<Begun, CallFailed>({
    queryKey: ['inspect', start],
    queryFn: () => begin(start),
    gcTime: 0,
    enabled: begun === null,
  })
  if (data && begun === null) setBegun(data)
  return {
    begun,
    error: begun ? null : error,
    retry: () => void refetch(),
    /** Begins anew, e.g. with what the server has. */
    again: async () => setBegun(await begin(start)),
    forget: (key: string) => begun && setBegun({ ...begun, earlier: begun.earlier.filter(one => one.key !== key) }),
  }
}
