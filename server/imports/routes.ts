import type { z } from 'zod'
import {
  type Import,
  type ImportCounts,
  type ImportPlan,
  type ImportPreview,
  importEndpoints,
  MAX_UNFINISHED_BYTES,
  MAX_UNFINISHED_IMPORTS,
} from '#shared/contract/measurements/imports.ts'
import { contains, type Span } from '#shared/rules/time/rental.ts'
import { custodyPeriods, holds, requireCustody, requireDevice } from '../devices/access.ts'
import { placementsOfDevices } from '../devices/placement/placements.ts'
import type { Ingest } from '../ingest/ingest.ts'
import type { Database } from '../kit/database/database.ts'
import { fromJson } from '../kit/database/json.ts'
import { Failure } from '../kit/failure.ts'
import { type Served, type SignedIn, serve } from '../kit/http/serve.ts'
import type { Words } from '../kit/language.ts'
import { lockUser } from '../kit/limits/lock-user-store.ts'
import { isoNow, type Services } from '../kit/services.ts'
import type { Caller } from '../locations/access.ts'
import { readingsKeptFrom } from '../series/summaries/horizon.ts'
import { seriesTarget } from '../series/target.ts'
import { measurementTypeOf } from '../taxonomy/types.ts'
import { commit } from './commit.ts'
import { planFits } from './pass.ts'
import { look } from './preview.ts'
import { keepFile, piecesOf } from './reading/files.ts'
import { columnNamesOf, guessPlan, refit, sampleRows } from './reading/guess.ts'
import { questionsOf } from './reading/questions.ts'
import { unpacked } from './reading/unpacked.ts'
import {
  deleteImport,
  deleteWaiting,
  type ImportRow,
  importOfId,
  importsOf,
  insertImport,
  storeImportPlan,
  unfinishedImports,
} from './store.ts'
import { undo, undoUntil } from './undo.ts'
import { uploadOf } from './upload.ts'

type Asking = Services & { user: SignedIn; t: Words }

export const importRoutes = ({ ingest }: { ingest: Ingest }): Served[] =>
  serve(importEndpoints, {
    listImports: async ({ query }, context) => {
      const { db, user } = context
      const spans = await requireDevice(db, user, query.device_id)
      const own = await custodyPeriods(db, user, query.device_id)
      const seen = (await importsOf(db, query.device_id)).filter(row => sees(user, row, spans))
      return seen.map(row => present(row, sees(user, row, own), isoNow(context)))
    },

    createImport: async ({ query }, context) => {
      const { db, user, t, request, now } = context
      await requireCustody(db, user, query.device_id, isoNow(context))
      const file = await uploadOf(request, t)
      const created = { created_at: isoNow(context), created_by: user.id }
      const id = await db.transaction().execute(async trx => {
        await lockUser(trx, user.id)
        await requireFewUnfinished({ ...context, db: trx })
        return insertImport(trx, { device_id: query.device_id, file_name: file.name, ...created })
      })
      try {
        const bytes = await keepFile(db, id, unpacked(file.content, t))
        const { zone } = await seriesTarget(db, user, query, now())
        const guess = guessPlan(await sampleOf(context, id), zone)
        if (!guess) throw new Failure('no_valid_input', { fields: { file: [t('fields.no_table')] } })
        await storeImportPlan(db, id, guess.plan, { bytes })
        return await preview(context, await requireImport(context, id), guess.plan)
      } catch (error) {
        await deleteImport(db, id)
        throw error
      }
    },

    previewImport: async ({ params, body }, context) => {
      const row = await requireImport(context, params.id)
      if (row.state !== 'waiting') throw new Failure('conflict')
      const plan = body.plan ?? planOf(row)
      requireKnown(plan, context.t)
      const fitting = refit(await sampleOf(context, row.id), plan)
      if (!fitting) throw new Failure('no_valid_input', { fields: { 'plan.columns': [context.t('fields.no_table')] } })
      const answer = await preview(context, row, fitting)
      if (!(await storeImportPlan(context.db, row.id, fitting))) throw new Failure('conflict')
      return answer
    },

    getImport: async ({ params }, context) => present(await requireImport(context, params.id), true, isoNow(context)),

    commitImport: async ({ params, body }, context) => {
      const row = await requireImport(context, params.id)
      const stored = row.state === 'stored' ? countsOfRow(row) : null
      if (stored) return stored
      if (body.plan) requireKnown(body.plan, context.t)
      return commit(context, ingest, await walkOf(context, row, body.plan ?? planOf(row)))
    },

    undoImport: async ({ params }, context) => {
      const row = await requireImport(context, params.id)
      if (row.state === 'waiting') {
        if (!(await deleteWaiting(context.db, row.id))) throw new Failure('conflict')
      } else if (row.state !== 'undone') await undo(context, ingest, row)
      return undefined
    },
  })

/** An upload that takes longer than this broke off with its process, in ms. */
const UPLOAD_MS = 3_600_000

/** Files wait in the database, so one account cannot leave any number of them there. */
const requireFewUnfinished = async ({
  db,
  user,
  t,
  now,
}: Pick<Asking, 'user' | 't' | 'now'> & { db: Database }): Promise<void> => {
  const { files, bytes } = await unfinishedImports(db, user.id, new Date(now() - UPLOAD_MS).toISOString())
  if (files < MAX_UNFINISHED_IMPORTS && bytes < MAX_UNFINISHED_BYTES) return
  const limit = MAX_UNFINISHED_IMPORTS
  const megabytes = MAX_UNFINISHED_BYTES / 1024 / 1024
  throw new Failure('limit_exceeded', { fields: { file: [t('fields.too_many_imports', { limit, megabytes })] } })
}

/** Counts of an import; `doubled` is 0 where the import is older than its counting. */
const countsOfRow = ({ counts }: ImportRow): ImportCounts | null =>
  counts === null ? null : { doubled: 0, ...fromJson(counts) }

/** Time from the first to the last value of an import; null while nothing of it is stored. */
const timeOf = (row: ImportRow): { from: string; until: string } | null => {
  const { from = null, until = null } = countsOfRow(row) ?? {}
  return from === null || until === null ? null : { from, until }
}

/**
 * Tells whether the caller sees an import: all the time its values are of, or, of a file that is not stored, who
 * uploaded it.
 */
const sees = (user: Caller, row: ImportRow, spans: Span[]): boolean => {
  const time = timeOf(row)
  return user.admin || (time ? holds(spans, time.from, time.until) : row.created_by === user.id)
}

/** An import of the caller's own time of a device. Throws not_found for one that is not theirs to know of. */
const requireImport = async (context: Asking, id: number): Promise<ImportRow> => {
  const row = await importOfId(context.db, id)
  if (!row) throw new Failure('not_found')
  const { db, user } = context
  if (!sees(user, row, await requireDevice(db, user, row.device_id))) throw new Failure('not_found')
  if (!sees(user, row, await requireCustody(db, user, row.device_id, isoNow(context)))) throw new Failure('not_allowed')
  return row
}

const requireKnown = (plan: ImportPlan, t: Words): void => {
  if (!planFits(plan, measurement => measurementTypeOf(measurement) !== null))
    throw new Failure('no_valid_input', { fields: { 'plan.columns': [t('fields.unknown_reference')] } })
}

const planOf = (row: ImportRow): ImportPlan => JSON.parse(row.plan ?? '{}')

const SAMPLE = 64 * 1024

/** The beginning of a file that was kept. */
const sampleOf = async ({ db }: Services, id: number): Promise<Buffer> => {
  for await (const piece of piecesOf(db, id)) return piece.subarray(0, SAMPLE)
  return Buffer.alloc(0)
}

/** Area type where a device hangs, or hung last. */
const animalsOf = async (context: Services, deviceId: number): Promise<number | null> => {
  const placements = await placementsOfDevices(context.db, [deviceId])
  const now = isoNow(context)
  return (placements.find(one => contains(one, now)) ?? placements.at(-1))?.area_type_id ?? null
}

const walkOf = async ({ db, user, t, now }: Asking, row: ImportRow, plan: ImportPlan) => {
  const spans: Span[] = await custodyPeriods(db, user, row.device_id)
  const keptFrom = await readingsKeptFrom(db)
  return { db, importId: row.id, deviceId: row.device_id, plan, spans, keptFrom, t, now: now() }
}

const preview = async (
  context: Asking,
  row: ImportRow,
  plan: ImportPlan,
): Promise<z.input<typeof importEndpoints.createImport.response>> => {
  const sample = await sampleOf(context, row.id)
  const names: ImportPreview['names'] = columnNamesOf(sample, plan)
  const questions = questionsOf(sampleRows(sample, plan).rows, plan, await animalsOf(context, row.device_id))
  const looked = await look(context.series, await walkOf(context, row, plan))
  return { import: present(row, true, isoNow(context)), plan, names, questions, ...looked }
}

const present = (row: ImportRow, isManaged: boolean, now: string): Import => {
  const undo_until = undoUntil(row)
  const may: Import['may'] = []
  if (isManaged && (row.state === 'waiting' || row.state === 'storing')) may.push('edit')
  if (isManaged && row.state !== 'undone' && (undo_until === null || undo_until >= now)) may.push('delete')
  return {
    ...row,
    counts: countsOfRow(row),
    created_by: row.created_by_name,
    undo_until,
    may,
  }
}
