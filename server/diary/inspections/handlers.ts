import type { FastifyReply } from 'fastify'
import type { inspectionEndpoints } from '#shared/contract/diary/inspection-calls.ts'
import { MAX_INSPECTION_PHOTOS } from '#shared/contract/fixed.ts'
import { elementAt } from '#shared/rules/collections/elements.ts'
import { readTime } from '#shared/rules/ingest/sent-value.ts'
import { writeAudit } from '../../audit/audit.ts'
import type { Database } from '../../kit/database/database.ts'
import { Failure } from '../../kit/failure.ts'
import { dispositionOf } from '../../kit/http/attachment.ts'
import { setNextPage } from '../../kit/http/next-page.ts'
import type { Handler } from '../../kit/http/serve.ts'
import { isoNow } from '../../kit/services.ts'
import { bringBackSince } from '../../locations/deletion.ts'
import { lockLocation } from '../../locations/places.ts'
import type { PhotoAddresses } from '../../photos/addresses.ts'
import { addInspectionPhoto } from '../../photos/of-inspections.ts'
import { presentInspectionPhotos } from '../../photos/present.ts'
import { publicUserOfId } from '../../users/sign-in/sessions.ts'
import { holdInspection, requireDeletedInspection, requireInspection, requireInspectionSeen } from '../access.ts'
import { setInspection } from '../store.ts'
import { climateAround } from './climate.ts'
import { compareAnswers } from './compare.ts'
import { fileOfId } from './file-store.ts'
import { addFile, type FileAddresses, inspectionFileKeyOf, presentFile } from './files.ts'
import { findInspections, readCursor } from './list.ts'
import { presentInspection, presentSummaries } from './present.ts'
import { createInspection, updateInspection } from './write.ts'

type Handlers = { [Name in keyof typeof inspectionEndpoints]: Handler<(typeof inspectionEndpoints)[Name]> }

/** Upper bound of files: as many as items of a list may ask for, and some more. */
const MAX_FILES = 30

export const inspectionHandlers = (addresses: { photos: PhotoAddresses; files: FileAddresses }): Handlers => ({
  listInspections: async ({ query: { before, ...query } }, context) => {
    const { db, user, reply, request } = context
    const last = before === undefined ? null : await requireInspectionSeen(db, user, before)
    const { rows, total, next } = await findInspections(context, query, last)
    reply.header('x-total-count', String(total))
    if (next) setNextPage(reply, request, { before: next.id })
    const most = query.all_photos ? MAX_INSPECTION_PHOTOS : undefined
    return presentSummaries(context, { ...context, ...addresses }, rows, most)
  },

  pageInspections: async ({ query: { cursor, ...query } }, context) => {
    const after = cursor === undefined ? null : readCursor(cursor, context.t)
    const { rows, total, next } = await findInspections(context, query, after)
    const most = query.all_photos ? MAX_INSPECTION_PHOTOS : undefined
    const inspections = await presentSummaries(context, { ...context, ...addresses }, rows, most)
    return { total, inspections, next: next && `${next.date}_${next.id}` }
  },

  listInspectionItems: async ({ query }, context) => compareAnswers(context, { ...context, ...addresses }, query),

  listInspectionClimate: async ({ query }, context) => climateAround(context, query.inspection_ids),

  getInspection: async ({ params }, context) =>
    presentInspection(
      context,
      { ...context, ...addresses },
      await requireInspection(context.db, context.user, params.id),
    ),

  createInspection: async ({ body }, context) =>
    presentInspection(context, { ...context, ...addresses }, await createInspection(context, body)),

  updateInspection: async ({ params, body }, context) => {
    const before = await requireInspection(context.db, context.user, params.id, 'edit')
    return presentInspection(context, { ...context, ...addresses }, await updateInspection(context, before, body))
  },

  deleteInspection: async ({ params }, context) => {
    const before = await requireInspection(context.db, context.user, params.id, 'edit')
    await context.db.transaction().execute(async db => {
      const { id, location_id } = await holdInspection(db, context.user, before)
      await writeAudit(context, db, { action: 'inspection_deleted', location_id })
      await setInspection(db, id, { deleted_at: isoNow(context) })
    })
    return undefined
  },

  restoreInspection: async ({ params }, context) => {
    const { db, user, now } = context
    const since = bringBackSince(now())
    const { location_id } = await requireDeletedInspection(db, user, params.id, since)
    const row = await db.transaction().execute(async trx => {
      await lockLocation(trx, location_id)
      const { id } = await requireDeletedInspection(trx, user, params.id, since)
      await writeAudit(context, trx, { action: 'inspection_restored', location_id })
      return setInspection(trx, id, { deleted_at: null })
    })
    return presentInspection(context, { ...context, ...addresses }, row)
  },

  sendInspectionPhoto: async ({ params, query }, context) => {
    const { db, user, t, request } = context
    const inspection = await requireInspection(db, user, params.id, 'edit')
    if (!Buffer.isBuffer(request.body) || request.body.length === 0)
      throw new Failure('no_valid_input', { fields: { file: [t('fields.required')] } })
    const time = readTime(query.time, context.now())
    if (typeof time === 'string') throw new Failure('no_valid_input', { fields: { time: [t(`rejections.${time}`)] } })
    const sent = {
      inspectionId: params.id,
      client_id: query.client_id,
      time: new Date(time).toISOString(),
      bytes: request.body,
      hold: (trx: Database) => holdInspection(trx, user, inspection),
    }
    const row = await addInspectionPhoto(context, user, sent, MAX_INSPECTION_PHOTOS, t)
    return elementAt(await presentInspectionPhotos(addresses.photos, { user, edited: new Set([params.id]) }, [row]), 0)
  },

  sendInspectionFile: async ({ params, query }, context) => {
    const { db, user, t, request } = context
    const inspection = await requireInspection(db, user, params.id, 'edit')
    if (!Buffer.isBuffer(request.body) || request.body.length === 0)
      throw new Failure('no_valid_input', { fields: { file: [t('fields.empty_file')] } })
    const sent = {
      inspection_id: params.id,
      client_id: query.client_id,
      name: query.name,
      content_type: query.type ?? 'application/octet-stream',
      created_by: user.id,
      bytes: request.body,
      hold: (trx: Database) => holdInspection(trx, user, inspection),
    }
    return presentFile(addresses.files, user, await addFile(context, sent, MAX_FILES, t))
  },

  getInspectionFile: async ({ params, query }, context) => {
    const { db, files, reply } = context
    const { user_id, expires, signature } = query
    const isSigned =
      user_id !== undefined &&
      expires !== undefined &&
      signature !== undefined &&
      (await addresses.files.isGood({ id: params.id, user_id, expires }, signature))
    const user = context.user ?? (isSigned ? await publicUserOfId(db, user_id) : null)
    const file = user && (await fileOfId(db, params.id))
    if (!file) throw new Failure('not_found')
    await requireInspection(db, user, file.inspection_id)
    const bytes = await files.read(inspectionFileKeyOf(file))
    if (!bytes) throw new Failure('not_found')
    return asDownload(reply, file.name).send(bytes)
  },
})

/** Sends a file as a download: whatever it holds, a browser opens none of it here. */
const asDownload = (reply: FastifyReply, name: string): FastifyReply =>
  reply
    .type('application/octet-stream')
    .header('content-disposition', dispositionOf(name))
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
