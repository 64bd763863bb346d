import type { Database } from '../../kit/database/database.ts'
import { activeAccount, type Person } from '../../users/accounts.ts'
import { changeOpen, type DeliveryRow, idsOf, openDeliveriesOf, withdraw } from '../delivery/delivery-store.ts'
import { isReached, tell } from '../evaluation/announce.ts'
import { channelsOf } from '../evaluation/channels.ts'
import { createSees, type Sees, type StoredAlert, waysOfAlert } from '../rules/people.ts'
import { absencesOfDeliveries, type DeliveryAbsence, dropAbsence } from './absence-store.ts'
import { createDecide, type Decide } from './decide.ts'
import type { AbsenceReason } from './tables.ts'

export interface Look {
  sees: Sees
  decide: Decide
  now: string
}

export const createLook = (db: Database, now: string): Look => {
  const sees = createSees(db)
  return { sees, decide: createDecide(db, sees), now }
}

type Because = Pick<DeliveryAbsence, 'user_id' | 'reason'>

export interface Ready {
  alert: StoredAlert
  /** Account that the deliveries go to; undefined once it cannot sign in. */
  person: Person | undefined
  userId: number
  /** Deliveries of one alert in one way, and the absences that they go there for. */
  rows: readonly DeliveryRow[]
  absences: readonly Because[]
}

/**
 * Tells whether deliveries still go to their person, as it is at this moment, and for whom that person is no more told: people
 * who are back or whose stand-in may not be told any more, or the person alone, who is away by now.
 */
export const judge = async (
  db: Database,
  { alert, person, userId, rows, absences }: Ready,
  { sees, decide, now }: Look,
): Promise<{ isKept: boolean; lost: number[] }> => {
  const isSeen = person !== undefined && (await sees(person, alert.device_id, now))
  // The end is told to whoever was told that it began.
  if (rows.every(({ event }) => event === 'resolved')) return { isKept: isSeen, lost: [] }
  const lost: number[] = []
  let isKept = false
  if (isSeen && rows.some(({ own }) => own === 1)) {
    const isLast = absences.some(({ user_id, reason }) => user_id === userId && reason === 'not_reached')
    const isMachine = rows.every(({ channel }) => channel === 'webhook')
    if (isLast || isMachine || (await decide(person, alert, now)).isTold) isKept = true
    else lost.push(userId)
  }
  for (const id of standingFor(absences)) {
    const away = await activeAccount(db, id)
    const standIn = away && (await sees(away, alert.device_id, now)) ? (await decide(away, alert, now)).standIn : null
    if (isSeen && standIn?.id === userId) isKept = true
    else lost.push(id)
  }
  return { isKept, lost }
}

/** People that deliveries stand in for. */
export const standingFor = (absences: readonly Because[]): Set<number> =>
  new Set(absences.filter(({ reason }) => reason === 'stands_in').map(({ user_id }) => user_id))

/**
 * Takes what is not told yet from a person, in all ways, and gives it to whom it is for now: back to who was away, or on to who
 * stands in. `lost` are the people for whom it was told there.
 */
export const passOn = async (
  trx: Database,
  { alert, userId, lost }: { alert: StoredAlert; userId: number; lost: readonly number[] },
  now: string,
): Promise<void> => {
  const { sees, decide } = createLook(trx, now)
  for (const id of lost) {
    const taken = await takeFrom(trx, alert.id, userId, id)
    const person = await activeAccount(trx, id)
    if (!person || !(await sees(person, alert.device_id, now))) continue
    const channels = await channelsOf(trx, person, await waysOfAlert(trx, alert), {
      isActNow: alert.urgency === 'act_now',
    })
    const decision = await decide(person, alert, now)
    const isBack = decision.isTold && decision.reason === null
    const because = isBack ? { ...decision, reason: 'back' as const, standInId: userId } : decision
    for (const { event, number, happened_at } of distinct(taken))
      await tell(trx, {
        alert,
        told: { event, number, happened_at, at: now },
        ...{ person, channels, decision: because },
      })
  }
}

const distinct = (rows: readonly DeliveryRow[]): DeliveryRow[] => [
  ...new Map(rows.map(row => [`${row.event} ${row.number}`, row])).values(),
]

/** Takes what is open of an alert from a person as far as it is told there for `id`; what is told for others as well stays. */
const takeFrom = async (trx: Database, alertId: number, userId: number, id: number): Promise<DeliveryRow[]> => {
  const open = await openDeliveriesOf(trx, alertId, userId)
  const absences = Map.groupBy(await absencesOfDeliveries(trx, idsOf(open)), ({ delivery_id }) => delivery_id)
  const standing = (row: DeliveryRow) => standingFor(absences.get(row.id) ?? [])
  const taken =
    id === userId
      ? open.filter(({ own, channel }) => own === 1 && channel !== 'webhook')
      : open.filter(row => standing(row).has(id))
  const others = (row: DeliveryRow) =>
    (id !== userId && row.own === 1) || [...standing(row)].some(other => other !== id)
  const [stay, go] = [taken.filter(others), taken.filter(row => !others(row))]
  await dropAbsence(trx, idsOf(stay), id)
  if (id === userId) await changeOpen(trx, stay, { own: 0 })
  await withdraw(trx, go)
  return taken
}

/** Tells who is away where the stand-in could be reached in none of the ways: of an alert that is over its end as well. */
export const tellUnreached = async (
  trx: Database,
  alerts: ReadonlyMap<number, StoredAlert>,
  rows: readonly DeliveryRow[],
  now: string,
): Promise<void> => {
  const absences = await absencesOfDeliveries(trx, idsOf(rows))
  for (const row of rows) {
    const alert = alerts.get(row.alert_id)
    const away = standingFor(absences.filter(({ delivery_id }) => delivery_id === row.id))
    if (!alert || row.event === 'resolved' || away.size === 0) continue
    if (await isReached(trx, alert, row, { id: row.user_id })) continue
    await tellAway(trx, { alert, row, away, reason: 'not_reached' }, now)
  }
}

/** Tells people who are away what their stand-in was to be told, with the reason. */
export const tellAway = async (
  trx: Database,
  {
    alert,
    row,
    away,
    reason,
  }: { alert: StoredAlert; row: DeliveryRow; away: ReadonlySet<number>; reason: AbsenceReason },
  now: string,
): Promise<void> => {
  const ways = await waysOfAlert(trx, alert)
  const told = [{ event: row.event, number: row.number, happened_at: row.happened_at, at: now }]
  if (alert.state === 'resolved' && alert.resolved_at !== null)
    told.push({ event: 'resolved', number: 0, happened_at: alert.resolved_at, at: now })
  for (const id of away) {
    const person = await activeAccount(trx, id)
    if (!person) continue
    const channels = await channelsOf(trx, person, ways, { isActNow: alert.urgency === 'act_now' })
    const decision = { isTold: true, standIn: null, reason, standInId: row.user_id }
    for (const one of told) await tell(trx, { alert, told: one, person, channels, decision })
  }
}
