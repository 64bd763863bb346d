import type { Database } from '../../kit/database/database.ts'
import { lockUser } from '../../kit/limits/lock-user-store.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { MAX_ATTEMPTS, pauseAfter } from '../../notifications/outbox/backoff.ts'
import type { OutboxMessage } from '../../notifications/outbox/outbox.ts'
import { outcomesOf } from '../../notifications/outbox/outcome.ts'
import { defineTopic } from '../../notifications/outbox/topics.ts'
import type { ChannelName, WayName } from '../../notifications/tables.ts'
import { activeAccount } from '../../users/accounts.ts'
import {
  absencesOfDeliveries,
  type DeliveryAbsence,
  namedDeliveryAbsences,
  noteAbsence,
} from '../absence/absence-store.ts'
import { createLook, judge, passOn, tellUnreached } from '../absence/pass-on.ts'
import { isSilenced } from '../evaluation/announce.ts'
import { deliveriesOfEvent, insertDelivery } from '../evaluation/announcement-store.ts'
import { withoutUnseenPlaces } from '../history/place-sight.ts'
import type { Person } from '../rules/people.ts'
import {
  changeInMessage,
  changeOpen,
  type DeliveryRow,
  deliveriesInMessage,
  dueDeliveries,
  handedDeliveries,
  idsOf,
  laterDeliveries,
  openDeliveriesTo,
  toldAlerts,
  withdraw,
} from './delivery-store.ts'
import type { AbsenceNote, Event, Gathering, Piece } from './mails.ts'

/** Topic of the messages that tell of alerts. */
export const TOPIC = 'alert'

/** Alert as one person hears of it now, with all that was to be said of it. */
interface DuePiece extends Piece {
  rows: DeliveryRow[]
}

export interface DueTo {
  person: Person
  way: WayName
  pieces: DuePiece[]
}

/** Message as it goes out: an alert alone, or several for one reason. */
export interface DueMessage {
  why: Gathering | null
  pieces: DuePiece[]
}

/** Upper bound of alerts told one by one at once; beyond it they go in one message. */
const MANY = 5

/** Tells whether a message on its way that more has happened to is written anew; a webhook is told each thing after the other. */
const isRewritten = (channel: ChannelName): boolean => channel === 'push' || channel === 'contact_point'

/**
 * Deliveries due on a channel, by person and way. A person who may no longer see the device is not told after all, what has
 * been silenced meanwhile waits, and what is for somebody else by now, as one of the two is away or back, is passed on.
 */
export const dueOn = async (services: Services, channel: ChannelName): Promise<DueTo[]> => {
  const { db } = services
  const now = isoNow(services)
  const all = await dueDeliveries(db, channel, now)
  if (all.length === 0) return []
  const alertIds = [...new Set(all.map(row => row.alert_id))]
  const unfinished = [
    ...(await laterDeliveries(db, channel, alertIds, now)),
    ...(isRewritten(channel) ? await underWay(db, channel, alertIds) : []),
  ]
  const rows = all.filter(row => !unfinished.some(one => isBefore(one, row)))
  const alerts = await toldAlerts(db, alertIds)
  const look = createLook(db, now)
  const absences = Map.groupBy(await namedDeliveryAbsences(db, idsOf(rows)), ({ delivery_id }) => delivery_id)
  const due: DueTo[] = []
  for (const ofPerson of Map.groupBy(rows, row => `${row.user_id} ${row.channel}`).values()) {
    const [{ user_id: userId, channel: way }] = ofPerson as [DeliveryRow, ...DeliveryRow[]]
    try {
      const person = await activeAccount(db, userId)
      const pieces: DuePiece[] = []
      for (const [alertId, ofAlert] of Map.groupBy(ofPerson, row => row.alert_id)) {
        const alert = alerts.get(alertId)
        if (!alert) continue
        const because = ofAlert.flatMap(({ id }) => absences.get(id) ?? [])
        const ready = { alert, person, userId, rows: ofAlert, absences: because }
        const { isKept, lost } = await judge(db, ready, look)
        if (lost.length > 0) await db.transaction().execute(trx => passOn(trx, { alert, userId, lost }, now))
        if (!person || !isKept) await withdraw(db, ofAlert)
        else if (isSilenced(alert, now))
          await changeOpen(db, ofAlert, { state: 'held', due_at: alert.silenced_until ?? now })
        else {
          const [visible = alert] = await withoutUnseenPlaces(db, person, [alert])
          pieces.push({ alert: visible, event: eventOf(ofAlert), rows: ofAlert, because: notesOf(because, lost) })
        }
      }
      if (person && pieces.length > 0) due.push({ person, way, pieces })
    } catch (error) {
      await postponeDeliveries(services, ofPerson, error)
    }
  }
  return due
}

/** Reasons, each once, for which a person is told; those of people it is no more told for are left out. */
const notesOf = (absences: readonly (AbsenceNote & { user_id: number })[], lost: readonly number[]): AbsenceNote[] => [
  ...new Map(
    absences
      .filter(({ user_id }) => !lost.includes(user_id))
      .map(({ reason, name }) => [`${reason} ${name}`, { reason, name }]),
  ).values(),
]

/** Messages that the outbox still tries; a webhook keeps the order of its calls by itself. */
const underWay = async (db: Database, channel: ChannelName, alertIds: readonly number[]) => {
  const handed = await handedDeliveries(db, channel, alertIds)
  const outcomes = await outcomesOf(
    db,
    handed.flatMap(({ message_id }) => message_id ?? []),
  )
  return handed.filter(({ message_id }) => outcomes.get(message_id ?? 0)?.state === 'waiting')
}

/** Puts off what could not be written for a reason of ours, longer with each attempt, so that it keeps nobody else waiting. */
export const postponeDeliveries = async (
  services: Services,
  rows: readonly DeliveryRow[],
  error: unknown,
): Promise<void> => {
  services.log.error({ err: error, deliveries: idsOf(rows) }, 'nobody could be told')
  const tries = Math.max(...rows.map(row => row.tries)) + 1
  const isLast = tries >= MAX_ATTEMPTS
  const due_at = new Date(services.now() + pauseAfter(tries)).toISOString()
  const failed = isLast ? { state: 'failed' as const, error: 'not_made', at: isoNow(services) } : {}
  const putOff = async (trx: Database) => {
    await changeOpen(trx, rows, { tries, due_at, ...failed })
    if (!isLast) return
    await tellInstead(trx, rows, isoNow(services))
    await tellUnheard(trx, rows, isoNow(services))
  }
  await services.db
    .transaction()
    .execute(putOff)
    .catch(failure => services.log.error({ err: failure }, 'nothing was put off'))
}

/** Tells who is away where these reached the stand-in in no way. */
export const tellInstead = async (trx: Database, rows: readonly DeliveryRow[], now: string): Promise<void> =>
  tellUnreached(trx, await toldAlerts(trx, [...new Set(rows.map(row => row.alert_id))]), rows, now)

/** Tells whether a row goes before another of the same alert, person and way: the end is not told before the beginning. */
const isBefore = (
  one: Pick<DeliveryRow, 'id' | 'alert_id' | 'user_id' | 'channel'>,
  other: Pick<DeliveryRow, 'id' | 'alert_id' | 'user_id' | 'channel'>,
): boolean =>
  one.alert_id === other.alert_id && one.user_id === other.user_id && one.channel === other.channel && one.id < other.id

/** Event that is told in the end: `resolved` beats `fired`, and `fired` beats `worse`. */
const eventOf = (rows: readonly DeliveryRow[]): Event =>
  (['resolved', 'fired'] as const).find(event => rows.some(row => row.event === event)) ?? 'worse'

/** Parts what is due for one person into messages; `lately` is how many that person was sent within a minute. */
export const messagesOf = (pieces: readonly DuePiece[], lately: number): DueMessage[] => {
  const daily = pieces.filter(({ alert }) => alert.urgency === 'digest')
  const others = pieces.filter(({ alert }) => alert.urgency !== 'digest')
  const isMany = others.length > 1 && others.length + lately > MANY
  const slept = isMany ? [] : others.filter(isOverUnheard)
  const rest = others.filter(piece => !slept.includes(piece))
  return [
    ...(isMany
      ? [{ why: rest.some(isHeld) ? ('held' as const) : ('several' as const), pieces: rest }]
      : rest.map(piece => ({ why: null, pieces: [piece] }))),
    ...(slept.length > 0 ? [{ why: 'held' as const, pieces: slept }] : []),
    ...(daily.length > 0 ? [{ why: 'digest' as const, pieces: daily }] : []),
  ]
}

const isHeld = ({ rows }: DuePiece): boolean => rows.some(row => row.event === 'fired' && row.state === 'held')

/** Tells whether the alert began and ended in quiet hours. */
const isOverUnheard = (piece: DuePiece): boolean => piece.event === 'resolved' && isHeld(piece)

export const deliveryRowsOf = ({ pieces }: DueMessage): DeliveryRow[] => pieces.flatMap(({ rows }) => rows)

/**
 * Tells whether a push, a call or a message still goes out as it was written. One that tells of something its reader may no longer see, that was
 * silenced, or that more has happened to, goes back among the deliveries, where all of that is looked at anew.
 */
const isWanted = async (services: Services, trx: Database, { id, channel }: OutboxMessage): Promise<boolean> => {
  if (channel === 'email') return true
  const rows = await deliveriesInMessage(trx, id)
  const [row] = rows
  if (!row) return true
  const now = isoNow(services)
  const alertIds = rows.map(one => one.alert_id)
  const open = await openDeliveriesTo(trx, { userId: row.user_id, way: row.channel, alertIds })
  const isOvertaken = open.some(one => one.id < row.id || (isRewritten(channel) && one.due_at <= now))
  if (!isOvertaken && (await isStillTold(trx, row.user_id, rows, now))) return true
  await changeInMessage(trx, id, { state: 'waiting', due_at: now, at: null, message_id: null })
  return false
}

const isStillTold = async (
  trx: Database,
  userId: number,
  all: readonly DeliveryRow[],
  now: string,
): Promise<boolean> => {
  const person = await activeAccount(trx, userId)
  const alerts = await toldAlerts(trx, [...new Set(all.map(row => row.alert_id))])
  const absences = await absencesOfDeliveries(trx, idsOf(all))
  const look = createLook(trx, now)
  for (const alert of alerts.values()) {
    const rows = all.filter(row => row.alert_id === alert.id)
    const ready = { alert, person, userId, rows, absences: ofRows(absences, rows) }
    const { isKept, lost } = await judge(trx, ready, look)
    if (isSilenced(alert, now) || !isKept || lost.length > 0) return false
  }
  return true
}

const ofRows = (absences: readonly DeliveryAbsence[], rows: readonly DeliveryRow[]): DeliveryAbsence[] =>
  absences.filter(({ delivery_id }) => rows.some(({ id }) => id === delivery_id))

/** Puts news among the mails that are due, unless a mail tells it; the list of who was told shows both. */
const tellByMail = async (trx: Database, rows: readonly DeliveryRow[], due_at: string): Promise<void> => {
  const absences = await absencesOfDeliveries(trx, idsOf(rows))
  for (const row of rows) {
    const { alert_id, user_id, event, number, happened_at, own } = row
    const delivery_id = await insertDelivery(trx, {
      ...{ alert_id, user_id, event, number, happened_at, due_at, own: own === 1 ? 1 : 0 },
      ...{ channel: 'email', state: 'waiting' },
    })
    for (const absence of ofRows(absences, [row])) await noteAbsence(trx, { ...absence, delivery_id })
  }
}

/**
 * Tells by mail whom news reached in no way at all, whatever they chose: they would hear of nothing. Of two ways that fail at the same time
 * the second finds that the first has failed, as their person is held.
 */
const tellUnheard = async (trx: Database, rows: readonly DeliveryRow[], now: string): Promise<void> => {
  const failed = rows.filter(({ own, channel }) => own === 1 && channel !== 'email')
  for (const userId of new Set(failed.map(row => row.user_id))) await lockUser(trx, userId)
  const alerts = await toldAlerts(trx, [...new Set(failed.map(row => row.alert_id))])
  for (const row of failed) {
    const ways = await deliveriesOfEvent(trx, row)
    if (ways.some(({ state }) => state !== 'failed')) continue
    const resolved_at = alerts.get(row.alert_id)?.resolved_at ?? null
    // The last try may be a day later: what is over by then is told as that.
    const end = { ...row, event: 'resolved' as const, number: 0, happened_at: resolved_at ?? '' }
    await tellByMail(trx, resolved_at === null || row.event === 'resolved' ? [row] : [row, end], now)
  }
}

defineTopic(TOPIC, {
  isWanted,
  mailInstead: async (services, trx, { id }, isUnlessHeard) => {
    const tell = isUnlessHeard ? tellUnheard : tellByMail
    await tell(trx, await deliveriesInMessage(trx, id), isoNow(services))
  },
  ended: async (trx, messageId, { state, at, error }, now) => {
    if (state === 'sent') await changeInMessage(trx, messageId, { state, at, error })
    else if (state === 'failed') {
      await changeInMessage(trx, messageId, { state, error })
      await tellInstead(trx, await deliveriesInMessage(trx, messageId), now)
    }
  },
})
