import { TEST_EVERY_DAYS } from '#shared/contract/alerts/alarm-plans.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../../kit/database/database.ts'
import { Failure } from '../../kit/failure.ts'
import type { SignedIn } from '../../kit/http/serve.ts'
import type { Words } from '../../kit/language.ts'
import { spendQuota } from '../../kit/limits/quotas.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { enqueueEmail } from '../../notifications/outbox/enqueue.ts'
import { sendSoon } from '../../notifications/outbox/outbox.ts'
import { peopleOfEmails, personOfEmail } from '../rules/people.ts'
import { askPeople } from './asking.ts'
import { reminderMail } from './mails.ts'
import { tell } from './notifications.ts'
import { consentsOf } from './people-store.ts'
import { alarmPlanOf, livePlans, type StoredAlarmPlan } from './plan-store.ts'
import { insertTest, lockPlan, noteTestReminded, ownerAddressesOf, testedAt } from './test-store.ts'

/** Pause between two tests (ms), so that nobody is woken twice by an impatient finger. */
const PAUSE_MS = 5 * 60_000

/** Tells whether the monthly test is due: `at` is the last one, ISO 8601. */
export const isTestDue = (at: string | null, now: number): boolean =>
  at === null || now - Date.parse(at) >= TEST_EVERY_DAYS * DAY_MS

/**
 * Tells everybody of the plan at once who may be told, and asks the others again. Returns the id of the test. Throws conflict when there
 * is nobody to tell, limit_exceeded right after another.
 */
export const startTest = async (
  services: Services & { user: SignedIn; t: Words },
  locationId: number,
): Promise<number> => {
  const { user, t } = services
  const id = await services.db.transaction().execute(async trx => {
    await lockPlan(trx, locationId)
    const plan = await alarmPlanOf(trx, locationId)
    if (!plan || plan.people.length === 0) throw new Failure('conflict')
    const consents = await consentsOf(trx, locationId, plan.people)
    const told = plan.people.filter(({ email }) => consents.get(email) === 'confirmed')
    if (told.length === 0) throw new Failure('conflict', { fields: { people: [t('fields.nobody_confirmed')] } })
    const last = await testedAt(trx, locationId)
    const rest = last === null ? 0 : Date.parse(last) + PAUSE_MS - services.now()
    if (rest > 0) throw new Failure('limit_exceeded', { retryAfter: Math.ceil(rest / 1000) })
    const test = await insertTest(trx, { location_id: locationId, started_by: user.id, at: isoNow(services) })
    for (const person of told) await tell(services, trx, { plan, person, about: { test_id: test.id } })
    const accounts = new Set(
      (
        await peopleOfEmails(
          trx,
          told.map(({ email }) => email),
        )
      ).map(({ email }) => email),
    )
    const strangers = told.filter(({ email }) => !accounts.has(email))
    await spendQuota({ ...services, db: trx as Services['db'] }, 'letters_to_strangers', strangers.length)
    await askPeople(services, trx, plan, user)
    return test.id
  })
  sendSoon(services)
  return id
}

/** Reminds the owners of a location, once a month, of a test that is due. */
export const remindOfTests = async (services: Services): Promise<void> => {
  for (const plan of await livePlans(services.db)) {
    const since = [await testedAt(services.db, plan.location_id), plan.reminded_at, plan.updated_at].filter(
      at => at !== null,
    )
    if (!isTestDue(since.sort().at(-1) ?? null, services.now())) continue
    const written = await services.db
      .transaction()
      .execute(trx => remind(services, trx, plan))
      .catch(error => services.log.error({ err: error, location: plan.location_id }, 'nobody was reminded of a test'))
    if (written) sendSoon(services)
  }
}

const remind = async (services: Services, trx: Database, plan: StoredAlarmPlan): Promise<boolean> => {
  const at = isoNow(services)
  if (!(await noteTestReminded(trx, plan.location_id, { before: plan.reminded_at, at }))) return false
  const link = `${services.publicUrl()}/alarm-plan/${plan.location_id}`
  for (const { email, name } of await ownerAddressesOf(trx, plan.location_id)) {
    const owner = await personOfEmail(trx, email)
    if (owner)
      await enqueueEmail(trx, { recipient: owner.email, ...reminderMail(owner.locale, { location: name, link }) }, at)
  }
  return true
}
