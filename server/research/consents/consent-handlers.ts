import type { consentEndpoints } from '#shared/contract/places/consents.ts'
import { isAnswer } from '#shared/rules/research/consent.ts'
import { differences, writeAudit } from '../../audit/audit.ts'
import {
  askAgain,
  closeQuestion,
  insertLedgerRow,
  insertQuestion,
  isAskedSince,
  type LedgerRow,
  ledgerOf,
  ledgerRowOfId,
  lockLedger,
  questionsOf,
  type ReadPlaces,
  readSpansOf,
  readsOf,
  waitingQuestions,
} from '../../consents/ledger.ts'
import { publishCustodyChanged } from '../../custody/news.ts'
import { deviceNames } from '../../devices/devices.ts'
import { joinProject, lockDevices, placementsOfLocations } from '../../devices/placement/placements.ts'
import type { Database } from '../../kit/database/database.ts'
import { fromJson, jsonOf } from '../../kit/database/json.ts'
import { Failure } from '../../kit/failure.ts'
import type { Handler } from '../../kit/http/serve.ts'
import type { Words } from '../../kit/language.ts'
import { spendQuota } from '../../kit/limits/quotas.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import type { Caller } from '../../locations/access.ts'
import { lockLocation } from '../../locations/places.ts'
import { sendSoon } from '../../notifications/outbox/outbox.ts'
import { accountOfId, confirmedLocaleOf, type Person } from '../../users/accounts.ts'
import { presentedResearch, requireResearch, requireResearchOwner, visibleResearch } from '../access.ts'
import { askedPeople } from '../people.ts'
import { refusedField } from '../placing.ts'
import { projectPlaces } from '../project-places.ts'
import { receiptPdf } from '../receipts/mail-receipts.ts'
import { receiptNumber, receiptOf } from '../receipts/receipt.ts'
import { insertReceipt } from '../receipts/receipt-store.ts'
import type { ResearchRow } from '../store.ts'
import { mailQuestion, REMIND_MS } from './consent-mail.ts'
import {
  joiningPlacements,
  planConsent,
  previewOf,
  repeatedEntry,
  requireAllowed,
  requireLastRead,
  requireOwnTime,
} from './consenting.ts'
import { factsOf, formerLocations, leftResearch, ownEntries, ownedLocationIds } from './ledger.ts'

type ConsentHandlers = { [Name in keyof typeof consentEndpoints]: Handler<(typeof consentEndpoints)[Name]> }

export const consentHandlers: ConsentHandlers = {
  listResearchPlaces: async ({ params }, context) =>
    projectPlaces(context, await requireResearch(context.db, context.user, params.id)),

  listConsents: async ({ params }, context) => historyOf(context, params.id),

  askForConsent: async ({ params, body }, context) => {
    const { db, user, t } = context
    await requireResearchOwner(db, user, params.id)
    if (body.email === user.email) throw refusedField('email', t('fields.own_address'))
    const now = isoNow(context)
    const remindedBefore = new Date(context.now() - REMIND_MS).toISOString()
    const locale = (await confirmedLocaleOf(db, body.email)) ?? user.locale
    await db.transaction().execute(async trx => {
      await lockLedger(trx, params.id)
      const project = await requireResearchOwner(trx, user, params.id)
      if (await isAskedBySomebody(trx, project.id, body.email)) throw refusedField('email', t('fields.asked_already'))
      // A change of owners has mailed who owns a location now: whoever guesses the address does not learn of it.
      const isNew = await insertQuestion(trx, { research_id: project.id, email: body.email, asked_at: now })
      await spendQuota({ ...context, db: trx }, 'offers', 1)
      const about = { ...factsOf(project, await leaderOf(trx, project)), email: body.email }
      const by = { said_by: user.id, said_by_name: user.name, said_at: now }
      const nothing = { location_id: null, location_name: null, from: null, device_ids: null, measurements: null }
      await insertLedgerRow(trx, { kind: 'asked', ...about, ...by, ...nothing })
      const changes = differences(['email'], {}, { email: body.email })
      await writeAudit(context, trx, { action: 'consent_asked', name: project.name, changes })
      const link = `${context.publicUrl()}/research/${project.id}`
      const isForgotten =
        !isNew && (await askAgain(trx, { research_id: project.id, email: body.email }, now, remindedBefore))
      if (isNew || isForgotten)
        await mailQuestion(trx, { recipient: body.email, locale, leader: user.email, link }, 'asked', now)
    })
    sendSoon(context)
    return historyOf(context, params.id)
  },

  previewConsent: async ({ params, body }, context) => {
    const project = await requireResearch(context.db, context.user, params.id)
    const plan = await planConsent(context, project, body)
    requireOwnTime(plan, context.t)
    return previewOf(context, plan)
  },

  createConsent: async ({ params, body }, context) => {
    const { db, user, t } = context
    const { id } = await requireResearch(db, user, params.id)
    const now = isoNow(context)
    const { row, deviceIds } = await db.transaction().execute(async trx => {
      // A change of its owners waits: what it ends is all that was said before it.
      await lockLocation(trx, body.location_id)
      // So do changes of what hangs there: one that was read before the answer would put it out of the project again.
      await lockDevices(trx, await devicesAlone(trx, body.location_id))
      await lockLedger(trx, id)
      // Changes of the project wait for the same lock: the answer is to what it is from now on.
      const project = await requireResearch(trx, user, id)
      const plan = await planConsent({ ...context, db: trx }, project, body)
      const repeated = await repeatedEntry(trx, plan, user)
      const answerer = { ...user, ...(await askedPeople(trx, [user]))(user) }
      // An answer to a question that was asked since is one of its own, though it moves nothing.
      const about = { researchId: project.id, locationId: body.location_id }
      if (repeated && !(await isAskedSince(trx, answerer, about, repeated.id)))
        return { row: repeated, deviceIds: new Set<number>() }
      if (!repeated) {
        requireOwnTime(plan, t)
        await requireLastRead(trx, plan)
        await requireAllowed(trx, plan, t)
      }
      const { location, measurements } = plan
      const joining = joiningPlacements(plan)
      await joinProject(
        trx,
        joining.map(({ id }) => id),
        project.id,
      )
      const values = {
        kind: body.answer,
        ...factsOf(project, await leaderOf(trx, project)),
        email: null,
        location_id: location.id,
        location_name: location.name,
        said_by: user.id,
        said_by_name: user.name,
        from: body.from,
        device_ids: body.device_ids ? jsonOf([...new Set(body.device_ids)]) : null,
        measurements: jsonOf(measurements),
        said_at: now,
      }
      const row: LedgerRow = { ...values, id: await insertLedgerRow(trx, values) }
      await closeQuestion(trx, answerer, project.id, now)
      await writeAudit(context, trx, {
        action: body.answer === 'yes' ? 'consent_given' : 'consent_refused',
        location_id: location.id,
        name: `${project.name}, ${location.name}`,
        changes: differences(['start'], {}, { start: body.from }),
      })
      await insertReceipt(trx, row.id)
      return { row, deviceIds: new Set(joining.map(one => one.device_id)) }
    })
    for (const id of deviceIds) publishCustodyChanged(context, id)
    sendSoon(context)
    const entry = (await historyOf(context, id)).find(one => one.id === row.id)
    if (!entry) throw new Failure('not_found')
    return entry
  },

  listLeftResearch: async (_, context) => {
    const { db, user } = context
    const own = await ownEntries(db, user)
    const seen = new Set((await visibleResearch(db, user, [...own.entries.keys()])).map(({ id }) => id))
    return leftResearch(context, user, { ...own, entries: new Map([...own.entries].filter(([id]) => !seen.has(id))) })
  },

  listConsentReads: async ({ params, query }, context) => {
    const { db, user } = context
    await requireToldOf(db, user, params.id)
    const rows = await readsOf(db, params.id, { ...(await readPlaces(db, user)), ...query })
    const names = new Map(
      (await deviceNames(db, [...new Set(rows.map(row => row.device_id))])).map(one => [one.id, one]),
    )
    return rows.map(({ user_id: _, user_name, research_id: __, measurements, last_at, ...row }) => ({
      ...row,
      last_at: last_at !== null && last_at > row.at ? last_at : row.at,
      read_by: user_name,
      device_name: names.get(row.device_id)?.name ?? '',
      measurements: fromJson(measurements),
    }))
  },

  listConsentReadSpans: async ({ params }, { db, user }) => {
    await requireToldOf(db, user, params.id)
    return readSpansOf(db, params.id, await readPlaces(db, user))
  },

  getConsentReceipt: async ({ params }, context) => {
    const row = await requireOwnAnswer(context, params.id)
    return receiptOf(row, { publicUrl: context.publicUrl(), language: context.user.locale })
  },

  getConsentReceiptPdf: async ({ params, query }, context) => {
    const row = await requireOwnAnswer(context, params.id)
    const pdf = await receiptPdf(context, row, query.locale ?? context.language)
    return context.reply
      .type('application/pdf')
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${receiptNumber(row)}.pdf"`)
      .send(pdf)
  },
}

/** Tells whether a person asked an address that has not answered. The ledger is held by the caller. */
const isAskedBySomebody = async (db: Database, researchId: number, email: string): Promise<boolean> => {
  const ledger = await ledgerOf(db, [researchId])
  const open = (await questionsOf(db, [researchId])).filter(one => one.email === email && one.answered_at === null)
  const personOf = await askedPeople(db, open)
  return open.some(one =>
    waitingQuestions(ledger, one, personOf(one)).some(row => row.said_by !== null && row.email === email),
  )
}

/**
 * Requires a project that the caller sees, or that says something about a location of theirs: what was read stays on record when the
 * project is deleted. Throws not_found.
 */
const requireToldOf = async (db: Database, user: Caller, id: number): Promise<void> => {
  if ((await visibleResearch(db, user, [id])).length > 0) return
  if (!(await ownEntries(db, user)).entries.has(id)) throw new Failure('not_found')
}

/** Locations whose reads a caller is told: the own, and former ones until they were that no more. */
const readPlaces = async (db: Database, user: Caller): Promise<ReadPlaces> => {
  const owned = await ownedLocationIds(db, user)
  const former = await formerLocations(db, user.id, owned)
  return {
    locationIds: owned === null ? undefined : [...owned],
    former: new Map([...former].map(([id, { until }]) => [id, until])),
  }
}

/** An answer whose receipt the caller may have: who gave it, and owners of the location. Throws not_found. */
const requireOwnAnswer = async ({ db, user }: { db: Database; user: Caller }, id: number) => {
  const row = await ledgerRowOfId(db, id)
  if (row === undefined || !isAnswer(row.kind) || row.location_id === null) throw new Failure('not_found')
  const owned = await ownedLocationIds(db, user)
  const former = (await formerLocations(db, user.id, owned)).get(row.location_id)
  const isOfTheirTime = row.id <= (former?.last_entry_id ?? 0)
  const isOwn = owned === null || owned.has(row.location_id) || row.said_by === user.id || isOfTheirTime
  if (!isOwn) throw new Failure('not_found')
  return row
}

/** Devices of a location with a placement in no project: a yes may put it into one. */
const devicesAlone = async (db: Database, locationId: number): Promise<number[]> =>
  (await placementsOfLocations(db, [locationId])).flatMap(({ device_id, research_id }) =>
    research_id === null ? device_id : [],
  )

const leaderOf = async (db: Database, { owner_id }: ResearchRow): Promise<Person | undefined> =>
  owner_id === null ? undefined : accountOfId(db, owner_id)

const historyOf = async (context: Pick<Services, 'db' | 'now'> & { user: Caller; t: Words }, id: number) =>
  (await presentedResearch(context, id)).consent_history
