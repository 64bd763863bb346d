import { z } from 'zod'
import { Id, Time, TimeOut } from '../common.ts'
import { IMPRESSIONS, MAX_ANSWER_TEXT, MAX_NOTES } from '../fixed.ts'
import { BoundariesByAge } from '../measurements/measurements.ts'
import { Photo } from '../measurements/photos.ts'
import { ChecklistItem, ItemKey } from './checklists.ts'

/** Inspections whose climate one call tells. */
export const MAX_CLIMATES = 200

/** Id the client makes for what it sends, so that sending twice makes one. */
export const ClientId = z.uuid()

/** Yes or no, number, text, date (`2026-11-22`), value of a choice; several values, or the client ids of photos and files. */
export const Answer = z.union([
  z.boolean(),
  z.number().min(-1e9).max(1e9),
  z.string().max(MAX_ANSWER_TEXT),
  z.array(z.string().max(100)).max(30),
])
export type Answer = z.output<typeof Answer>

const Answers = z.record(ItemKey, Answer)

const InspectionFields = z.object({
  date: Time,
  impression: z.enum(IMPRESSIONS).nullable(),
  needs_attention: z.boolean(),
  notes: z.string().trim().max(MAX_NOTES),
  /** Reminder of the author: its time, and its text. */
  reminder_date: Time.nullable(),
  reminder: z.string().trim().max(500),
})

export const InspectionInput = InspectionFields.partial()
  .required({ date: true })
  .extend({
    /** Id chosen by who calls; a call that leaves it out makes a new inspection each time. */
    client_id: ClientId.optional(),
    location_id: Id,
    /** Areas it is about; none is the whole location. */
    area_ids: z.array(Id).max(200).default([]),
    /** The research it is made for: the date lies within its period. */
    research_id: Id.nullish(),
    checklist_id: Id.nullish(),
    /** The version of the list that was asked. */
    checklist_version: z.int().min(1).nullish(),
    answers: Answers.default({}),
  })
export type InspectionInput = z.input<typeof InspectionInput>

/** Change of an inspection: a field left out stays as it is, and so does each answer that is left out. */
export const InspectionChange = InspectionFields.partial().extend({
  location_id: Id.optional(),
  area_ids: z.array(Id).max(200).optional(),
  answers: z.record(ItemKey, Answer.nullable()).optional(),
  /**
   * The version the change was made from: a field that somebody else changed to something else since then is refused, by name.
   * Left out, what others changed is overwritten knowingly.
   */
  version: z.int().min(1).optional(),
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

export const InspectionSummary = InspectionFields.extend({
  id: Id,
  client_id: z.string(),
  version: z.int(),
  date: TimeOut,
  reminder_date: TimeOut.nullable(),
  created_at: TimeOut,
  updated_at: TimeOut,
  /** Author; null when that account is gone. */
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
  /** The first photos, at most three where not all were asked for. */
  photos: z.array(InspectionPhoto),
  may: z.array(z.enum(['edit', 'delete'])),
})
export type InspectionSummary = z.output<typeof InspectionSummary>

export const Inspection = InspectionSummary.extend({
  /** All of them. */
  photos: z.array(InspectionPhoto),
  files: z.array(InspectionFile),
  /** The items as they were asked, in the caller’s language where they are the template’s. */
  items: z.array(ChecklistItem),
  answers: Answers,
  /** Person who changed it last, when it was changed. */
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
  /** Boundaries it was graded by, where they follow the age of the animals. */
  by_age: BoundariesByAge.optional(),
})
export const InspectionClimate = z.object({ inspection_id: Id, values: z.array(ClimateValue) })
export type InspectionClimate = z.output<typeof InspectionClimate>
