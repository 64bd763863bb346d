import type { z } from 'zod'
import type { Checklist, ChecklistItemInput, checklistEndpoints } from '#shared/contract/diary/checklists.ts'
import type { Language } from '#shared/contract/fixed.ts'
import { canHaveChildren } from '#shared/rules/diary/checklist.ts'
import type { Database } from '../../kit/database/database.ts'
import { fromJson, jsonOf } from '../../kit/database/json.ts'
import { Failure } from '../../kit/failure.ts'
import type { Handler, SignedIn } from '../../kit/http/serve.ts'
import type { Words } from '../../kit/language.ts'
import { lockUser } from '../../kit/limits/lock-user-store.ts'
import { requireQuota } from '../../kit/limits/quotas.ts'
import { requireRepeated } from '../../kit/repeated.ts'
import { isoNow } from '../../kit/services.ts'
import type { Caller } from '../../locations/access.ts'
import { areaTypeExists } from '../../taxonomy/types.ts'
import { editedAreas, managesChecklist, requireChecklist, visibleChecklists } from '../access.ts'
import {
  type ChecklistRow,
  changeChecklist,
  countChecklistsBy,
  deleteChecklist,
  insertChecklist,
  isItemAnswered,
} from './checklist-store.ts'
import { keptOf, presentItems, presentTemplate } from './items.ts'
import { readyList, templateItem } from './template.ts'

type Handlers = { [Name in keyof typeof checklistEndpoints]: Handler<(typeof checklistEndpoints)[Name]> }
type Items = z.output<typeof ChecklistItemInput>[]
interface Context {
  db: Database
  user: SignedIn
  t: Words
}

export const checklistHandlers: Handlers = {
  listChecklists: async ({ query }, { db, user, language }) => ({
    checklists: (await visibleChecklists(db, user)).map(row => presentChecklist(row, user, language)),
    checklist:
      query.checklist_id === undefined
        ? null
        : presentChecklist(await requireChecklist(db, user, query.checklist_id), user, language),
    template: presentTemplate(language),
  }),

  createChecklist: async ({ body }, context) => {
    const { db, user, language } = context
    const source = body.copied_from == null ? null : await requireChecklist(db, user, body.copied_from)
    await checkList(context, body, [])
    requireAll(context.t, body.items, source, language)
    const fields = fieldsOf(body, isoNow(context))
    const id = await db.transaction().execute(async trx => {
      await lockUser(trx, user.id)
      requireQuota(context, 'checklists', await countChecklistsBy(trx, user.id))
      const made = { ...fields, ready_key: null, created_by: user.id, copied_from: source?.id ?? null }
      return insertChecklist(trx, made, contentOf(body))
    })
    return presentChecklist(await requireChecklist(db, user, id), user, language)
  },

  updateChecklist: async ({ params, body }, context) => {
    const { db, user, t, language } = context
    const list = await requireManaged(db, user, params.id)
    if (body.version !== undefined && body.version !== list.version)
      return presentChecklist(requireRepeatedList(list, body, body.version), user, language)
    await checkList(context, body, fromJson(list.area_ids))
    const source =
      list.copied_from === null ? null : await requireChecklist(db, user, list.copied_from).catch(() => null)
    requireAll(t, body.items, source, language, list)
    await requireSameInputs(db, t, list, body.items)
    const changed = await db
      .transaction()
      .execute(trx => changeChecklist(trx, list, fieldsOf(body, isoNow(context)), contentOf(body)))
    const after = await requireChecklist(db, user, list.id)
    return presentChecklist(changed ? after : requireRepeatedList(after, body, list.version), user, language)
  },

  deleteChecklist: async ({ params }, context) => {
    const list = await requireManaged(context.db, context.user, params.id)
    await deleteChecklist(context.db, list.id, isoNow(context))
    return undefined
  },
}

const requireManaged = async (db: Database, user: Caller, id: number): Promise<ChecklistRow> => {
  const list = await requireChecklist(db, user, id)
  if (!managesChecklist(user, list)) throw new Failure('not_allowed')
  return list
}

type Sent = { name: string; area_type_id: number | null; area_ids: number[]; items: Items }

const fieldsOf = ({ area_type_id, area_ids }: Sent, updated_at: string) => ({
  area_type_id,
  area_ids: jsonOf([...new Set(area_ids)]),
  updated_at,
})
const contentOf = ({ name, items }: Sent) => ({ name, items: items.map(keptOf) })

/** Requires that a list is by now what a change wants that was made from the version before: it is sent again. */
const requireRepeatedList = (row: ChecklistRow, sent: Sent, version: number): ChecklistRow => {
  const { updated_at, ...fields } = fieldsOf(sent, row.updated_at)
  const { name, items } = contentOf(sent)
  return requireRepeated(row, { ...fields, name, items: jsonOf(items) }, version)
}

const presentChecklist = (row: ChecklistRow, user: Caller, language: Language): Checklist => ({
  id: row.id,
  version: row.version,
  name: (row.ready_key !== null && readyList(row.ready_key)?.names[language]) || row.name,
  area_type_id: row.area_type_id,
  items: presentItems(fromJson(row.items), language),
  area_ids: fromJson(row.area_ids),
  ready_made: row.ready_key !== null,
  created_by: row.created_by_name,
  updated_at: row.updated_at,
  may: managesChecklist(user, row) ? ['edit', 'delete'] : [],
})

/** Throws no_valid_input, naming each field that cannot be. Areas that stood there before may stay. */
const checkList = async ({ db, user, t }: Context, list: Sent, areasBefore: number[]): Promise<void> => {
  const fields = itemProblems(list.items, t)
  if (list.area_type_id !== null && !areaTypeExists(list.area_type_id))
    fields.area_type_id = [t('fields.unknown_reference')]
  const added = list.area_ids.filter(id => !areasBefore.includes(id))
  const edited = added.length > 0 ? await editedAreas(db, user, added) : new Set()
  if (!added.every(id => edited.has(id))) fields.area_ids = [t('fields.unknown_reference')]
  if (Object.keys(fields).length > 0) throw new Failure('no_valid_input', { fields })
}

const itemProblems = (items: Items, t: Words): Record<string, string[]> => {
  const found: Record<string, string[]> = {}
  const before = new Map<string, Items[number]>()
  items.forEach((item, index) => {
    const say = (field: string, sentence: string) => {
      found[`items.${index}.${field}`] = [sentence]
    }
    const parent = item.parent === null ? undefined : before.get(item.parent)
    const values = item.choices.map(choice => choice.value)
    const isChosen = item.input === 'choice' || item.input === 'choices'
    if (before.has(item.key)) say('key', t('fields.taken'))
    if (item.parent !== null && !(parent && canHaveChildren(parent))) say('parent', t('fields.parent_before'))
    if (item.min !== null && item.max !== null && item.min > item.max) say('max', t('fields.range_order'))
    if (isChosen && values.length === 0) say('choices', t('fields.required'))
    if (new Set(values).size < values.length) say('choices', t('fields.taken'))
    if (item.photo_when !== null && !values.includes(item.photo_when)) say('photo_when', t('fields.unknown_reference'))
    if ((templateItem(item.key)?.input ?? item.input) !== item.input) say('input', t('fields.input_stays'))
    before.set(item.key, item)
  })
  return found
}

/**
 * Requires each required item of the list this is a copy of to stay on it, and to stay required; once the copy exists,
 * only those it took over.
 */
const requireAll = (
  t: Words,
  items: Items,
  source: ChecklistRow | null,
  language: Language,
  present?: ChecklistRow,
): void => {
  if (!source) return
  const has = present && new Set(fromJson(present.items).map(item => item.key))
  const required = presentItems(fromJson(source.items), language).filter(
    item => item.required && (has === undefined || has.has(item.key)),
  )
  const sentences = required
    .filter(({ key }) => !items.some(item => item.key === key && item.required))
    .map(({ name }) => t('fields.item_required', { item: name }))
  if (sentences.length > 0) throw new Failure('no_valid_input', { fields: { items: sentences } })
}

/** Answers of one kind beside answers of another could not be compared. */
const requireSameInputs = async (db: Database, t: Words, list: ChecklistRow, items: Items): Promise<void> => {
  const before = new Map(fromJson(list.items).map(item => [item.key, item.input]))
  for (const [index, { key, input }] of items.entries())
    if ((before.get(key) ?? input) !== input && (await isItemAnswered(db, list.id, key)))
      throw new Failure('no_valid_input', { fields: { [`items.${index}.input`]: [t('fields.input_stays')] } })
}
