import type { z } from 'zod'
import { type Import, type ImportPlan, type ImportPreview, importEndpoints } from '../../../shared/contract/imports.ts'
import type { Span } from '../../../shared/rules/rental.ts'
import { hasDevice, rentedPeriods, requireDevice, requireDeviceOwner } from '../../devices/access.ts'
import { Failure } from '../../kit/failure.ts'
import type { ServerTexts } from '../../kit/language.ts'
import { type Served, type SignedIn, serve } from '../../kit/serve.ts'
import { isoNow, type World } from '../../kit/world.ts'
import { measurementTypeOf } from '../../taxonomy/types.ts'
import type { Ingest } from '../ingest.ts'
import { seriesTarget } from '../target.ts'
import { commit } from './commit.ts'
import { keepFile, piecesOf } from './files.ts'
import { guessPlan, namesOf, refit } from './guess.ts'
import { planFits } from './pass.ts'
import { look } from './preview.ts'
import { deleteImport, type ImportRow, importOfId, importsOf, insertImport, savePlan } from './store.ts'
import { undo, undoUntil } from './undo.ts'
import { uploadOf } from './upload.ts'

type Asking = World & { user: SignedIn; texts: ServerTexts }

export const importRoutes = ({ ingest }: { ingest: Ingest }): Served[] =>
  serve(importEndpoints, {
    listImports: async ({ query }, context) => {
      await requireDevice(context.db, context.user, query.device_id)
      const manages = await hasDevice(context.db, context.user, query.device_id, isoNow(context))
      return (await importsOf(context.db, query.device_id)).map(row => present(row, manages, isoNow(context)))
    },

    createImport: async ({ query }, context) => {
      const { db, user, texts, request, now } = context
      await requireDeviceOwner(db, user, query.device_id, isoNow(context))
      const file = await uploadOf(request, texts)
      const created = { created_at: isoNow(context), created_by: user.id }
      const id = await insertImport(db, { device_id: query.device_id, file_name: file.name, ...created })
      try {
        const bytes = await keepFile(db, id, file.content)
        const { zone } = await seriesTarget(db, user, query, now())
        const guess = guessPlan(await sampleOf(context, id), zone)
        if (!guess) throw new Failure('no_valid_input', { fields: { file: [texts.fields.no_table] } })
        await savePlan(db, id, guess.plan, { bytes })
        return await preview(context, await requireImport(context, id), guess.plan)
      } catch (error) {
        await deleteImport(db, id)
        throw error
      }
    },

    previewImport: async ({ params, body: { plan } }, context) => {
      const row = await requireImport(context, params.id)
      if (row.state !== 'waiting') throw new Failure('conflict')
      requireKnown(plan, context.texts)
      const fitting = refit(await sampleOf(context, row.id), plan)
      if (!fitting) throw new Failure('no_valid_input', { fields: { 'plan.columns': [context.texts.fields.no_table] } })
      const answer = await preview(context, row, fitting)
      await savePlan(context.db, row.id, fitting)
      return answer
    },

    getImport: async ({ params }, context) => present(await requireImport(context, params.id), true, isoNow(context)),

    commitImport: async ({ params }, context) => {
      const row = await requireImport(context, params.id)
      if (row.state === 'stored' && row.counts !== null) return JSON.parse(row.counts)
      return commit(context, ingest, await walkOf(context, row, planOf(row)))
    },

    undoImport: async ({ params }, context) => {
      const row = await requireImport(context, params.id)
      if (row.state === 'waiting') await deleteImport(context.db, row.id)
      else if (row.state !== 'undone') await undo(context, ingest, row)
      return undefined
    },
  })

/** An import of a device the caller manages. Throws not_found for one that is not theirs to know of. */
const requireImport = async (context: Asking, id: number): Promise<ImportRow> => {
  const row = await importOfId(context.db, id)
  if (!row) throw new Failure('not_found')
  await requireDeviceOwner(context.db, context.user, row.device_id, isoNow(context))
  return row
}

const requireKnown = (plan: ImportPlan, texts: ServerTexts): void => {
  if (!planFits(plan, measurement => measurementTypeOf(measurement) !== null))
    throw new Failure('no_valid_input', { fields: { 'plan.columns': [texts.fields.unknown_reference] } })
}

const planOf = (row: ImportRow): ImportPlan => JSON.parse(row.plan ?? '{}')

const SAMPLE = 64 * 1024

/** The beginning of a file that was kept. */
const sampleOf = async ({ db }: World, id: number): Promise<Buffer> => {
  for await (const piece of piecesOf(db, id)) return piece.subarray(0, SAMPLE)
  return Buffer.alloc(0)
}

const walkOf = async ({ db, user, texts, now }: Asking, row: ImportRow, plan: ImportPlan) => {
  const spans: Span[] = await rentedPeriods(db, user, row.device_id)
  return { db, importId: row.id, deviceId: row.device_id, plan, spans, texts, now: now() }
}

const preview = async (
  context: Asking,
  row: ImportRow,
  plan: ImportPlan,
): Promise<z.input<typeof importEndpoints.createImport.response>> => {
  const names: ImportPreview['names'] = namesOf(await sampleOf(context, row.id), plan)
  const looked = await look(context.series, await walkOf(context, row, plan))
  return { import: present(row, true, isoNow(context)), plan, names, ...looked }
}

const present = (row: ImportRow, manages: boolean, now: string): Import => {
  const undo_until = undoUntil(row)
  const may: Import['may'] = []
  if (manages && (row.state === 'waiting' || row.state === 'storing')) may.push('edit')
  if (manages && row.state !== 'undone' && (undo_until === null || undo_until >= now)) may.push('delete')
  return {
    ...row,
    state: row.state as Import['state'],
    counts: row.counts === null ? null : JSON.parse(row.counts),
    created_by: row.created_by_name,
    undo_until,
    may,
  }
}
