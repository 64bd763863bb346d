import { z } from 'zod'
import { Id, IdParams, May, Time, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

export const MAX_AREA_NOTE = 500
/** Upper bound of the notes in one answer. */
export const MAX_AREA_NOTES = 500

/** A note of an area. Without an end it is of a moment. */
export const AreaNoteInput = z
  .strictObject({
    start: Time,
    end: Time.nullish(),
    text: z.string().trim().min(1).max(MAX_AREA_NOTE),
    /** Number of the form that a new note was written in: sent again, it is the same note. */
    client_id: z.uuid().nullish(),
  })
  .refine(({ start, end }) => !end || end > start, { path: ['end'], params: { code: 'end_before_start' } })
export type AreaNoteInput = z.output<typeof AreaNoteInput>

export const AreaNote = z.object({
  id: Id,
  area_id: Id,
  start: TimeOut,
  end: TimeOut.nullable(),
  text: z.string(),
  /** Person who wrote it; null where that account is gone. */
  written_by: z.string().nullable(),
  written_at: TimeOut,
  may: May,
})
export type AreaNote = z.infer<typeof AreaNote>

export const areaNoteEndpoints = endpoints({
  listAreaNotes: {
    method: 'GET',
    path: '/areas/:id/notes',
    access: 'signedIn',
    summary: 'Notes of an area that touch a period, newest first, a page at a time',
    params: IdParams,
    query: z.object({
      from: Time,
      until: Time,
      limit: z.coerce.number().int().min(1).max(MAX_AREA_NOTES).default(MAX_AREA_NOTES),
      /** `next` of the answer before. */
      cursor: z.string().max(100).optional(),
    }),
    response: z.object({
      notes: z.array(AreaNote),
      /** Cursor of the next page; null at the end. */
      next: z.string().nullable(),
    }),
  },
  createAreaNote: {
    method: 'POST',
    path: '/areas/:id/notes',
    access: 'signedIn',
    summary: 'Write a note of an area, of a moment or a stretch of time: whoever sees the area reads it',
    params: IdParams,
    body: AreaNoteInput,
    status: 201,
    response: AreaNote,
    failures: ['no_valid_input', 'not_allowed'],
  },
  updateAreaNote: {
    method: 'PUT',
    path: '/area_notes/:id',
    access: 'signedIn',
    summary: 'Change a note of an area, as its writer',
    params: IdParams,
    body: AreaNoteInput,
    response: AreaNote,
    failures: ['no_valid_input', 'not_allowed'],
  },
  deleteAreaNote: {
    method: 'DELETE',
    path: '/area_notes/:id',
    access: 'signedIn',
    summary: 'Delete a note of an area, as its writer or who owns the location; it can be brought back for 30 days',
    params: IdParams,
    status: 204,
    failures: ['not_allowed'],
  },
  restoreAreaNote: {
    method: 'POST',
    path: '/area_notes/:id/restore',
    access: 'signedIn',
    summary: 'Bring a deleted note of an area back',
    params: IdParams,
    response: AreaNote,
    failures: ['not_allowed'],
  },
})
