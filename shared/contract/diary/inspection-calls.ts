import { z } from 'zod'
import { Flag, Id, IdList, IdParams } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { IMPRESSIONS, MAX_INSPECTION_FILE_BYTES } from '../fixed.ts'
import { ChecklistItem } from './checklists.ts'
import {
  Answer,
  ClientId,
  Inspection,
  InspectionChange,
  InspectionClimate,
  InspectionFile,
  InspectionInput,
  InspectionPhoto,
  InspectionSummary,
} from './inspections.ts'

const Filters = z.object({
  location_ids: IdList.optional(),
  area_ids: IdList.optional(),
  /** Words in notes, reminder, areas, locations, people. */
  search: z.string().trim().max(100).optional(),
  /** `good`, `neutral`, `bad`, several with commas. */
  impression: z
    .string()
    .regex(/^(good|neutral|bad)(,(good|neutral|bad))*$/)
    .transform(text => IMPRESSIONS.filter(one => text.split(',').includes(one)))
    .optional(),
  needs_attention: Flag.optional(),
  /** Filter for inspections with a reminder to come. */
  reminder: Flag.optional(),
  photos: Flag.optional(),
  /** Returns all photos of each inspection instead of the first. */
  all_photos: Flag.optional(),
  date_start: z.string().max(40).optional(),
  date_end: z.string().max(40).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

export const inspectionEndpoints = endpoints({
  listInspections: {
    method: 'GET',
    path: '/inspections',
    access: 'signedIn',
    summary:
      'Inspections the caller may see, newest first, a page at a time: the header `Link` names the next one (`rel="next"`), `X-Total-Count` how many match',
    query: Filters.extend({
      /** An inspection: those that follow it. */
      before: z.coerce.number().pipe(Id).optional(),
    }),
    response: z.array(InspectionSummary),
  },
  pageInspections: {
    method: 'GET',
    path: '/inspections/page',
    access: 'signedIn',
    summary: 'The same with the sum and the place of the next page beside them, as the diary shows them',
    query: Filters.extend({
      /** `next` of the answer before. */
      cursor: z.string().max(100).optional(),
    }),
    response: z.object({
      /** Number of inspections that match. */
      total: z.int(),
      inspections: z.array(InspectionSummary),
      /** Cursor of the next page; null at the end. */
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
      inspections: z.array(InspectionSummary),
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
    bytes: MAX_INSPECTION_FILE_BYTES,
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
