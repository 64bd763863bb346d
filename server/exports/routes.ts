import { createReadStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { API_BASE } from '#shared/contract/call.ts'
import { type Export, type ExportFormat, exportEndpoints } from '#shared/contract/measurements/exports.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { type Acting, differences, writeAudit } from '../audit/audit.ts'
import { type ConsentedRead, noteReads } from '../consents/ledger.ts'
import type { Database } from '../kit/database/database.ts'
import { fromJson, jsonOf } from '../kit/database/json.ts'
import { Failure } from '../kit/failure.ts'
import { isAboutHeaders, type Served, type SignedIn, serve } from '../kit/http/serve.ts'
import { lockUser } from '../kit/limits/lock-user-store.ts'
import { hashOf, newSecret } from '../kit/security/secrets.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { activeAccount } from '../users/accounts.ts'
import { requireExport, requireStillSeen } from './access.ts'
import { fileName, sliceReaderOf } from './formats/format.ts'
import { FORMATS } from './formats/formats.ts'
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
  recordDownload,
} from './store.ts'
import type { StoredPlan, TakenPeriod } from './tables.ts'

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
      if (isAboutHeaders(context.reply)) return sendHeaders(context.reply, plan, plan.input.format)
      await note(context, context.user, plan)
      return stream(context, plan, parts.ending)
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
      if (isAboutHeaders(reply)) return sendHeaders(reply.header('content-length', row.bytes), plan, row.format)
      const content =
        row.file === null ? createReadStream(fileOfBefore(context, row)) : await context.files.open(row.file)
      if (!content) throw new Failure('not_found')
      // Opened before: a file that is lost was not taken. It is closed where somebody has said no meanwhile.
      await note(context, by, plan).catch(error => {
        content.destroy()
        throw error
      })
      attach(reply, fileName(plan, row.format), row.format)
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

/** Periods that an export of an older version holds: the whole one, since no more is known. */
const takenBefore = ({ deviceIds = [] }: StoredPlan, { from, until }: Interval): TakenPeriod[] =>
  deviceIds.map(device_id => ({ device_id, from: new Date(from).toISOString(), until: new Date(until).toISOString() }))

/** Periods of what is taken that are read by consent. */
const consentedReads = (taken: readonly TakenPeriod[]): ConsentedRead[] =>
  taken.flatMap(({ device_id: deviceId, consent, ...period }) =>
    consent
      ? [
          {
            deviceId,
            researchId: consent.research_id,
            locationId: consent.location_id,
            measurements: consent.measurements,
            from: Date.parse(period.from),
            until: Date.parse(period.until),
          },
        ]
      : [],
  )

/** Area where each device hung last, or else its name. */
const namesOf = ({ intervals }: ExportPlan): string[] => [
  ...new Set(new Map(intervals.map(({ deviceId, area, name }) => [deviceId, area || name])).values()),
]

const newRow = (plan: ExportPlan, user_id: number, now: string) => {
  const { input, language, zone, keys } = plan
  const stored: StoredPlan = { input, language, zone, keys, taken: takenOf(plan, Date.parse(now)) }
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

/** Notes a download: in the audit log that it was, and for the owners of the devices what was taken. */
const note = async (
  context: Pick<Services, 'db'> & Acting,
  by: Pick<SignedIn, 'id' | 'name'>,
  plan: ExportPlan | (StoredPlan & Interval),
) => {
  const taken = 'intervals' in plan ? takenOf(plan, context.now()) : (plan.taken ?? takenBefore(plan, plan))
  await noteReads(context, by, 'downloaded', consentedReads(taken))
  await context.db.transaction().execute(async db => {
    const download = {
      user_id: by.id,
      at: isoNow(context),
      format: plan.input.format,
      from: new Date(plan.from).toISOString(),
      until: new Date(plan.until).toISOString(),
      measurements: jsonOf(plan.keys),
      raw: plan.input.raw ? 1 : 0,
    }
    const periods = taken.map(({ consent: _, ...period }) => period)
    const download_id = await recordDownload(db, download, periods)
    const changes = differences(['format'], {}, download)
    await writeAudit(context, db, { action: 'measurements_downloaded', by, name: null, download_id, changes })
  })
}

const attach = (reply: FastifyReply, name: string, format: ExportFormat): void => {
  reply.type(FORMATS[format].mediaType).header('content-disposition', `attachment; filename="${name}"`)
  reply.header('cache-control', 'no-store')
}

/** Answers a question for the headers of a file, of which nothing is read. */
const sendHeaders = (
  reply: FastifyReply,
  plan: Pick<ExportPlan, 'from' | 'zone'>,
  format: ExportFormat,
): FastifyReply => {
  attach(reply, fileName(plan, format), format)
  return reply.send(Readable.from([]))
}

/** Ends the query too when whoever downloads goes away, or the server ends. */
const stream = (
  context: Services & { reply: FastifyReply; user: SignedIn },
  plan: ExportPlan,
  ending: AbortSignal,
): FastifyReply => {
  const { db, series, reply, user } = context
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const signal = AbortSignal.any([gone.signal, ending])
  const { format } = plan.input
  attach(reply, fileName(plan, format), format)
  const taken = takenOf(plan, context.now())
  const requireRight = () => requireStillSeen(db, user.id, taken)
  return reply.send(Readable.from(FORMATS[format].write(plan, sliceReaderOf(plan, { series, signal, requireRight }))))
}
