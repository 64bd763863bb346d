import { z } from 'zod'
import { ChecklistItem, ItemKey, MOST_ANSWER_TEXT } from './checklists.ts'
import { Id, IdList, IdParams, Time, TimeOut } from './common.ts'
import { endpoints } from './endpoint.ts'
import { Photo } from './photos.ts'

export const IMPRESSIONS = ['good', 'neutral', 'bad'] as const
export type Impression = (typeof IMPRESSIONS)[number]

export const MOST_NOTES = 2500
export const MOST_INSPECTION_PHOTOS = 30
export const MOST_FILE_BYTES = 10 * 1024 * 1024
/** Minutes before and after an inspection whose mean is its climate. */
export const CLIMATE_MINUTES = 30
/** Inspections whose climate one call tells. */
export const MOST_CLIMATES = 200

/** Made by the client for what it sends, so that sending twice makes one. */
export const ClientId = z.uuid()

/** Yes or no, number, text, date (`2026-11-22`), value of a choice; several values, or the client ids of photos and files. */
export const Answer = z.union([
  z.boolean(),
  z.number().min(-1e9).max(1e9),
  z.string().max(MOST_ANSWER_TEXT),
  z.array(z.string().max(100)).max(30),
])
export type Answer = z.output<typeof Answer>

const Answers = z.record(ItemKey, Answer)

const InspectionFields = z.object({
  date: Time,
  impression: z.enum(IMPRESSIONS).nullable(),
  needs_attention: z.boolean(),
  notes: z.string().trim().max(MOST_NOTES),
  /** When whoever wrote it wants to be reminded, and of what. */
  reminder_date: Time.nullable(),
  reminder: z.string().trim().max(500),
})

export const InspectionInput = InspectionFields.partial()
  .required({ date: true })
  .extend({
    client_id: ClientId,
    location_id: Id,
    /** None is the whole location. */
    area_ids: z.array(Id).max(200).default([]),
    /** The research it is made for: the date lies within its period. */
    research_id: Id.nullish(),
    checklist_id: Id.nullish(),
    /** The version of the list that was asked. */
    checklist_version: z.int().min(1).nullish(),
    answers: Answers.default({}),
  })
export type InspectionInput = z.input<typeof InspectionInput>

/** Only what is to change: what is left out stays as it is, and so does each answer that is left out. */
export const InspectionChange = InspectionFields.partial().extend({
  location_id: Id.optional(),
  area_ids: z.array(Id).max(200).optional(),
  answers: z.record(ItemKey, Answer.nullable()).optional(),
  /** The version the change was made from: a field that somebody else changed to something else since then is refused, by name. */
  version: z.int().min(1),
})
export type InspectionChange = z.input<typeof InspectionChange>

export const InspectionPhoto = Photo.omit({ device_id: true, kind: true }).extend({ client_id: z.string().nullable() })
export type InspectionPhoto = z.output<typeof InspectionPhoto>

export const InspectionFile = z.object({
  id: Id,
  client_id: z.string(),
  name: z.string(),
  content_type: z.string(),
  bytes: z.number(),
  /** Shows the file without a token, to whoever was answered, for an hour or two. */
  address: z.string(),
})

const Summary = InspectionFields.extend({
  id: Id,
  client_id: z.string(),
  version: z.int(),
  date: TimeOut,
  reminder_date: TimeOut.nullable(),
  created_at: TimeOut,
  updated_at: TimeOut,
  /** Null when that account is gone. */
  created_by: z.string().nullable(),
  location_id: Id,
  location_name: z.string(),
  time_zone: z.string(),
  areas: z.array(z.object({ id: Id, name: z.string(), area_type_id: Id })),
  research_id: Id.nullable(),
  checklist_id: Id.nullable(),
  checklist_name: z.string().nullable(),
  /** Items answered, and items asked. */
  answered: z.int(),
  asked: z.int(),
  photo_count: z.int(),
  /** The first photos, at most three. */
  photos: z.array(InspectionPhoto),
  may: z.array(z.enum(['edit', 'delete'])),
})
export type InspectionSummary = z.output<typeof Summary>

export const Inspection = Summary.extend({
  /** All of them. */
  photos: z.array(InspectionPhoto),
  files: z.array(InspectionFile),
  /** The items as they were asked, in the caller’s language where they are the template’s. */
  items: z.array(ChecklistItem),
  answers: Answers,
  /** Who changed it last, when it was changed. */
  updated_by: z.string().nullable(),
})
export type Inspection = z.output<typeof Inspection>

/** Mean of all devices in its areas from 30 minutes before until 30 minutes after an inspection. */
const ClimateValue = z.object({
  measurement: z.string(),
  unit: z.string(),
  value: z.number(),
  /** Against the comfort of the animals there, as on the home screen; null where no limit is known. */
  grade: z.number().nullable(),
})
export const InspectionClimate = z.object({ inspection_id: Id, values: z.array(ClimateValue) })
export type InspectionClimate = z.output<typeof InspectionClimate>

const Flag = z
  .enum(['0', '1'])
  .transform(text => text === '1')
  .optional()

const ListQuery = z.object({
  location_ids: IdList.optional(),
  area_ids: IdList.optional(),
  /** Words in notes, reminder, areas, locations, people. */
  search: z.string().trim().max(100).optional(),
  /** `good`, `neutral`, `bad`, several with commas. */
  impression: z
    .string()
    .regex(/^(good|neutral|bad)(,(good|neutral|bad))*$/)
    .transform(text => text.split(',') as Impression[])
    .optional(),
  needs_attention: Flag,
  /** Those with a reminder to come. */
  reminder: Flag,
  photos: Flag,
  date_start: z.string().max(40).optional(),
  date_end: z.string().max(40).optional(),
  /** `next` of the answer before. */
  cursor: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

export const inspectionEndpoints = endpoints({
  listInspections: {
    method: 'GET',
    path: '/inspections',
    access: 'signedIn',
    summary: 'Inspections the caller may see, newest first, a page at a time',
    query: ListQuery,
    response: z.object({
      /** How many match. */
      total: z.int(),
      inspections: z.array(Summary),
      /** Where the next page begins; null at the end. */
      next: z.string().nullable(),
    }),
  },
  listInspectionItems: {
    method: 'GET',
    path: '/inspections/item',
    access: 'signedIn',
    summary: 'Answers side by side: a row an item, a column an inspection, newest last; of an area or a location',
    query: z.object({
      area_id: z.coerce.number().pipe(Id).optional(),
      location_id: z.coerce.number().pipe(Id).optional(),
      checklist_id: z.coerce.number().pipe(Id).optional(),
      date_start: z.string().max(40).optional(),
      date_end: z.string().max(40).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(8),
    }),
    response: z.object({
      /** Inspections that match; the newest of them are in `inspections`. */
      total: z.int(),
      inspections: z.array(Summary),
      rows: z.array(z.object({ item: ChecklistItem, answers: z.array(Answer.nullable()) })),
    }),
  },
  listInspectionClimate: {
    method: 'GET',
    path: '/inspections/climate',
    access: 'signedIn',
    summary: 'The climate around inspections',
    query: z.object({ inspection_ids: IdList }),
    response: z.array(InspectionClimate),
  },
  getInspection: {
    method: 'GET',
    path: '/inspections/:id',
    access: 'signedIn',
    summary: 'One inspection with its answers and photos',
    params: IdParams,
    response: Inspection,
  },
  createInspection: {
    method: 'POST',
    path: '/inspections',
    access: 'signedIn',
    summary: 'Write down an inspection; the same client id again answers with the one that is there',
    body: InspectionInput,
    status: 201,
    response: Inspection,
    failures: ['no_valid_input', 'not_allowed'],
  },
  updateInspection: {
    method: 'PUT',
    path: '/inspections/:id',
    access: 'signedIn',
    summary: 'Change fields of an inspection; fields others changed meanwhile stay, the same field is refused by name',
    params: IdParams,
    body: InspectionChange,
    response: Inspection,
    failures: ['no_valid_input', 'changed_meanwhile', 'not_allowed'],
  },
  deleteInspection: {
    method: 'DELETE',
    path: '/inspections/:id',
    access: 'signedIn',
    summary: 'Delete an inspection; it can be brought back for 30 days',
    params: IdParams,
    status: 204,
    failures: ['not_allowed'],
  },
  restoreInspection: {
    method: 'POST',
    path: '/inspections/:id/restore',
    access: 'signedIn',
    summary: 'Bring a deleted inspection back',
    params: IdParams,
    response: Inspection,
  },
  sendInspectionPhoto: {
    method: 'POST',
    path: '/inspections/:id/photos',
    access: 'signedIn',
    summary:
      'A photo (JPEG, PNG or WebP, at most 10 MB) as the whole body; the same client id again answers with the one that is there',
    bodyTypes: ['image/jpeg', 'image/png', 'image/webp'],
    params: IdParams,
    query: z.object({ client_id: ClientId, time: z.string().max(40).optional() }),
    response: InspectionPhoto,
    status: 201,
    failures: ['too_large', 'wrong_content_type', 'not_allowed', 'busy'],
  },
  sendInspectionFile: {
    method: 'POST',
    path: '/inspections/:id/files',
    access: 'signedIn',
    summary:
      'A file that answers an item, as the whole body, at most 10 MB; the same client id again answers with the one that is there',
    bodyTypes: ['application/octet-stream'],
    bytes: MOST_FILE_BYTES,
    params: IdParams,
    query: z.object({
      client_id: ClientId,
      name: z.string().trim().min(1).max(255),
      type: z.string().max(100).optional(),
    }),
    response: InspectionFile,
    status: 201,
    failures: ['too_large', 'not_allowed', 'busy'],
  },
  getInspectionFile: {
    method: 'GET',
    path: '/inspections/files/:id',
    access: 'public',
    summary:
      'The file, by the signed address of an answer or with the token of somebody who sees it; always as a download',
    params: IdParams,
    query: z.object({
      user_id: z.coerce.number().pipe(Id).optional(),
      /** Epoch s. */
      expires: z.coerce.number().int().optional(),
      signature: z.string().max(100).optional(),
    }),
    file: 'application/octet-stream',
    failures: ['not_found'],
  },
})
