import { endOfQuiet, nextAtHour } from '#shared/rules/alerts/quiet-hours.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../../kit/database/database.ts'
import { type Preferences, preferencesOf } from '../../notifications/recipients.ts'
import type { WayName } from '../../notifications/tables.ts'
import { activeAccount } from '../../users/accounts.ts'
import { absencesOfDeliveries, type DeliveryAbsence, noteAbsence } from '../absence/absence-store.ts'
import { createDecide, type Decision, waysToPerson } from '../absence/decide.ts'
import {
  alertRecipientsOf,
  createSees,
  type Person,
  type Sees,
  type StoredAlert,
  waysOfAlert,
} from '../rules/people.ts'
import { deliveriesOfEvent, insertDelivery, toldBeforeOf } from './announcement-store.ts'
import { channelsOf } from './channels.ts'
import { alertOfId } from './open-alert-store.ts'

export interface News {
  alert_id: number
  event: 'fired' | 'worse' | 'resolved'
  /** ISO 8601 UTC. */
  at: string
}

/** News as people are told it: `number` tells the times apart that it got worse, `at` is the time from which it is told. */
export interface Told {
  event: News['event']
  number: number
  happened_at: string
  at: string
}

interface Delivery {
  person: Person
  channel: WayName
  own: 0 | 1
  absences: readonly Omit<DeliveryAbsence, 'delivery_id'>[]
}

/**
 * Writes down who is to be told what, and when; call it in the transaction that changes the alerts. It goes out after that, by
 * whichever process does the clock's work. Saying the same twice changes nothing.
 */
export const announce = async (trx: Database, news: readonly News[]): Promise<void> => {
  const sees = createSees(trx)
  const decide = createDecide(trx, sees)
  for (const one of news) {
    const alert = await alertOfId(trx, one.alert_id)
    if (!alert || isHushed(alert, one)) continue
    // The same news has the same number.
    const number = one.event === 'worse' ? Math.floor(Date.parse(one.at) / MINUTE_MS) : 0
    const told = { event: one.event, number, happened_at: one.at, at: one.at }
    if (one.event === 'resolved') await tellEnd(trx, alert, told, sees)
    else
      for (const { person, channels } of await addresseesOf(trx, alert, one, sees))
        await tell(trx, { alert, told, person, channels, decision: await decide(person, alert, one.at) })
  }
}

/** People an alert is for at this news, whoever is told in their place, each with the own ways. */
const addresseesOf = async (trx: Database, alert: StoredAlert, { event, at }: News, sees: Sees) => {
  const isActNow = alert.urgency === 'act_now'
  const addressees: { person: Person; channels: WayName[] }[] = []
  if (event === 'fired') {
    const { people, ways } = await alertRecipientsOf(trx, alert, at, sees)
    for (const person of people)
      addressees.push({ person, channels: await channelsOf(trx, person, ways, { isActNow }) })
    return addressees
  }
  for (const [userId, channels] of await toldBefore(trx, alert)) {
    const person = await activeAccount(trx, userId)
    if (person && (await sees(person, alert.device_id, at)))
      addressees.push({ person, channels: await channelsAgain(trx, alert, person, channels) })
  }
  return addressees
}

/** Ways in which people were told before, by whom it was for; a way of who stood in is none of theirs. */
const toldBefore = async (trx: Database, alert: StoredAlert): Promise<Map<number, Set<WayName>>> => {
  const rows = await toldBeforeOf(trx, alert.id)
  const ways = new Map<number, Set<WayName>>()
  for (const row of rows)
    if (row.own === 1) ways.set(row.user_id, (ways.get(row.user_id) ?? new Set()).add(row.channel))
  const absences = await absencesOfDeliveries(
    trx,
    rows.map(({ id }) => id),
  )
  for (const { user_id } of absences) if (!ways.has(user_id)) ways.set(user_id, new Set())
  return ways
}

/** Ways in which a person is told of what follows: those of the beginning; all where a stand-in was told of that. */
const channelsAgain = async (
  trx: Database,
  alert: StoredAlert,
  person: Person,
  before: ReadonlySet<WayName>,
): Promise<WayName[]> => {
  const isTold = [...before].some(channel => channel !== 'webhook')
  if (isTold) return [...before]
  const now = await channelsOf(trx, person, await waysOfAlert(trx, alert), { isActNow: alert.urgency === 'act_now' })
  return [...new Set([...before, ...now])]
}

/** Tells whether an event is kept back: a person who is on it, or wants silence, knows that it may get worse. */
const isHushed = (alert: StoredAlert, { event, at }: News): boolean =>
  event === 'worse' && (alert.acknowledged_at !== null || isSilenced(alert, at))

export const isSilenced = ({ silenced_until }: StoredAlert, at: string): boolean =>
  silenced_until !== null && silenced_until > at

/** Writes down the end of an alert for whoever was told of it, in the same ways, whoever stands in by now. */
const tellEnd = async (trx: Database, alert: StoredAlert, told: Told, sees: Sees): Promise<void> => {
  const rows = await toldBeforeOf(trx, alert.id)
  const absences = Map.groupBy(
    await absencesOfDeliveries(
      trx,
      rows.map(({ id }) => id),
    ),
    ({ delivery_id }) => delivery_id,
  )
  for (const { id, user_id, channel, own } of rows) {
    const person = await activeAccount(trx, user_id)
    if (!person || !(await sees(person, alert.device_id, told.at))) continue
    const standing = (absences.get(id) ?? []).filter(({ reason }) => reason === 'stands_in')
    await writeDown(trx, alert, told, { person, channel, own: own === 1 ? 1 : 0, absences: standing })
  }
}

interface Telling {
  alert: StoredAlert
  told: Told
  /** Person the alert is for, and the ways that lead there. */
  person: Person
  channels: readonly WayName[]
  decision: Decision
}

/** Writes down an alert for the person it is for, for who stands in, or for both; never for nobody. */
export const tell = async (trx: Database, { alert, told, person, channels, decision }: Telling): Promise<void> => {
  const { isTold, standIn, reason, standInId } = decision
  const toPerson = (why: Decision['reason'], only: readonly WayName[]) =>
    writeAll(trx, alert, told, only, {
      person,
      own: 1,
      absences: why === null ? [] : [{ user_id: person.id, stand_in_id: standInId, reason: why }],
    })
  // A webhook is no person who could be away.
  await toPerson(reason, isTold ? channels : channels.filter(channel => channel === 'webhook'))
  if (!standIn) return
  const theirs = await waysToPerson(trx, standIn, alert.urgency === 'act_now')
  const absences = [{ user_id: person.id, stand_in_id: standIn.id, reason: 'stands_in' as const }]
  await writeAll(trx, alert, told, theirs, { person: standIn, own: 0, absences })
  if (!isTold && !(await isReached(trx, alert, told, standIn))) await toPerson('not_reached', channels)
}

/** Tells whether a person was told of something in a way that did not fail, or will be; a machine is no person. */
export const isReached = async (
  trx: Database,
  { id: alert_id }: Pick<StoredAlert, 'id'>,
  { event, number }: Pick<Told, 'event' | 'number'>,
  { id: user_id }: Pick<Person, 'id'>,
): Promise<boolean> =>
  (await deliveriesOfEvent(trx, { alert_id, user_id, event, number })).some(
    ({ channel, state }) => channel !== 'webhook' && state !== 'failed',
  )

const writeAll = async (
  trx: Database,
  alert: StoredAlert,
  told: Told,
  channels: readonly WayName[],
  delivery: Omit<Delivery, 'channel'>,
): Promise<void> => {
  for (const channel of channels) await writeDown(trx, alert, told, { ...delivery, channel })
}

const writeDown = async (
  trx: Database,
  alert: StoredAlert,
  { event, number, happened_at, at }: Told,
  { person, channel, own, absences }: Delivery,
): Promise<void> => {
  const held = heldUntil(alert, person, await preferencesOf(trx, person.id), { at, happened_at })
  const delivery_id = await insertDelivery(trx, {
    ...{ alert_id: alert.id, user_id: person.id, channel, event, number, happened_at, own },
    state: held === null ? 'waiting' : 'held',
    due_at: held ?? at,
  })
  for (const absence of absences) await noteAbsence(trx, { ...absence, delivery_id })
}

/** Time until which it waits for the end of a silence, of quiet hours, or for the daily letter; null: told at once. */
const heldUntil = (
  alert: StoredAlert,
  person: Person,
  preferences: Preferences,
  { at, happened_at }: Pick<Told, 'at' | 'happened_at'>,
): string | null => {
  const time = Date.parse(at)
  const ends = [
    isSilenced(alert, at) ? Date.parse(alert.silenced_until ?? at) : null,
    alert.urgency === 'attention' ? endOfQuiet(time, preferences, person.time_zone) : null,
    // A letter of one person that is due makes nobody else wait for the one of the next day.
    alert.urgency === 'digest' ? nextAtHour(Date.parse(happened_at), preferences.digest_hour, person.time_zone) : null,
  ].filter(end => end !== null)
  return ends.length === 0 ? null : new Date(Math.max(...ends)).toISOString()
}
