import type { z } from 'zod'
import type { AlarmPerson } from '#shared/contract/alerts/alarm-plans.ts'
import type { Language } from '#shared/contract/fixed.ts'
import type { Database } from '../../kit/database/database.ts'
import { Failure } from '../../kit/failure.ts'
import { spendQuota } from '../../kit/limits/quotas.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { enqueueEmail } from '../../notifications/outbox/enqueue.ts'
import { sendSoon } from '../../notifications/outbox/outbox.ts'
import { personInToken, personLink } from './link.ts'
import { askingMail } from './mails.ts'
import { askedPerson, consentsOf, noteAsked, setAnswer } from './people-store.ts'
import { alarmPlanOf, livePlans, type StoredAlarmPlan } from './plan-store.ts'

/** Interval (ms) within which nobody is asked the same twice. */
const AGAIN_MS = 86_400_000

interface Asker {
  id: number
  name: string
  admin: boolean
}

/**
 * Asks those of a plan who have no account whether they want to be told, in the transaction of `trx`. Until they say yes nothing else is
 * written to them. Throws quota_reached when who saved the plan has written to many strangers today.
 */
export const askPeople = async (
  services: Services,
  trx: Database,
  plan: Pick<StoredAlarmPlan, 'location_id' | 'people' | 'locale'>,
  by: Asker | null,
): Promise<void> => {
  const at = isoNow(services)
  const again = new Date(services.now() - AGAIN_MS).toISOString()
  const consents = await consentsOf(trx, plan.location_id, plan.people)
  for (const { name, email } of plan.people) {
    if (!['unasked', 'asked'].includes(consents.get(email) ?? '')) continue
    const request = { location_id: plan.location_id, email, asked_at: at, asked_by: by?.id ?? null }
    const id = await noteAsked(trx, request, again)
    const person = id === undefined ? undefined : await askedPerson(trx, id)
    if (!person) continue
    const inside = { ...services, db: trx as Services['db'] }
    if (by) await spendQuota({ ...inside, user: by }, 'letters_to_strangers', 1)
    const mail = askingMail(plan.locale as Language, {
      name,
      location: person.location_name,
      asker: by?.name ?? null,
      link: await personLink(inside, person.id),
    })
    await enqueueEmail(trx, { recipient: email, ...mail, priority: 'person' }, at)
  }
}

/** Asks whom nobody has asked yet: of plans made before anybody was, and of accounts that are gone. */
export const askWhoIsLeft = async (services: Services): Promise<void> => {
  for (const plan of await livePlans(services.db)) {
    const consents = await consentsOf(services.db, plan.location_id, plan.people)
    const left = plan.people.filter(({ email }) => consents.get(email) === 'unasked')
    if (left.length === 0) continue
    await services.db.transaction().execute(trx => askPeople(services, trx, { ...plan, people: left }, null))
    sendSoon(services)
  }
}

const personOf = async (services: Services, token: string) => {
  const person = await askedPerson(services.db, await personInToken(services, token))
  const plan = person && (await alarmPlanOf(services.db, person.location_id))
  const named = plan?.people.find(({ email }) => email === person?.email)
  // People taken out of the plan are not asked any more.
  if (!person || !named) throw new Failure('invalid_code')
  const { id, location_name, time_zone, answer, answered_at, asked_by } = person
  return { id, location_name, time_zone, answer, answered_at, asked_by, name: named.name }
}

/** Shows what the link of a mail that asks is about, and answers nothing. Throws invalid_code. */
export const showPerson = (services: Services, token: string): Promise<z.input<typeof AlarmPerson>> =>
  personOf(services, token)

/** Answers for the person; whoever said one may say the other later. */
export const answerPerson = async (
  services: Services,
  token: string,
  answer: 'yes' | 'no',
): Promise<z.input<typeof AlarmPerson>> => {
  const { id } = await personOf(services, token)
  await setAnswer(services.db, id, answer, isoNow(services))
  return personOf(services, token)
}
