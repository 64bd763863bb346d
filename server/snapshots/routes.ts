import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { urlOf } from '#shared/contract/call.ts'
import { MAX_VALUES } from '#shared/contract/measurements/exports.ts'
import { type Snapshot, snapshotEndpoints } from '#shared/contract/measurements/snapshots.ts'
import { MAX_UNFINISHED_SNAPSHOTS } from '#shared/rules/research/snapshot-states.ts'
import { writeAudit } from '../audit/audit.ts'
import { ledgerOf, lockLedger, noteReads } from '../consents/ledger.ts'
import { requireNotTooMuch } from '../exports/making/plan.ts'
import { fromJson, jsonOf } from '../kit/database/json.ts'
import { Failure } from '../kit/failure.ts'
import { isAboutHeaders, type Served, serve } from '../kit/http/serve.ts'
import type { Words } from '../kit/language.ts'
import { requireQuota } from '../kit/limits/quotas.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { requireResearch, requireResearchOwner } from '../research/access.ts'
import { activeAccount } from '../users/accounts.ts'
import { requireOwnSnapshot, requireReadSnapshot, rightsOn } from './access.ts'
import { daysOf } from './days.ts'
import { depositsOf } from './deposits/deposit-store.ts'
import { openFrozenFile } from './file.ts'
import { planSnapshot } from './plan.ts'
import { endsMayShow, fileNameOf, presentPublished, presentSnapshot } from './present.ts'
import { presentedSnapshot, readsOfRow } from './presented.ts'
import {
  contentOf,
  countDownload,
  countUnfinished,
  insertSnapshot,
  leftSnapshotsOf,
  markDeleted,
  nextVersion,
  type SnapshotRow,
  setPublication,
  snapshotOfId,
  snapshotsOf,
} from './store.ts'
import { createTickets } from './tickets.ts'

/** Columns of a version of which nothing is made yet. */
const UNMADE = {
  status: 'waiting',
  values_done: 0,
  bytes: 0,
  taken_until: '',
  tries: 0,
  public_download: 0,
  downloads: 0,
  finished_at: null,
  content: null,
  summary: null,
  file: null,
  sha256: null,
  damage: null,
  published_at: null,
} as const

const nothingShared = (t: Words): Failure =>
  new Failure('no_valid_input', { fields: { from: [t('fields.nothing_shared')] } })

const nameOf = (row: SnapshotRow): string => `${fromJson(row.input).title}, ${row.version}`

/** Sends the file of a version: the same bytes each time, found to have their checksum just before. */
const sendFile = async (services: Services, reply: FastifyReply, row: SnapshotRow): Promise<FastifyReply> => {
  if (isAboutHeaders(reply) && row.damage !== null) throw new Failure('file_damaged')
  return sendStream(reply, row, isAboutHeaders(reply) ? Readable.from([]) : await openFrozenFile(services, row))
}

const sendStream = (reply: FastifyReply, row: SnapshotRow, stream: Readable): FastifyReply => {
  reply.type('application/zip').header('content-disposition', `attachment; filename="${fileNameOf(row)}"`)
  reply.header('cache-control', 'no-store').header('content-length', row.bytes)
  reply.header('repr-digest', `sha-256=:${Buffer.from(row.sha256 ?? '', 'hex').toString('base64')}:`)
  return reply.send(stream)
}

const publishedRow = async (services: Pick<Services, 'db'>, id: number) => {
  const row = await snapshotOfId(services.db, id)
  if (row?.status !== 'ready' || row.published_at === null || row.content === null) throw new Failure('not_found')
  return { row: { ...row, published_at: row.published_at }, content: fromJson(row.content) }
}

export const snapshotRoutes = (services: Services): Served[] => {
  const tickets = createTickets(services)
  return serve(snapshotEndpoints, {
    listSnapshots: async ({ params }, context) => {
      const { db, user } = context
      const project = await requireResearch(db, user, params.id)
      const rights = { ...(await rightsOn(db, user, project)), institution: project.institution }
      const asking = { ...context, ledger: await ledgerOf(db, [project.id]) }
      const listed: Snapshot[] = []
      const rows = await snapshotsOf(db, project.id)
      const deposits = Map.groupBy(
        await depositsOf(
          db,
          rows.map(({ id }) => id),
        ),
        one => one.snapshot_id,
      )
      for (const row of rows) {
        const content = endsMayShow(asking.ledger, row) ? await contentOf(db, row.id) : null
        listed.push(presentSnapshot(asking, { ...row, content, deposits: deposits.get(row.id) ?? [] }, rights))
      }
      return listed
    },

    listLeftSnapshots: async (_, context) => {
      const { db, user } = context
      const rows = await leftSnapshotsOf(db, user.id)
      const deposits = await depositsOf(
        db,
        rows.map(({ id }) => id),
      )
      return rows.map(row => {
        const of = deposits.filter(one => one.snapshot_id === row.id)
        const rights = { institution: null, manages: true, reads: true }
        return presentSnapshot({ ...context, ledger: [] }, { ...row, deposits: of }, rights)
      })
    },

    previewSnapshot: async ({ params, body }, context) => {
      const { db, user } = context
      const project = await requireResearchOwner(db, user, params.id)
      const plan = await planSnapshot({ ...context, at: context.now() }, project, body)
      const { counted, intervals, keys, values } = plan
      return {
        from: new Date(plan.from).toISOString(),
        until: new Date(Math.max(plan.from, plan.until)).toISOString(),
        values,
        most_values: MAX_VALUES,
        devices: new Set(counted.map(({ deviceId }) => deviceId)).size,
        locations: new Set(intervals.map(({ consent }) => consent.locationId)).size,
        days: daysOf(counted),
        measurements: keys,
      }
    },

    createSnapshot: async ({ params, body }, context) => {
      const { db, user, t, language } = context
      const project = await requireResearchOwner(db, user, params.id)
      const plan = await planSnapshot({ ...context, at: context.now() }, project, body)
      if (plan.values === 0) throw nothingShared(t)
      requireNotTooMuch(plan, t)
      const id = await db.transaction().execute(async trx => {
        // The lock keeps two versions from getting one number.
        await lockLedger(trx, project.id)
        const version = await nextVersion(trx, project.id)
        requireQuota(context, 'snapshots', version - 1)
        const unfinished = await countUnfinished(trx, project.id)
        if (unfinished >= MAX_UNFINISHED_SNAPSHOTS) throw new Failure('limit_exceeded', { retryAfter: 60 })
        await writeAudit(context, trx, { action: 'snapshot_requested', name: `${project.name}, ${version}` })
        return insertSnapshot(trx, {
          research_id: project.id,
          version,
          user_id: user.id,
          language,
          input: jsonOf(body),
          values: plan.values,
          created_at: isoNow(context),
          ...UNMADE,
        })
      })
      return presentedSnapshot(context, id)
    },

    deleteSnapshot: async ({ params }, context) => {
      const { db, user } = context
      const { row } = await requireOwnSnapshot(db, user, params.id)
      await db.transaction().execute(async trx => {
        if (!(await markDeleted(trx, row.id, isoNow(context)))) throw new Failure('conflict')
        await writeAudit(context, trx, { action: 'snapshot_deleted', name: nameOf(row) })
      })
      return undefined
    },

    publishSnapshot: async ({ params, body }, context) => {
      const { db, user } = context
      const { row } = await requireOwnSnapshot(db, user, params.id)
      const { published, download } = body
      const isOpen = published && download
      // A published version is shared for good; who owns the data sees since when.
      if (isOpen && row.public_download === 0) await noteReads(context, user, 'published', readsOfRow(row))
      await db.transaction().execute(async trx => {
        const published_at = published ? (row.published_at ?? isoNow(context)) : null
        const changed = await setPublication(trx, row.id, { published_at, public_download: isOpen ? 1 : 0 })
        if (!changed) throw new Failure('conflict')
        const action = published ? 'snapshot_published' : 'snapshot_withdrawn'
        await writeAudit(context, trx, { action, name: nameOf(row) })
      })
      return presentedSnapshot(context, row.id)
    },

    createSnapshotLink: async ({ params }, context) => {
      const { db, user } = context
      const { row } = await requireReadSnapshot(db, user, params.id)
      if (row.status !== 'ready') throw new Failure('conflict')
      // The file is checked now, while the screen can still say that it is damaged.
      const stream = await openFrozenFile(context, row)
      stream.destroy()
      const ticket = await tickets.ticketFor(row.id, user.id)
      return { path: urlOf(snapshotEndpoints.getSnapshotFile, { params, query: { ticket } }) }
    },

    getSnapshotFile: async ({ params, query }, context) => {
      const { db, user, reply } = context
      const personId = query.ticket === undefined ? user?.id : await tickets.personOf(params.id, query.ticket)
      const person = personId ? await activeAccount(db, personId) : undefined
      if (!person) throw new Failure('not_found')
      const { id, email, admin, name } = person
      const { row } = await requireReadSnapshot(db, { id, email, admin: admin === 1 }, params.id)
      if (row.status !== 'ready') throw new Failure('not_found')
      if (isAboutHeaders(reply)) return sendFile(context, reply, row)
      // Opened before it goes on record: a damaged file was downloaded by nobody.
      const stream = await openFrozenFile(context, row)
      try {
        await noteReads(context, { id, name }, 'downloaded', readsOfRow(row))
        await writeAudit(context, db, { action: 'measurements_downloaded', by: { id, name }, name: nameOf(row) })
      } catch (error) {
        stream.destroy()
        throw error
      }
      return sendStream(reply, row, stream)
    },

    getPublishedSnapshot: async ({ params }, context) => {
      const { row, content } = await publishedRow(context, params.id)
      const deposits = await depositsOf(context.db, [row.id])
      const ledger = await ledgerOf(context.db, [content.research_id])
      return presentPublished({ ...context, ledger }, { ...row, deposits }, content)
    },

    getPublishedFile: async ({ params }, context) => {
      const { row } = await publishedRow(context, params.id)
      if (row.public_download !== 1) throw new Failure('not_found')
      const sent = await sendFile(context, context.reply, row)
      if (!isAboutHeaders(context.reply)) await countDownload(context.db, row.id)
      return sent
    },
  })
}
