import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Answer, InspectionChange, InspectionInput } from '#shared/contract/diary/inspections.ts'
import { countedAnswers } from '#shared/rules/diary/checklist.ts'
import type { Database } from '../../kit/database/database.ts'
import { fromJson, jsonOf } from '../../kit/database/json.ts'
import { Failure } from '../../kit/failure.ts'
import type { SignedIn } from '../../kit/http/serve.ts'
import type { Words } from '../../kit/language.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { hasLocationRight, holdLocation, requireLocation } from '../../locations/access.ts'
import { areaIdsOf, lockLocation } from '../../locations/places.ts'
import { requireInspection, usableChecklist } from '../access.ts'
import { versionOf } from '../checklists/checklist-store.ts'
import type { KeptItem } from '../checklists/items.ts'
import {
  areasOfInspections,
  deletedAreasOf,
  type InspectionRow,
  insertInspection,
  inspectionOfClient,
  locationsOfIds,
  lockInspection,
  setAreas,
  setInspection,
} from '../store.ts'
import { check } from './check.ts'
import {
  type Changes,
  type Content,
  changedFieldsOf,
  contentOf,
  contestedIn,
  inspectionColumnsOf,
  sortedIds,
} from './content.ts'

type Context = Services & { user: SignedIn; t: Words }

/** Writes an inspection down, or finds the one this person wrote with that client id before, as it is now. */
export const createInspection = async (
  context: Context,
  input: z.output<typeof InspectionInput>,
): Promise<InspectionRow> => {
  const { db, user } = context
  const client_id = input.client_id ?? randomUUID()
  const known = await inspectionOfClient(db, user.id, client_id)
  if (known) return requireStillOwn(context, known)
  const { time_zone } = await requireLocation(db, user, input.location_id, 'edit')
  const checklist = await requireChecklistVersion(context, input)
  const items = checklist?.items ?? null
  const sent: Content = {
    location_id: input.location_id,
    area_ids: sortedIds(input.area_ids),
    date: input.date,
    impression: input.impression ?? null,
    needs_attention: input.needs_attention ?? false,
    notes: input.notes ?? '',
    reminder_date: input.reminder_date ?? null,
    reminder: input.reminder ?? '',
    answers: input.answers,
  }
  const research_id = input.research_id ?? null
  await check(context, { content: sent, before: null, sent: input.answers, items, research_id, time_zone })
  const content = { ...sent, answers: countedAnswers(items ?? [], sent.answers) }
  const at = isoNow(context)
  const row = {
    ...inspectionColumnsOf(content, items ?? []),
    only_area_id: await onlyAreaOf(db, content),
    client_id,
    version: 1,
    research_id,
    checklist_id: checklist?.checklist_id ?? null,
    checklist_version: checklist?.version ?? null,
    changes: jsonOf({}),
    created_at: at,
    created_by: user.id,
    updated_at: at,
  }
  const written = await db.transaction().execute(async trx => {
    await holdLocation(trx, user, content.location_id, 'edit')
    return insertInspection(trx, row, content.area_ids)
  })
  // Two attempts at once: the other one wrote it.
  return written ?? requireStillOwn(context, await inspectionOfClient(db, user.id, client_id))
}

const requireStillOwn = async ({ db, user }: Context, row: InspectionRow | undefined): Promise<InspectionRow> => {
  if (!row || !(await hasLocationRight(db, user, row.location_id, 'read'))) throw new Failure('not_found')
  return row
}

/** The version of the list that the sender was asked; null without a list. */
const requireChecklistVersion = async (
  { db, user, t }: Context,
  { checklist_id, checklist_version }: z.output<typeof InspectionInput>,
) => {
  if (checklist_id == null) return null
  const list = await usableChecklist(db, user, checklist_id)
  const version = list && (await versionOf(db, list.id, checklist_version ?? list.version))
  if (!version) {
    const field = list ? 'checklist_version' : 'checklist_id'
    throw new Failure('no_valid_input', { fields: { [field]: [t('fields.unknown_reference')] } })
  }
  return { ...version, items: fromJson(version.items) }
}

/**
 * Changes what the update names. When somebody else has changed one of these fields to something else since the version it was
 * made from, nothing is saved and changed_meanwhile names them.
 */
export const updateInspection = async (
  context: Context,
  { id, location_id }: Pick<InspectionRow, 'id' | 'location_id'>,
  { version, answers: sent = {}, ...fields }: z.output<typeof InspectionChange>,
): Promise<InspectionRow> => {
  const { db, user, t } = context
  const places = sortedIds([location_id, fields.location_id ?? location_id])
  return db.transaction().execute(async trx => {
    for (const place of places) await lockLocation(trx, place)
    if (fields.location_id !== undefined) await requireLocation(trx, user, fields.location_id, 'edit')
    await requireInspection(trx, user, id, 'edit')
    const row = await lockInspection(trx, id)
    // An inspection taken elsewhere is out of sight of its place: its author may do so, and the owner of the place.
    const isMoved = fields.location_id !== undefined && fields.location_id !== row.location_id
    if (isMoved && row.created_by !== user.id) await requireLocation(trx, user, row.location_id, 'own')
    const items = await itemsOf(trx, row)
    const areas = await areasOfInspections(trx, [id])
    const before = contentOf(
      row,
      areas.map(area => area.id),
    )
    const content = withFields(before, fields, sent)
    const [location] = await locationsOfIds(trx, [content.location_id])
    const { research_id } = row
    const time_zone = location?.time_zone ?? 'UTC'
    await check({ ...context, db: trx }, { content, before, sent, items, research_id, time_zone })
    const after = { ...content, answers: countedAnswers(items ?? [], content.answers) }
    const changed = changedFieldsOf(before, after)
    const changes: Changes = fromJson(row.changes)
    const contested = version === undefined ? [] : contestedIn(changed, changes, version, user.id)
    if (contested.length > 0)
      throw new Failure('changed_meanwhile', {
        fields: Object.fromEntries(contested.map(field => [field, [t('errors.changed_meanwhile')]])),
      })
    return changed.length === 0 ? row : save(trx, row, { after, changed, changes, items, user, at: isoNow(context) })
  })
}

interface Saved {
  after: Content
  changed: string[]
  changes: Changes
  items: KeptItem[] | null
  user: SignedIn
  at: string
}

const save = async (db: Database, row: InspectionRow, { after, changed, changes, items, user, at }: Saved) => {
  const version = row.version + 1
  const marks = changed.map((field): [string, Changes[string]] => [field, { version, by: user.id }])
  const isElsewhere = changed.includes('area_ids') || changed.includes('location_id')
  // A deleted area is in no form, so nobody took it out: it may be brought back, and is one of the inspection again then.
  const isOfSome = after.area_ids.length > 0 && !changed.includes('location_id')
  const hidden = isElsewhere && isOfSome ? await deletedAreasOf(db, row.id) : []
  const area_ids = [...after.area_ids, ...hidden]
  if (changed.includes('area_ids')) await setAreas(db, row.id, area_ids)
  return setInspection(db, row.id, {
    ...inspectionColumnsOf(after, items ?? []),
    ...(changed.includes('reminder_date') ? { reminded_at: null } : {}),
    // Areas that the place got or lost since are none of an inspection that stays where it is.
    ...(isElsewhere ? { only_area_id: await onlyAreaOf(db, { ...after, area_ids }) } : {}),
    version,
    changes: jsonOf({ ...changes, ...Object.fromEntries(marks) }),
    updated_at: at,
    updated_by: user.id,
  })
}

/** The one area that a content is of alone; 0 for several. */
const onlyAreaOf = async (db: Database, { location_id, area_ids }: Content): Promise<number> => {
  const ids = area_ids.length > 0 ? area_ids : await areaIdsOf(db, [location_id])
  return ids.length === 1 ? (ids[0] ?? 0) : 0
}

const itemsOf = async (
  db: Database,
  { checklist_id, checklist_version }: InspectionRow,
): Promise<KeptItem[] | null> => {
  if (checklist_id === null || checklist_version === null) return null
  const version = await versionOf(db, checklist_id, checklist_version)
  return version ? fromJson(version.items) : null
}

type Fields = Partial<{ [Name in keyof Omit<Content, 'answers'>]: Content[Name] | undefined }>

/** Content with the fields that were sent; another location without areas is the whole of it. */
const withFields = (before: Content, fields: Fields, sent: Record<string, Answer | null>): Content => {
  const given = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<Content>
  const isMoved = given.location_id !== undefined && given.location_id !== before.location_id
  const area_ids = given.area_ids ? sortedIds(given.area_ids) : isMoved ? [] : before.area_ids
  const answers = Object.fromEntries(
    Object.entries<Answer | null>({ ...before.answers, ...sent }).filter(
      (entry): entry is [string, Answer] => entry[1] !== null,
    ),
  )
  return { ...before, ...given, area_ids, answers }
}
