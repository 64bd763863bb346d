import { createReadStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { API_BASE } from '#shared/contract/call.ts'
import { type Export, exportEndpoints } from '#shared/contract/measurements/exports.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { noteReads } from '../consents/ledger.ts'
import type { Database } from '../kit/database/database.ts'
import { fromJson, jsonOf } from '../kit/database/json.ts'
import { Failure } from '../kit/failure.ts'
import { isAboutHeaders, type Served, serve } from '../kit/http/serve.ts'
import { lockUser } from '../kit/limits/lock-user-store.ts'
import { hashOf, newSecret } from '../kit/security/secrets.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { activeAccount } from '../users/accounts.ts'
import { requireExport, requireStillSeen } from './access.ts'
import { attach, consentedReads, noteDownload, sendHeaders, streamExport, takenBefore } from './answer.ts'
import { exportName, namesOf, unplacedIn } from './formats/format.ts'
import { listDownloads } from './making/downloads.ts'
import { folderOf, type Maker } from './making/maker.ts'
import { type ExportPlan, planExport, requireNotTooMuch } from './making/plan.ts'
import { takenOf } from './making/taken.ts'
import { previewOf } from './preview.ts'
import {
  changeExport,
  deleteExport,
  type ExportRow,
  endExportFile,
  exportOfId,
  exportsOf,
  insertExport,
} from './store.ts'
import type { StoredPlan } from './tables.ts'

const TICKET_MS = 5 * 60_000
/** Time (ms) after which an export of an older version that nobody has thought of has lost its process. */
const LOST_MS = 60_000
/** Waiting and running ones of one person. */
const MAX_UNFINISHED = 5

export const exportRoutes = (parts: { maker: Maker; ending: AbortSignal }): Served[] =>
  serve(exportEndpoints, {
    getExport: async ({ query }, context) => {
      const plan = await planExport(query, context)
      requireNotTooMuch(plan, context.t)
      if (!isAboutHeaders(context.reply)) await noteDownload(context, context.user, plan)
      return streamExport(context, plan, parts.ending)
    },

    previewExport: async ({ query }, context) => {
      const plan = await planExport(query, context)
      // The first rows of a preview are values, too, so they go on record.
      await noteReads(context, context.user, 'opened', consentedReads(takenOf(plan, context.now())))
      return previewOf(context.series, plan)
    },

    createExport: async ({ body }, context) => {
      const { db, user } = context
      // Asked before as well, since planning takes a while.
      await requireFewUnfinished(context, user.id)
      const plan = await planExport(body, context)
      requireNotTooMuch(plan, context.t)
      const row = await db.transaction().execute(async trx => {
        await lockUser(trx, user.id)
        await requireFewUnfinished({ ...context, db: trx }, user.id)
        return insertExport(trx, newRow(plan, user.id, isoNow(context)))
      })
      parts.maker.look()
      return presentExport(row, context)
    },

    listExports: async (_, context) =>
      (await unexpired(context, context.user.id)).map(row => presentExport(row, context)),

    listDownloads: async (_, { db, user }) => listDownloads(db, user),

    readExport: async ({ params }, context) =>
      presentExport(await requireExport(context.db, context.user, params.id), context),

    deleteExport: async ({ params }, context) => {
      const row = await requireExport(context.db, context.user, params.id)
      parts.maker.stop(row.id)
      await deleteExport(context.db, row.id)
      if (row.file === null) await rm(fileOfBefore(context, row), { force: true })
      else {
        await context.files.remove(row.file)
        await endExportFile(context.db, row.file)
      }
      return undefined
    },

    createExportLink: async ({ params }, context) => {
      const row = await requireExport(context.db, context.user, params.id)
      await requireReady(context, row)
      const ticket = newSecret()
      const ticket_until = new Date(context.now() + TICKET_MS).toISOString()
      await changeExport(context.db, row.id, { ticket_hash: hashOf(ticket), ticket_until })
      return { path: `${API_BASE}/exports/${row.id}/file?ticket=${ticket}` }
    },

    getExportFile: async ({ params, query }, context) => {
      const { db, user, reply } = context
      const row = await exportOfId(db, params.id)
      const withTicket =
        query.ticket !== undefined &&
        row?.ticket_hash === hashOf(query.ticket) &&
        (row.ticket_until ?? '') > isoNow(context)
      if (!row || !(withTicket || row.user_id === user?.id)) throw new Failure('not_found')
      await requireReady(context, row)
      const plan = { ...fromJson(row.input), from: Date.parse(row.from), until: Date.parse(row.until) }
      // An export opened by a link is still the person's who asked for it, and opens no more when the account is suspended.
      const by = user?.id === row.user_id ? user : await activeAccount(db, row.user_id)
      if (!by) throw new Failure('not_found')
      const name = exportName(query.unnamed ? null : fromJson(row.names), plan, row.format)
      if (isAboutHeaders(reply)) return sendHeaders(reply.header('content-length', row.bytes), name, row.format)
      const content =
        row.file === null ? createReadStream(fileOfBefore(context, row)) : await context.files.open(row.file)
      if (!content) throw new Failure('not_found')
      // Opened before: a file that is lost was not taken. It is closed where somebody has said no meanwhile.
      await noteDownload(context, by, plan).catch(error => {
        content.destroy()
        throw error
      })
      attach(reply, name, row.format)
      return reply.header('content-length', row.bytes).send(content)
    },
  })

type Asking = Pick<Services, 'now'> & { db: Database }

const requireFewUnfinished = async (context: Asking, userId: number): Promise<void> => {
  const unfinished = (await unexpired(context, userId)).filter(row => isUnfinished(presentExport(row, context)))
  if (unfinished.length >= MAX_UNFINISHED) throw new Failure('limit_exceeded', { retryAfter: 60 })
}

const unexpired = (context: Asking, userId: number): Promise<ExportRow[]> =>
  exportsOf(context.db, userId, new Date(context.now() - DAY_MS).toISOString())

const isUnfinished = ({ status }: Export): boolean => status === 'waiting' || status === 'running'

const newRow = (plan: ExportPlan, user_id: number, now: string) => {
  const { input, language, zone, keys } = plan
  const stored: StoredPlan = {
    input,
    language,
    zone,
    keys,
    taken: takenOf(plan, Date.parse(now)),
    unplaced: unplacedIn(plan),
  }
  return {
    user_id,
    input: jsonOf(stored),
    names: jsonOf(namesOf(plan)),
    format: plan.input.format,
    status: 'waiting' as const,
    from: new Date(plan.from).toISOString(),
    until: new Date(plan.until).toISOString(),
    values: plan.values,
    values_done: 0,
    bytes: 0,
    created_at: now,
    progressed_at: now,
    // Free to be taken.
    taken_until: now,
  }
}

const presentExport = (row: ExportRow, { now }: Pick<Services, 'now'>): Export => {
  const isOfBefore = row.taken_until === '' && ['waiting', 'running'].includes(row.status)
  const lost = isOfBefore && now() - Date.parse(row.progressed_at) > LOST_MS
  return {
    ...row,
    status: lost ? 'failed' : row.status,
    names: fromJson(row.names),
    input: fromJson(row.input).input,
  }
}

/** File of an export that an older version kept in a folder of its own. */
const fileOfBefore = (context: Pick<Services, 'environment'>, row: Pick<ExportRow, 'id' | 'format'>): string =>
  join(folderOf(context), `${row.id}.${row.format}`)

const requireReady = async (context: Pick<Services, 'db' | 'environment' | 'now'>, row: ExportRow): Promise<void> => {
  const over = row.expires_at !== null && Date.parse(row.expires_at) <= context.now()
  const isThere = row.file !== null || existsSync(fileOfBefore(context, row))
  if (row.status !== 'ready' || over || !isThere) throw new Failure('not_found')
  const plan = fromJson(row.input)
  const period = { from: Date.parse(row.from), until: Date.parse(row.until) }
  await requireStillSeen(context.db, row.user_id, plan.taken ?? takenBefore(plan, period))
}
