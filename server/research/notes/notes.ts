import {
  type ResearchNote,
  type ResearchNoteInput,
  researchNoteEndpoints,
} from '#shared/contract/places/research-notes.ts'
import { type Interval, sharedPart, toInterval } from '#shared/rules/time/interval.ts'
import { type Change, differences, writeAudit } from '../../audit/audit.ts'
import { lockLedger } from '../../consents/ledger.ts'
import { placementsOfDevices } from '../../devices/placement/placements.ts'
import { readablePeriods } from '../../devices/readable.ts'
import type { Database } from '../../kit/database/database.ts'
import { Failure } from '../../kit/failure.ts'
import { serve } from '../../kit/http/serve.ts'
import { requireQuota } from '../../kit/limits/quotas.ts'
import { requireRepeated } from '../../kit/repeated.ts'
import { isoNow } from '../../kit/services.ts'
import type { Caller } from '../../locations/access.ts'
import { requireResearch, requireResearchOwner, visibleResearch } from '../access.ts'
import type { ResearchRow } from '../store.ts'
import {
  changeNote,
  countNotes,
  deleteNote,
  insertNote,
  lockNote,
  type NamedNote,
  type NoteRow,
  noteOfId,
  researchNotesOf,
} from './note-store.ts'

export { researchNotesOf } from './note-store.ts'

const valuesOf = ({ kind, start, end, title, text }: ResearchNoteInput) => ({
  kind,
  from: start,
  until: end ?? null,
  title,
  text: text || null,
})

const manages = (user: Caller, project: Pick<ResearchRow, 'owner_id'>): boolean =>
  user.admin || project.owner_id === user.id

const present = ({ from, until, writer_name, ...note }: NamedNote, isOwn: boolean): ResearchNote => ({
  ...note,
  start: from,
  end: until,
  written_by: writer_name,
  may: isOwn ? ['edit', 'delete'] : [],
})

/**
 * A note of a project that the caller manages, held for the rest of a transaction. Throws not_found where they do not see it, else
 * not_allowed.
 */
const holdOwnNote = async (
  trx: Database,
  user: Caller,
  id: number,
): Promise<{ note: NoteRow; project: ResearchRow }> => {
  await lockNote(trx, id)
  const note = await noteOfId(trx, id)
  if (!note) throw new Failure('not_found')
  return { note, project: await requireResearchOwner(trx, user, note.research_id) }
}

/** Interval of a note (epoch ms): one of a moment lasts no longer than that. */
const intervalOf = ({ from, until }: Pick<NoteRow, 'from' | 'until'>): Interval => ({
  from: Date.parse(from),
  until: until === null ? Date.parse(from) + 1 : Date.parse(until),
})

const presentedNote = async (db: Database, researchId: number, id: number): Promise<ResearchNote> => {
  const note = (await researchNotesOf(db, [researchId])).find(one => one.id === id)
  if (!note) throw new Failure('not_found')
  return present(note, true)
}

/** Parts of a note that the audit log tells of. */
const changesOf = (before: Partial<NoteRow>, after: Pick<NoteRow, 'title' | 'from' | 'until'>): Change[] =>
  differences(
    ['name', 'start', 'end'],
    { name: before.title ?? null, start: before.from ?? null, end: before.until ?? null },
    { name: after.title, start: after.from, end: after.until },
  )

export const researchNoteRoutes = serve(researchNoteEndpoints, {
  listResearchNotes: async ({ params }, { db, user }) => {
    const project = await requireResearch(db, user, params.id)
    return (await researchNotesOf(db, [project.id])).map(note => present(note, manages(user, project)))
  },

  createResearchNote: async ({ params, body }, context) => {
    const { db, user } = context
    const values = valuesOf(body)
    const id = await db.transaction().execute(async trx => {
      // The lock keeps two who write at once from both writing the last note there may be.
      await lockLedger(trx, params.id)
      const project = await requireResearchOwner(trx, user, params.id)
      requireQuota(context, 'project_notes', await countNotes(trx, project.id))
      await writeAudit(context, trx, {
        action: 'project_note_written',
        name: project.name,
        changes: changesOf({}, values),
      })
      return insertNote(trx, { ...values, research_id: project.id, written_by: user.id, written_at: isoNow(context) })
    })
    return presentedNote(db, params.id, id)
  },

  updateResearchNote: async ({ params, body }, context) => {
    const { db, user } = context
    const { version, ...input } = body
    const values = { ...valuesOf(input), written_by: user.id }
    const researchId = await db.transaction().execute(async trx => {
      const { note, project } = await holdOwnNote(trx, user, params.id)
      if (version !== undefined && version !== note.version) {
        requireRepeated(note, values, version)
        return project.id
      }
      await writeAudit(context, trx, {
        action: 'project_note_changed',
        name: project.name,
        changes: changesOf(note, values),
      })
      await changeNote(trx, note.id, { ...values, written_at: isoNow(context) })
      return project.id
    })
    return presentedNote(db, researchId, params.id)
  },

  deleteResearchNote: async ({ params }, context) => {
    const { db, user } = context
    await db.transaction().execute(async trx => {
      const { note, project } = await holdOwnNote(trx, user, params.id)
      const changes = differences(['name'], { name: note.title }, { name: null })
      await writeAudit(context, trx, { action: 'project_note_deleted', name: project.name, changes })
      await deleteNote(trx, note.id)
    })
    return undefined
  },

  listDeviceNotes: async ({ query }, { db, user }) => {
    const { device_ids } = query
    const readable = await readablePeriods(db, user, device_ids.length === 1 ? device_ids[0] : undefined)
    if (device_ids.some(id => !readable.has(id))) throw new Failure('not_found')
    const placements = (await placementsOfDevices(db, device_ids)).filter(one => one.research_id !== null)
    const ids = [...new Set(placements.flatMap(({ research_id }) => research_id ?? []))]
    const projects = new Map((await visibleResearch(db, user, ids)).map(project => [project.id, project]))
    const times = placements.flatMap(one =>
      (readable.get(one.device_id) ?? []).flatMap(period => {
        const part = sharedPart(toInterval(one), period)
        return part ? [{ ...part, researchId: one.research_id }] : []
      }),
    )
    return (await researchNotesOf(db, [...projects.keys()]))
      .filter(note => times.some(one => one.researchId === note.research_id && sharedPart(intervalOf(note), one)))
      .map(note => {
        const project = projects.get(note.research_id)
        return present(note, project !== undefined && manages(user, project))
      })
  },
})
