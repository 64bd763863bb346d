import { z } from 'zod'
import { Id, IdParams, May, Name, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

/** Ways an item is answered. `heading` is not answered at all; with `yes_is_bad` a yes wants attention. */
export const ITEM_INPUTS = [
  'heading',
  'yes_no',
  'yes_is_bad',
  'text',
  'number',
  'percentage',
  'date',
  'choice',
  'choices',
  'score_5',
  'grade_10',
  'smileys',
  'slider',
  'photo',
  'file',
] as const
export type ItemInput = (typeof ITEM_INPUTS)[number]

export const MAX_ITEMS = 300

/** Key of an item within its list: a template's own, or a UUID made by the person who added it. Answers carry it. */
export const ItemKey = z.string().regex(/^(?!constructor$)[a-z0-9][a-z0-9_-]{0,49}$/)

const Choice = z.object({
  /** Value that an answer carries. */
  value: z.string().trim().min(1).max(100),
  name: z.string().trim().min(1).max(100),
})

const ItemFields = z.object({
  key: ItemKey,
  name: Name,
  input: z.enum(ITEM_INPUTS),
  /** Asked only when that yes/no item before it is answered with yes; null is always asked. */
  parent: ItemKey.nullable().default(null),
  /** Cannot be taken off its list, and an inspection is not complete without it. */
  required: z.boolean().default(false),
  /** Unit, decimals and bounds of a number or a slider. */
  unit: z.string().trim().max(20).nullable().default(null),
  decimals: z.int().min(0).max(3).nullable().default(null),
  min: z.number().min(-1e9).max(1e9).nullable().default(null),
  max: z.number().min(-1e9).max(1e9).nullable().default(null),
  /** Options of `choice` and `choices`, in their order. */
  choices: z.array(Choice).max(30).default([]),
  /** The choice that asks for a photo, too. */
  photo_when: z.string().max(100).nullable().default(null),
})

/** Item as it is sent. One of the template keeps that one's name in every language unless it is given another. */
export const ChecklistItemInput = ItemFields
export type ChecklistItemInput = z.input<typeof ItemFields>

export const ChecklistItem = z.object({
  ...ItemFields.shape,
  /** True for an item that is not of the template. */
  own: z.boolean(),
  /** The category of the template, or null. */
  category: z.string().nullable(),
})
export type ChecklistItem = z.output<typeof ChecklistItem>

/** Category of the template, with the items below it and further categories. */
export interface TemplateCategory {
  key: string
  name: string
  items: ChecklistItem[]
  categories: TemplateCategory[]
}
const Category: z.ZodType<TemplateCategory> = z.lazy(() =>
  z.object({
    key: z.string(),
    name: z.string(),
    items: z.array(ChecklistItem),
    categories: z.array(Category),
  }),
)

export const ChecklistInput = z.object({
  name: Name,
  /** The animals it is for; null for all. */
  area_type_id: Id.nullable().default(null),
  items: z.array(ChecklistItemInput).max(MAX_ITEMS),
  /** Areas it is offered in first. */
  area_ids: z.array(Id).max(500).default([]),
  /** The list it was copied from: what is required there stays required. */
  copied_from: Id.nullish(),
})

export const ChecklistChange = ChecklistInput.omit({ copied_from: true }).extend({
  /** The version the form has read; a change of an older one is refused. */
  version: z.int().min(1).optional(),
})

export const Checklist = z.object({
  id: Id,
  version: z.int(),
  name: z.string(),
  area_type_id: Id.nullable(),
  items: z.array(ChecklistItem),
  area_ids: z.array(Id),
  /** True for a list that comes with the product; it can be copied, not changed. */
  ready_made: z.boolean(),
  /** Maker of the list; null for a ready-made one and for one whose maker has no account any more. */
  created_by: z.string().nullable(),
  updated_at: TimeOut,
  may: May,
})
export type Checklist = z.output<typeof Checklist>

export const checklistEndpoints = endpoints({
  listChecklists: {
    method: 'GET',
    path: '/inspections/lists',
    access: 'signedIn',
    summary:
      'Checklists the caller may use, the one asked for, and the template to make lists from; in the caller’s language',
    query: z.object({ checklist_id: z.coerce.number().pipe(Id).optional() }),
    response: z.object({
      checklists: z.array(Checklist),
      checklist: Checklist.nullable(),
      template: z.array(Category),
    }),
  },
  createChecklist: {
    method: 'POST',
    path: '/checklists',
    access: 'signedIn',
    summary: 'Make a list, from scratch or as a copy',
    body: ChecklistInput,
    status: 201,
    response: Checklist,
    failures: ['no_valid_input', 'quota_reached'],
  },
  updateChecklist: {
    method: 'PUT',
    path: '/checklists/:id',
    access: 'signedIn',
    summary: 'Change a list; inspections made with it keep what they were asked',
    params: IdParams,
    body: ChecklistChange,
    response: Checklist,
    failures: ['no_valid_input', 'changed_meanwhile', 'not_allowed'],
  },
  deleteChecklist: {
    method: 'DELETE',
    path: '/checklists/:id',
    access: 'signedIn',
    summary: 'Delete a list; inspections made with it stay as they are',
    params: IdParams,
    status: 204,
    failures: ['not_allowed'],
  },
})
