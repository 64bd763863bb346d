import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed } from '#shared/contract/call.ts'
import type { Checklist } from '#shared/contract/diary/checklists.ts'
import { DEFAULT_TIME_ZONE } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import type { Location } from '#shared/contract/places/locations.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { LOCATIONS } from '../../../kit/api/locations.ts'
import { queryClient, queryOf, THROWN } from '../../../kit/api/query.ts'
import { newId } from '../../../kit/browser/new-id.ts'
import { useFirstRender } from '../../../kit/first-paint/first-render.ts'
import { fieldOf, minuteNow } from '../../../kit/time/instant.ts'
import type { OutboxItem } from '../../outbox/outbox-item.ts'
import { payloadOf } from '../../outbox/outbox-server.ts'
import { claimDraft, readDrafts, readInspectionDraft, readOutboxItems } from '../../outbox/outbox-store.ts'
import { nowWithin } from '../form-check.ts'
import { firstChecklist } from '../form-lists.ts'
import { askForDraft, openElsewhere, TAB } from './draft-tabs.ts'
import {
  changeDraftKey,
  draftPrefix,
  type InspectionDraft,
  type InspectionValues,
  inspectionValuesOf,
  newDraftPrefix,
  outboxDraftKey,
  withPhotosOf,
} from './form-draft.ts'
import { NO_LAST, readLast } from './form-last.ts'

/** Starting point of an inspection: where it is begun from, and with what. */
export interface Start {
  userId: number
  /** The inspection that is changed. */
  inspectionId: number | null
  /** The one of the outbox that is put right. */
  outboxItemId: string | null
  /** Key of the draft that was begun before and is gone on with. */
  draftKey: string | null
  locationId: number | null
  areaId: number | null
  researchId: number | null
  period: InspectionDraft['period']
}

export interface LoadedDrafts {
  draft: InspectionDraft
  /** Begun before and not sent yet, the latest first; the form goes on with the first of them that no other tab has open. */
  earlier: InspectionDraft[]
  /** Keys of those that are open in another tab. */
  elsewhere: ReadonlySet<string>
}

export const zoneOf = (locations: readonly Location[], id: number | null): string =>
  locations.find(location => location.id === id)?.time_zone ?? DEFAULT_TIME_ZONE

const draftOf = (
  key: string,
  start: Start,
  rest: Pick<InspectionDraft, 'values'> & Partial<InspectionDraft>,
): InspectionDraft => ({
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

/** Filled in as far as can be known: where it was asked from, else where the last one was. `now` is a whole minute (epoch ms). */
export const newDraft = (
  start: Start,
  locations: readonly Location[],
  checklists: readonly Checklist[],
  { last = readLast(start.userId), now = minuteNow() }: { last?: typeof NO_LAST; now?: number } = {},
): InspectionDraft => {
  const wanted =
    locations.find(({ areas }) => areas.some(({ id }) => id === start.areaId)) ??
    locations.find(({ id }) => id === start.locationId)
  const before = locations.find(({ id }) => id === last.location_id)
  const location = wanted ?? before ?? (locations.length === 1 ? locations[0] : undefined)
  const here = location?.areas.map(({ id }) => id) ?? []
  const areas = start.areaId ? [start.areaId] : location === before && !wanted ? last.area_ids : []
  const area_ids = areas.filter(id => here.includes(id))
  const zone = location?.time_zone ?? DEFAULT_TIME_ZONE
  const values: InspectionValues = {
    location_id: location?.id ?? null,
    area_ids,
    date: fieldOf(nowWithin(start.period, zone, now), zone),
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

/** Takes a draft over, from another tab too: what was written there is kept before. Undefined where it is gone. */
export const takeDraft = async (key: string): Promise<InspectionDraft | undefined> => {
  await askForDraft(key)
  // A draft can be read all the same where this device has no room any more.
  return claimDraft(key, TAB).catch(() => readInspectionDraft(key).catch(() => undefined))
}

/** Draft of an outbox item of the outbox, to be put right there; a draft that was begun for it before goes on. */
const reopened = async (
  start: Start,
  outboxItem: OutboxItem,
  locations: readonly Location[],
): Promise<InspectionDraft> => {
  const key = outboxDraftKey(start.userId, outboxItem.id)
  const { id, inspection_id, base, base_version, written, parts } = outboxItem
  const before = await takeDraft(key)
  // The inspection may have been sent since then.
  if (before) return { ...before, inspection_id, base, base_version }
  const values = inspectionValuesOf(written, zoneOf(locations, written.location_id))
  const dropped = outboxItem.drop?.map(photo_id => ({ photo_id, client_id: '' })) ?? []
  return draftOf(key, start, { id, inspection_id, base, base_version, values, parts, dropped })
}

const readInspection = (id: number) => {
  const query = queryOf(api.getInspection, { params: { id } })
  return queryClient.fetchQuery(query).catch(failure => {
    // An earlier read is good enough without a network: fields of others are not touched.
    const kept = queryClient.getQueryData(query.queryKey)
    if (kept && failure instanceof CallFailed && failure.status === 0) return kept
    throw failure
  })
}

/** Draft with the photos that are there, so that they can be drawn on, marked and taken out. */
const withPhotos = async (draft: InspectionDraft): Promise<InspectionDraft> => {
  if (draft.inspection_id === null) return draft
  const inspection = await readInspection(draft.inspection_id).catch(() => null)
  return inspection ? withPhotosOf(draft, inspection.photos) : draft
}

const NOWHERE: ReadonlySet<string> = new Set()
const alone = (draft: InspectionDraft, earlier: InspectionDraft[] = []): LoadedDrafts => ({
  draft,
  earlier,
  elsewhere: NOWHERE,
})

const begin = async (start: Start, isBegun = () => false): Promise<LoadedDrafts> => {
  const locations = (await queryClient.ensureQueryData(LOCATIONS)).filter(({ may }) => may.includes('edit'))
  const outboxItems = await readOutboxItems(start.userId).catch(() => [])
  if (start.draftKey !== null) {
    const before = await takeDraft(start.draftKey)
    if (before) {
      const outboxItem = outboxItems.find(({ id }) => id === before.id)
      const draft = outboxItem ? await reopened(start, outboxItem, locations) : before
      return alone(await withPhotos(draft.key === before.key ? draft : before), [before])
    }
  }
  // A device that keeps nothing has no drafts.
  const drafts = await readDrafts(draftPrefix(start.userId)).catch(() => [])
  const isOpen = ({ id }: OutboxItem) => drafts.some(({ key }) => key === outboxDraftKey(start.userId, id))
  const waits = outboxItems.find(
    outboxItem =>
      outboxItem.id === start.outboxItemId ||
      // A change that waits is changed further, there, and so is one that was sent while somebody wrote on.
      ((outboxItem.state !== 'sent' || isOpen(outboxItem)) &&
        !outboxItem.remove &&
        !outboxItem.restore &&
        start.inspectionId !== null &&
        outboxItem.inspection_id === start.inspectionId),
  )
  if (waits) {
    const open = drafts.filter(({ key }) => key === outboxDraftKey(start.userId, waits.id))
    return alone(await withPhotos(await reopened(start, waits, locations)), open)
  }
  if (start.inspectionId !== null) {
    const key = changeDraftKey(start.userId, start.inspectionId)
    const before = await takeDraft(key)
    if (before) return alone(await withPhotos(before), [before])
    const inspection = await readInspection(start.inspectionId)
    const base = { ...payloadOf(inspection), location_id: inspection.location_id }
    const values = inspectionValuesOf(base, inspection.time_zone)
    const rest = { inspection_id: inspection.id, base, base_version: inspection.version, values }
    return alone(withPhotosOf(draftOf(key, start, rest), inspection.photos))
  }
  const lists = await queryClient.ensureQueryData(queryOf(api.listChecklists, { query: {} })).catch(() => null)
  const elsewhere = await openElsewhere(drafts.map(({ key }) => key))
  const isFree = ({ key }: InspectionDraft) => key.startsWith(newDraftPrefix(start.userId)) && !elsewhere.has(key)
  // A form that somebody writes in goes on: the draft of before stays with the tab that has it.
  const goesOn = isBegun() ? undefined : drafts.find(isFree)
  const taken = goesOn && (await claimDraft(goesOn.key, TAB).catch(() => goesOn))
  return { draft: taken ?? newDraft(start, locations, lists?.checklists ?? []), earlier: drafts, elsewhere }
}

/** Draft the server renders a new inspection with: what this device has kept is not known to it. Null where it renders none. */
export const usePlainDraft = (
  start: Start,
  locations: readonly Location[],
  checklists: readonly Checklist[],
): InspectionDraft | null => {
  const first = useFirstRender()
  const [plain] = useState(() => {
    const isNew = start.inspectionId === null && start.outboxItemId === null && start.draftKey === null
    if (!first || !isNew) return null
    const now = Math.floor(first.now / MINUTE_MS) * MINUTE_MS
    return newDraft(start, locations, checklists, { last: NO_LAST, now })
  })
  return plain
}

const writtenText = ({ values }: InspectionDraft): string => JSON.stringify({ ...values, date: '' })

/** Goes on with the plain draft where somebody has begun to write in it, or would find the same in the other. */
export const goingOnWith = (
  plain: InspectionDraft,
  isBegun: boolean,
  { draft, ...others }: LoadedDrafts,
): LoadedDrafts => {
  const earlier = others.earlier.filter(({ key }) => key !== plain.key)
  const isSame = draft.saved_at === null && writtenText(draft) === writtenText(plain)
  return { ...others, earlier, draft: isBegun || isSame ? plain : draft }
}

interface PlainForm {
  draft: InspectionDraft | null
  /** Tells whether somebody has begun to write in it. */
  isBegun: () => boolean
}

/**
 * The draft to go on with, asked for once a first screen of the server is hydrated. Read once: from then on the form has it,
 * whatever is read anew because the network is back.
 */
export const useLoadedDrafts = (start: Start, plain: PlainForm) => {
  const isHydrating = useFirstRender() !== null
  const [loaded, setLoaded] = useState<LoadedDrafts | null>(null)
  const { data } = useQuery<LoadedDrafts, CallFailed>({
    queryKey: ['inspect', start],
    queryFn: async () => {
      const begun = await begin(start, plain.isBegun)
      return plain.draft ? goingOnWith(plain.draft, plain.isBegun(), begun) : begun
    },
    gcTime: 0,
    enabled: loaded === null && !isHydrating,
    ...THROWN,
  })
  if (data && loaded === null) setLoaded(data)
  return {
    loaded,
    /** Begins anew, e.g. with what the server has. */
    again: async () => setLoaded(await begin({ ...start, draftKey: null })),
    forget: (key: string) => loaded && setLoaded({ ...loaded, earlier: loaded.earlier.filter(one => one.key !== key) }),
  }
}
