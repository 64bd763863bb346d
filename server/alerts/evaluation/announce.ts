import { endOfQuiet, nextAtHour } from '#shared/rules/alerts/quiet-hours.ts'
import type { Database } from '../../kit/database/database.ts'
import { contactPointsToTell, wayOf } from '../../notifications/contact-points.ts'
import { type Preferences, preferencesOf, reachableOf } from '../../notifications/recipients.ts'
import type { Tables } from '../../tables.ts'
import { activeAccount } from '../../users/accounts.ts'
import { alertRecipientsOf, createSees, type Person, type Sees, type StoredAlert, type Ways } from '../rules/people.ts'
import { insertDelivery, toldOfFiring } from './announcement-store.ts'
import { alertOfId } from './open-alert-store.ts'

export interface News {
  alert_id: number
  event: 'fired' | 'worse' | 'resolved'
  /** ISO 8601 UTC. */
  at: string
}

type Channel = Tables['alert_deliveries']['channel']
interface Delivery {
  person: Person
  channel: Channel
}

/**
 * Writes down who is to be told what, and when; call it in the transaction that changes the alerts. It goes out after that, by
 * whichever process does the clock's work. Saying the same twice changes nothing.
 */
export const announce = async (trx: Database, news: readonly News[]): Promise<void> => {
  const sees = createSees(trx)
  for (const one of news) {
    const alert = await alertOfId(trx, one.alert_id)
    if (!alert) continue
    const deliveries = await deliveriesOf(trx, alert, one, sees)
    for (const delivery of deliveries) await writeDown(trx, alert, one, delivery)
  }
}

const deliveriesOf = async (
  trx: Database,
  alert: StoredAlert,
  { event, at }: News,
  sees: Sees,
): Promise<Delivery[]> => {
  if (event !== 'fired') return isHushed(alert, event, at) ? [] : toldBefore(trx, alert, at, sees)
  const { people, ways } = await alertRecipientsOf(trx, alert, at, sees)
  const deliveries: Delivery[] = []
  for (const person of people)
    for (const channel of await channelsOf(trx, person, ways, { isActNow: alert.urgency === 'act_now' }))
      deliveries.push({ person, channel })
  return deliveries
}

/** Tells whether an event is kept back: a person who is on it, or wants silence, knows that it may get worse. */
const isHushed = (alert: StoredAlert, event: News['event'], at: string): boolean =>
  event === 'worse' && (alert.acknowledged_at !== null || isSilenced(alert, at))

export const isSilenced = ({ silenced_until }: StoredAlert, at: string): boolean =>
  silenced_until !== null && silenced_until > at

/** Deliveries of what follows: it is told to the people who were told that it fired, in the same ways. */
const toldBefore = async (trx: Database, alert: StoredAlert, at: string, sees: Sees): Promise<Delivery[]> => {
  const deliveries: Delivery[] = []
  for (const { user_id, channel } of await toldOfFiring(trx, alert.id)) {
    const person = await activeAccount(trx, user_id)
    if (person && (await sees(person, alert.device_id, at))) deliveries.push({ person, channel })
  }
  return deliveries
}

/** The ways that a rule and a person both want, and that lead somewhere. */
export const channelsOf = async (
  trx: Database,
  { id }: Person,
  ways: Ways,
  { isActNow }: { isActNow: boolean },
): Promise<Channel[]> => {
  const { email, webhook_url } = await preferencesOf(trx, id)
  const browsers = ways.push ? await reachableOf(trx, id) : []
  const points = ways.contact_point ? await contactPointsToTell(trx, id, { isActNow }) : []
  return [
    ...(ways.email && email === 1 ? (['email'] as const) : []),
    ...(browsers.length > 0 ? (['push'] as const) : []),
    ...(ways.webhook && webhook_url !== null ? (['webhook'] as const) : []),
    ...points.map(point => wayOf(point.id)),
  ]
}

const writeDown = async (
  trx: Database,
  alert: StoredAlert,
  news: News,
  { person, channel }: Delivery,
): Promise<void> => {
  const held = heldUntil(alert, person, await preferencesOf(trx, person.id), news.at)
  await insertDelivery(trx, {
    alert_id: alert.id,
    user_id: person.id,
    channel,
    event: news.event,
    // The same news has the same number.
    number: news.event === 'worse' ? Math.floor(Date.parse(news.at) / 60_000) : 0,
    happened_at: news.at,
    state: held === null ? 'waiting' : 'held',
    due_at: held ?? news.at,
  })
}

/** Time until which it waits for the end of a silence, of quiet hours, or for the daily letter; null: told at once. */
const heldUntil = (alert: StoredAlert, person: Person, preferences: Preferences, at: string): string | null => {
  const time = Date.parse(at)
  const ends = [
    isSilenced(alert, at) ? Date.parse(alert.silenced_until ?? at) : null,
    alert.urgency === 'attention' ? endOfQuiet(time, preferences, person.time_zone) : null,
    alert.urgency === 'digest' ? nextAtHour(time, preferences.digest_hour, person.time_zone) : null,
  ].filter(end => end !== null)
  return ends.length === 0 ? null : new Date(Math.max(...ends)).toISOString()
}
