import type { z } from 'zod'
import { type AlarmPlan, alarmPlanEndpoints, ESCALATION_MINUTES } from '#shared/contract/alerts/alarm-plans.ts'
import { serializable } from '../../kit/database/store-error.ts'
import { Failure } from '../../kit/failure.ts'
import { type Served, type SignedIn, serve } from '../../kit/http/serve.ts'
import type { Words } from '../../kit/language.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { sendSoon } from '../../notifications/outbox/outbox.ts'
import { readerOf } from '../../users/accounts.ts'
import { requirePlanOwner, requirePlanReader } from './access.ts'
import { answerPerson, askPeople, showPerson } from './asking.ts'
import { confirmCall, showCall } from './confirm.ts'
import { logOf, logSince } from './log.ts'
import { consentsOf } from './people-store.ts'
import { alarmPlanOf, storeAlarmPlan } from './plan-store.ts'
import { locationOfTest, remarkTest, testedAt } from './test-store.ts'
import { isTestDue, startTest } from './tests.ts'
import { watchState } from './watch.ts'

type Context = Services & { user: SignedIn; t: Words }
type Location = Awaited<ReturnType<typeof requirePlanReader>>

const withoutAddresses = <Person extends object>(people: readonly Person[]) =>
  people.map(person => ({ ...person, email: null }))

const present = async ({ db, now }: Context, location: Location): Promise<z.input<typeof AlarmPlan>> => {
  const plan = await alarmPlanOf(db, location.id)
  const tested_at = await testedAt(db, location.id)
  const consents = await consentsOf(db, location.id, plan?.people ?? [])
  const people = (plan?.people ?? []).map(person => {
    const consent = consents.get(person.email)
    // People not asked yet are asked within minutes.
    return { ...person, consent: consent === undefined || consent === 'unasked' ? ('asked' as const) : consent }
  })
  return {
    location_id: location.id,
    location_name: location.name,
    time_zone: location.time_zone,
    minutes: plan?.minutes ?? ESCALATION_MINUTES.usual,
    people: location.openAlerts ? withoutAddresses(people) : people,
    updated_at: plan?.updated_at ?? null,
    tested_at,
    test_due: (plan?.people.length ?? 0) > 0 && isTestDue(tested_at, now()),
    may: location.isOwner ? ['edit'] : [],
  }
}

const entryOf = async (context: Context, locationId: number, testId: number) => {
  const logQuery = { locationId, since: logSince(context.now()), reader: readerOf(context.user), testId }
  const [entry] = await logOf(context.db, logQuery)
  if (!entry) throw new Failure('not_found')
  return entry
}

export const alarmPlanRoutes: Served[] = serve(alarmPlanEndpoints, {
  getAlarmPlan: async ({ params }, context) => present(context, await requirePlanReader(context, params.id)),

  saveAlarmPlan: async ({ params, body }, context) => {
    const location = await requirePlanOwner(context, params.id)
    const { updated_at: read, ...plan } = body
    const [locale, updated_at] = [context.user.locale, isoNow(context)]
    const saved = { location_id: location.id, ...plan, locale, updated_at }
    await serializable(context.db, async trx => {
      // Plans end with the ownership of the place: one of a former owner must not come after that.
      await requirePlanOwner({ ...context, db: trx }, params.id)
      if (await storeAlarmPlan(trx, saved, read)) await askPeople(context, trx, saved, context.user)
    })
    sendSoon(context)
    return present(context, location)
  },

  testAlarmPlan: async ({ params }, context) => {
    const { id } = await requirePlanOwner(context, params.id)
    return entryOf(context, id, await startTest(context, id))
  },

  getAlarmLog: async ({ params }, context) => {
    const { id, openAlerts } = await requirePlanReader(context, params.id)
    const since = logSince(context.now())
    const entries = await logOf(context.db, { locationId: id, since, reader: readerOf(context.user) })
    if (!openAlerts) return { since, entries }
    const visible = entries.filter(({ alert_id }) => alert_id !== null && openAlerts.includes(alert_id))
    return { since, entries: visible.map(entry => ({ ...entry, tellings: withoutAddresses(entry.tellings) })) }
  },

  remarkAlarmTest: async ({ params, body }, context) => {
    const locationId = await locationOfTest(context.db, params.id)
    if (locationId === undefined) throw new Failure('not_found')
    await requirePlanOwner(context, locationId)
    await remarkTest(context.db, params.id, body.remark || null)
    return entryOf(context, locationId, params.id)
  },

  getAlarmCall: ({ params }, context) => showCall(context, params.token),

  confirmAlarmCall: ({ params, body }, context) => confirmCall(context, params.token, body.remark || null),

  getAlarmPerson: ({ params }, context) => showPerson(context, params.token),

  answerAlarmPerson: ({ params, body }, context) => answerPerson(context, params.token, body.answer),

  getAlarmWatch: (_, context) => watchState(context, context.user),
})
