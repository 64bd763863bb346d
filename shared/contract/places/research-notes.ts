import { z } from 'zod'
import { NOTE_KINDS } from '../../rules/research/note-kinds.ts'
import { Id, IdList, IdParams, May, Name, Time, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

/** A note of a project. Without an end it is of a moment. */
export const ResearchNoteInput = z
  .object({
    kind: z.enum(NOTE_KINDS),
    start: Time,
    end: Time.nullish(),
    title: Name,
    text: z.string().trim().max(2500).nullish(),
  })
  .refine(({ start, end }) => !end || end > start, { path: ['end'], params: { code: 'end_before_start' } })
export type ResearchNoteInput = z.output<typeof ResearchNoteInput>

export const ResearchNoteChange = ResearchNoteInput.safeExtend({
  /** Version that was read: a change of an older one is refused. One that names none is made whatever came since. */
  version: z.int().min(1).max(2_147_483_647).optional(),
})

export const ResearchNote = z.object({
  id: Id,
  research_id: Id,
  research_name: z.string(),
  kind: z.enum(NOTE_KINDS),
  start: TimeOut,
  end: TimeOut.nullable(),
  title: z.string(),
  text: z.string().nullable(),
  /** Person who wrote it; null where that account is gone. */
  written_by: z.string().nullable(),
  written_at: TimeOut,
  /** Counts its changes. */
  version: z.int(),
  may: May,
})
export type ResearchNote = z.infer<typeof ResearchNote>

export const researchNoteEndpoints = endpoints({
  listResearchNotes: {
    method: 'GET',
    path: '/research/:id/notes',
    access: 'signedIn',
    summary: 'Notes of a project, oldest first: versions of the protocol, treatments, feed and other events',
    params: IdParams,
    response: z.array(ResearchNote),
  },
  createResearchNote: {
    method: 'POST',
    path: '/research/:id/notes',
    access: 'signedIn',
    summary: 'Write a note of a project',
    params: IdParams,
    body: ResearchNoteInput,
    status: 201,
    response: ResearchNote,
  },
  updateResearchNote: {
    method: 'PUT',
    path: '/research_notes/:id',
    access: 'signedIn',
    summary: 'Change a note of a project',
    params: IdParams,
    body: ResearchNoteChange,
    response: ResearchNote,
    failures: ['changed_meanwhile'],
  },
  deleteResearchNote: {
    method: 'DELETE',
    path: '/research_notes/:id',
    access: 'signedIn',
    summary: 'Delete a note of a project',
    params: IdParams,
    status: 204,
  },
  listDeviceNotes: {
    method: 'GET',
    path: '/research_notes',
    access: 'signedIn',
    summary: 'Notes of projects at the times devices are part of them, as far as the caller may read these',
    query: z.object({ device_ids: IdList }),
    response: z.array(ResearchNote),
  },
})
