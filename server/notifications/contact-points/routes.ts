import type { z } from 'zod'
import { type ContactPointTestAnswer, contactPointEndpoints } from '#shared/contract/alerts/contact-points.ts'
import {
  type ContactServiceKey,
  type ContactSettings,
  formOfService,
  originsOf,
  tidySettings,
} from '#shared/rules/alerts/contact-services.ts'
import { writeAudit } from '../../audit/audit.ts'
import type { Database } from '../../kit/database/database.ts'
import { fromJson, jsonOf } from '../../kit/database/json.ts'
import { Failure } from '../../kit/failure.ts'
import { type Served, type SignedIn, serve } from '../../kit/http/serve.ts'
import type { Words } from '../../kit/language.ts'
import { countAttempt } from '../../kit/limits/limits.ts'
import { lockUser } from '../../kit/limits/lock-user-store.ts'
import { requireQuota } from '../../kit/limits/quotas.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { deliveryTexts } from '../templates/delivery-texts.ts'
import { failureText } from '../templates/failure-text.ts'
import {
  type ContactPointRow,
  changeContactPoint,
  contactPointOfId,
  contactPointsOf,
  deleteContactPoint,
  insertContactPoint,
} from './contact-point-store.ts'
import { presentContactPoints } from './contact-points.ts'
import { hasPaidLeft, openSecrets, sealSecrets, tellContactPoint } from './send.ts'

type Context = Services & { user: SignedIn; t: Words }

/** Contact point of the caller. Throws not_found where it is not there or somebody else's. */
const requireOwn = async (db: Database, userId: number, id: number): Promise<ContactPointRow> => {
  const row = await contactPointOfId(db, id)
  if (row?.user_id !== userId) throw new Failure('not_found')
  return row
}

/** Parts what is entered into what may be shown and what is sealed. */
const parted = (service: ContactServiceKey, entered: ContactSettings) => {
  const tidy = Object.entries(tidySettings(service, entered))
  const { fields } = formOfService(service)
  return {
    settings: Object.fromEntries(tidy.filter(([name]) => !fields[name]?.secret)),
    secrets: Object.fromEntries(tidy.filter(([name]) => fields[name]?.secret)),
  }
}

const refusedFields = (fields: Record<string, string>): Failure =>
  new Failure('no_valid_input', {
    fields: Object.fromEntries(Object.entries(fields).map(([name, sentence]) => [`settings.${name}`, [sentence]])),
  })

/** Requires addresses with TLS: tokens go along. Only services of the same network may do without. */
const requireSafe = ({ environment, t }: Context, service: ContactServiceKey, settings: ContactSettings): void => {
  if (environment.ALLOW_PRIVATE_ADDRESSES) return
  const field = Object.entries(formOfService(service).fields).find(
    ([name, { type }]) => (type === 'address' || type === 'template') && !settings[name]?.startsWith('https:'),
  )
  if (field) throw refusedFields({ [field[0]]: t('fields.https_address') })
}

const columnsOf = async (
  context: Context,
  service: ContactServiceKey,
  { settings, secrets }: ReturnType<typeof parted>,
) => ({
  settings: jsonOf(settings),
  secrets: await sealSecrets(context, secrets),
  secret_names: jsonOf(Object.keys(secrets)),
  service,
})

const presentOne = async ({ db, user }: Context, row: ContactPointRow) => {
  const [shown] = await presentContactPoints(db, [row], user.locale)
  if (!shown) throw new Failure('not_found')
  return shown
}

/** Secrets that stay. Whoever gets hold of a session must not have them sent to an address of their own. */
const keptSecrets = async (
  context: Context,
  before: ContactPointRow,
  { settings, secrets }: ReturnType<typeof parted>,
  keeps: readonly string[],
): Promise<ContactSettings> => {
  const known = await openSecrets(context, before.secrets)
  const kept = Object.entries(known).filter(([name]) => keeps.includes(name) && secrets[name] === undefined)
  if (kept.length === 0) return {}
  // A request of one's own may write a secret into whatever it says, to whomever.
  const parts = (one: ContactSettings): string =>
    before.service === 'other' ? jsonOf(Object.entries(one).sort()) : originsOf(before.service, one).join(' ')
  if (parts(fromJson(before.settings)) !== parts(settings))
    throw refusedFields(Object.fromEntries(kept.map(([name]) => [name, context.t('fields.secret_again')])))
  return Object.fromEntries(kept)
}

const auditName = ({ service, name }: Pick<ContactPointRow, 'service' | 'name'>): string => `${name} (${service})`

/** Routes of the messengers, SMS and calls by which the caller is told. */
export const contactPointRoutes = (): Served[] =>
  serve(contactPointEndpoints, {
    createContactPoint: async ({ body }, context) => {
      const { db, user } = context
      const { service, name, only_act_now } = body
      const entered = parted(service, body.settings)
      requireSafe(context, service, entered.settings)
      const columns = await columnsOf(context, service, entered)
      const row = await db.transaction().execute(async trx => {
        await lockUser(trx, user.id)
        requireQuota(context, 'contact_points', (await contactPointsOf(trx, user.id)).length)
        await writeAudit(context, trx, { action: 'contact_point_created', name: auditName(body) })
        return insertContactPoint(trx, {
          ...{ ...columns, user_id: user.id, name, only_act_now: only_act_now ? 1 : 0, created_at: isoNow(context) },
          ...{ last_sent_at: null, failed_at: null, error: null },
        })
      })
      return presentOne(context, row)
    },

    updateContactPoint: async ({ params, body }, context) => {
      const { db, user } = context
      const { service, name, only_act_now } = body
      const before = await requireOwn(db, user.id, params.id)
      if (before.service !== service)
        throw new Failure('no_valid_input', { fields: { service: [context.t('fields.invalid')] } })
      const entered = parted(service, body.settings)
      requireSafe(context, service, entered.settings)
      const kept = await keptSecrets(context, before, entered, body.keeps)
      const columns = await columnsOf(context, service, { ...entered, secrets: { ...kept, ...entered.secrets } })
      const row = await db.transaction().execute(async trx => {
        await writeAudit(context, trx, { action: 'contact_point_changed', name: auditName(body) })
        // A failure of before says nothing of these settings.
        const unknown = { failed_at: null, error: null }
        return changeContactPoint(trx, before.id, { ...columns, ...unknown, name, only_act_now: only_act_now ? 1 : 0 })
      })
      return presentOne(context, row)
    },

    deleteContactPoint: async ({ params }, context) => {
      const { db, user } = context
      const row = await requireOwn(db, user.id, params.id)
      await db.transaction().execute(async trx => {
        await writeAudit(context, trx, { action: 'contact_point_deleted', name: auditName(row) })
        await deleteContactPoint(trx, row.id)
      })
      return undefined
    },

    testContactPoint: async ({ params }, context) => {
      const { db, user } = context
      const row = await requireOwn(db, user.id, params.id)
      await countAttempt(context, 'alert_test', user.id)
      return testOf(context, row)
    },
  })

const testOf = async (context: Context, row: ContactPointRow): Promise<z.output<typeof ContactPointTestAnswer>> => {
  const { user } = context
  const about = { urgency: 'normal', isOver: false } as const
  // A test may use what is kept for alarms: whoever tries a number needs to know now.
  const asAlarm = { ...about, urgency: 'high' } as const
  if (formOfService(row.service).isPaid && !(await hasPaidLeft(context, user.id, asAlarm)))
    throw new Failure('quota_reached', {
      quota: { name: 'paid_messages', most: context.environment.quotas.paid_messages },
    })
  const { test } = deliveryTexts(user.locale)
  const text = {
    ...{ title: test.subject, lines: test.push, sentence: `${test.subject}. ${test.push}` },
    ...{ ...about, link: `${context.publicUrl()}/profile/alerts`, language: user.locale },
  }
  const outcome = await tellContactPoint(context, row, text, asAlarm)
  if ('end' in outcome && outcome.end === 'sent') return { state: 'sent', error: null }
  return { state: 'failed', error: failureText('end' in outcome ? outcome.error : outcome.again, user.locale) }
}
