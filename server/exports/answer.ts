import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { ExportFormat } from '#shared/contract/measurements/exports.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import { type Acting, differences, writeAudit } from '../audit/audit.ts'
import { type ConsentedRead, noteReads } from '../consents/ledger.ts'
import type { Database } from '../kit/database/database.ts'
import { jsonOf } from '../kit/database/json.ts'
import { dispositionOf } from '../kit/http/attachment.ts'
import { isAboutHeaders, type SignedIn } from '../kit/http/serve.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { requireStillSeen } from './access.ts'
import { exportName, namesOf, sliceReaderOf, unplacedIn } from './formats/format.ts'
import { FORMATS } from './formats/formats.ts'
import type { ExportPlan } from './making/plan.ts'
import { takenOf } from './making/taken.ts'
import { recordDownload } from './store.ts'
import type { StoredPlan, TakenPeriod } from './tables.ts'

/** Periods of what is taken that are read by consent. */
export const consentedReads = (taken: readonly TakenPeriod[]): ConsentedRead[] =>
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

/** Periods that an export of an older version holds: the whole one, since no more is known. */
export const takenBefore = ({ deviceIds = [] }: StoredPlan, { from, until }: Interval): TakenPeriod[] =>
  deviceIds.map(device_id => ({ device_id, from: new Date(from).toISOString(), until: new Date(until).toISOString() }))

type Taken = ExportPlan | (StoredPlan & Interval)

const periodsOf = (plan: Taken, now: number): TakenPeriod[] =>
  'intervals' in plan ? takenOf(plan, now) : (plan.taken ?? takenBefore(plan, plan))

/** Writes inside a transaction that something was downloaded; `name` is that of the feed it was read by. */
export const writeDownload = async (
  context: Acting,
  db: Database,
  by: Pick<SignedIn, 'id' | 'name'>,
  { plan, name = null }: { plan: Taken; name?: string | null },
): Promise<void> => {
  const download = {
    user_id: by.id,
    at: isoNow(context),
    format: plan.input.format,
    from: new Date(plan.from).toISOString(),
    until: new Date(plan.until).toISOString(),
    measurements: jsonOf(plan.keys),
    raw: plan.input.raw ? 1 : 0,
  }
  const periods = periodsOf(plan, context.now()).map(({ consent: _, ...period }) => period)
  const download_id = await recordDownload(db, download, periods)
  const changes = differences(['format'], {}, download)
  await writeAudit(context, db, { action: 'measurements_downloaded', by, name, download_id, changes })
}

/** Notes what was read by consent, which may be refused by now. */
export const noteConsentedReads = (
  context: Pick<Services, 'db'> & Acting,
  by: Pick<SignedIn, 'id' | 'name'>,
  plan: Taken,
) => noteReads(context, by, 'downloaded', consentedReads(periodsOf(plan, context.now())))

/** Notes a download: in the audit log that it was, and for the owners of the devices what was taken. */
export const noteDownload = async (
  context: Pick<Services, 'db'> & Acting,
  by: Pick<SignedIn, 'id' | 'name'>,
  plan: Taken,
): Promise<void> => {
  await noteConsentedReads(context, by, plan)
  await context.db.transaction().execute(db => writeDownload(context, db, by, { plan }))
}

export const attach = (reply: FastifyReply, name: string, format: ExportFormat): void => {
  reply.type(FORMATS[format].mediaType).header('content-disposition', dispositionOf(name))
  reply.header('cache-control', 'no-store')
}

/** Answers a question for the headers of a file, of which nothing is read. */
export const sendHeaders = (reply: FastifyReply, name: string, format: ExportFormat): FastifyReply => {
  attach(reply, name, format)
  return reply.send(Readable.from([]))
}

interface Answering extends Services {
  reply: FastifyReply
  /** Person who may read it. */
  user: { id: number }
}

/**
 * Answers with an export as it is made, or with its headers alone where no more was asked for. Ends the query too when whoever
 * downloads goes away, or the server ends (`ending`).
 */
export const streamExport = (context: Answering, plan: ExportPlan, ending: AbortSignal): FastifyReply => {
  const { db, series, reply, user } = context
  const { format } = plan.input
  const name = exportName(namesOf(plan), { ...plan, unplaced: unplacedIn(plan) }, format)
  if (isAboutHeaders(reply)) return sendHeaders(reply, name, format)
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const signal = AbortSignal.any([gone.signal, ending])
  attach(reply, name, format)
  const taken = takenOf(plan, context.now())
  const requireRight = () => requireStillSeen(db, user.id, taken)
  return reply.send(Readable.from(FORMATS[format].write(plan, sliceReaderOf(plan, { series, signal, requireRight }))))
}
