import type { AreaNote, AreaNoteInput, areaNoteEndpoints } from '#shared/contract/diary/area-notes.ts'
import { writeAudit } from '../../audit/audit.ts'
import type { Database } from '../../kit/database/database.ts'
import { Failure } from '../../kit/failure.ts'
import type { Handler } from '../../kit/http/serve.ts'
import type { Words } from '../../kit/language.ts'
import { requireQuota } from '../../kit/limits/quotas.ts'
import { isoNow } from '../../kit/services.ts'
import { type Caller, holdArea, holdsRight, locationRights, requireArea } from '../../locations/access.ts'
import { bringBackSince } from '../../locations/deletion.ts'
import { lockLocation } from '../../locations/places.ts'
import { lockArea } from '../../locations/rounds/diary-answers.ts'
import {
  type AreaNoteRow,
  areaNoteOfId,
  areaNotesIn,
  bringAreaNoteBack,
  changeAreaNote,
  countAreaNotes,
  countAreaNotesIn,
  insertAreaNote,
  type NamedAreaNote,
  type NoteWindow,
  noteOfClient,
} from './note-store.ts'

type Handlers = { [Name in keyof typeof areaNoteEndpoints]: Handler<(typeof areaNoteEndpoints)[Name]> }

/** Rights in a note. Reading follows the diary: whoever sees the place reads all of it. */
type MayChange = (note: Pick<AreaNoteRow, 'written_by'>) => AreaNote['may']

/**
 * Finds who may do what with a note: its writer changes and deletes it, as long as they may edit the place; whoever owns the place
 * deletes it, but writes nothing under the name of somebody else.
 */
const mayChange = async (db: Database, user: Caller, locationId: number): Promise<MayChange> => {
  const rights = await locationRights(db, user, locationId)
  const right = rights === null ? 'own' : rights.get(locationId)
  return ({ written_by }) => {
    if (holdsRight(right, 'edit') && written_by === user.id) return ['edit', 'delete']
    return holdsRight(right, 'own') ? ['delete'] : []
  }
}

const present = (
  { id, area_id, from, until, text, written_by, writer_name, written_at }: NamedAreaNote,
  may: MayChange,
): AreaNote => ({
  ...{ id, area_id, text, written_at },
  start: from,
  end: until,
  written_by: writer_name,
  may: may({ written_by }),
})

const valuesOf = ({ start, end, text }: AreaNoteInput) => ({ from: start, until: end ?? null, text })

const readCursor = (cursor: string, t: Words): { time: string; id: number } => {
  const [, time, id] = /^([\d:.TZ-]+)_(\d{1,10})$/.exec(cursor) ?? []
  if (!time || Number(id) > 2_147_483_647)
    throw new Failure('no_valid_input', { fields: { cursor: [t('fields.invalid')] } })
  return { time, id: Number(id) }
}

/** Notes of an area that touch a period, newest first, at most `limit`, and how many there are in all; none where the caller does not see the area. */
export const seenAreaNotes = async (
  db: Database,
  user: Caller,
  areaId: number,
  { from, until, limit }: Pick<NoteWindow, 'from' | 'until' | 'limit'>,
): Promise<{ notes: NamedAreaNote[]; total: number }> => {
  try {
    await requireArea(db, user, areaId, 'read')
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return { notes: [], total: 0 }
    throw error
  }
  const notes = await areaNotesIn(db, { areaId, from, until, limit, after: null })
  const total = notes.length < limit ? notes.length : await countAreaNotesIn(db, { areaId, from, until })
  return { notes, total }
}

/** A note of an area that the caller sees, deleted or not. Throws not_found for any other. */
const requireNote = async (db: Database, user: Caller, id: number) => {
  const note = await areaNoteOfId(db, id)
  if (!note) throw new Failure('not_found')
  const { location_id } = await requireArea(db, user, note.area_id, 'read')
  const may = await mayChange(db, user, location_id)
  return { note, location_id, may }
}

/** A note that the caller may change or delete. Throws not_allowed where they may not. */
const requireOwnNote = async (db: Database, user: Caller, id: number, right: 'edit' | 'delete') => {
  const found = await requireNote(db, user, id)
  if (found.note.deleted_at !== null) throw new Failure('not_found')
  if (!found.may(found.note).includes(right)) throw new Failure('not_allowed')
  return found
}

const presentedNote = async (db: Database, id: number, may: MayChange): Promise<AreaNote> => {
  const note = await areaNoteOfId(db, id)
  if (!note) throw new Failure('not_found')
  return present(note, may)
}

export const areaNoteHandlers: Handlers = {
  listAreaNotes: async ({ params, query: { cursor, limit, ...period } }, { db, user, t }) => {
    const area = await requireArea(db, user, params.id, 'read')
    const may = await mayChange(db, user, area.location_id)
    const after = cursor === undefined ? null : readCursor(cursor, t)
    const found = await areaNotesIn(db, { areaId: area.id, ...period, limit: limit + 1, after })
    const rows = found.slice(0, limit)
    const last = rows.at(-1)
    return {
      notes: rows.map(row => present(row, may)),
      next: found.length > limit && last ? `${last.from}_${last.id}` : null,
    }
  },

  createAreaNote: async ({ params, body }, context) => {
    const { db, user } = context
    const area = await requireArea(db, user, params.id, 'edit')
    const id = await db.transaction().execute(async trx => {
      await holdArea(trx, user, area, 'edit')
      // The lock keeps two who write at once from both writing the last note there may be.
      await lockArea(trx, area.id)
      const client_id = body.client_id ?? null
      // A note that is sent again, as its answer was lost, is the same.
      const known = client_id === null ? undefined : await noteOfClient(trx, user.id, client_id)
      if (known !== undefined) return known
      requireQuota(context, 'area_notes', await countAreaNotes(trx, area.id))
      const written = { written_by: user.id, written_at: isoNow(context), client_id }
      return insertAreaNote(trx, { ...valuesOf(body), ...written, area_id: area.id })
    })
    return presentedNote(db, id, await mayChange(db, user, area.location_id))
  },

  updateAreaNote: async ({ params, body }, { db, user }) => {
    const { note, location_id, may } = await requireOwnNote(db, user, params.id, 'edit')
    await db.transaction().execute(async trx => {
      await lockLocation(trx, location_id)
      await requireOwnNote(trx, user, note.id, 'edit')
      await changeAreaNote(trx, note.id, valuesOf(body))
    })
    return presentedNote(db, note.id, may)
  },

  deleteAreaNote: async ({ params }, context) => {
    const { db, user } = context
    const { note, location_id } = await requireOwnNote(db, user, params.id, 'delete')
    await db.transaction().execute(async trx => {
      await lockLocation(trx, location_id)
      await requireOwnNote(trx, user, note.id, 'delete')
      await changeAreaNote(trx, note.id, { deleted_at: isoNow(context) })
      await writeAudit(context, trx, { action: 'area_note_deleted', location_id })
    })
    return undefined
  },

  restoreAreaNote: async ({ params }, context) => {
    const { db, user, now } = context
    const requireDeleted = async (at: Database) => {
      const found = await requireNote(at, user, params.id)
      const { deleted_at } = found.note
      if (!deleted_at || deleted_at <= bringBackSince(now()) || found.may(found.note).length === 0)
        throw new Failure('not_found')
      return found
    }
    const { note, location_id, may } = await requireDeleted(db)
    await db.transaction().execute(async trx => {
      await lockLocation(trx, location_id)
      await requireDeleted(trx)
      await lockArea(trx, note.area_id)
      requireQuota(context, 'area_notes', await countAreaNotes(trx, note.area_id))
      await bringAreaNoteBack(trx, note.id)
      await writeAudit(context, trx, { action: 'area_note_restored', location_id })
    })
    return presentedNote(db, note.id, may)
  },
}
