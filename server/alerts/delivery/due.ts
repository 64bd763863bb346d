import type { Selectable } from 'kysely'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../../kit/database/database.ts'
import { isoNow, type World } from '../../kit/world.ts'
import type { Tables } from '../../tables.ts'
import { isSilenced } from '../evaluation/announce.ts'
import { withoutUnseenPlaces } from '../history/place-sight.ts'
import { createSees, type Person, personOfId } from '../rules/people.ts'
import type { Event, Gathering, Piece } from './letters.ts'
import type { ToldAlert } from './words.ts'

export type DeliveryRow = Selectable<Tables['alert_deliveries']>
export type Channel = DeliveryRow['channel']
const OPEN = ['waiting', 'held'] as const

/** Alert as one person hears of it now, with all that was to be said of it. */
interface DuePiece extends Piece {
  rows: DeliveryRow[]
}

export interface DueTo {
  person: Person
  pieces: DuePiece[]
}

/** Message as it goes out: an alert alone, or several for one reason. */
export interface Message {
  why: Gathering | null
  pieces: DuePiece[]
}

/** Upper bound of alerts told one by one at once; beyond it they go in one message. */
const MANY = 5
const MAX_ROWS = 1000

/**
 * Deliveries due on a channel, by person. A person who may no longer see the device is not told after all, and what has
 * been silenced meanwhile waits.
 */
export const dueOn = async (world: World, channel: Channel): Promise<DueTo[]> => {
  const { db } = world
  const now = isoNow(world)
  const open = db.selectFrom('alert_deliveries').selectAll().where('state', 'in', OPEN).where('channel', '=', channel)
  // The oldest of each person before the second of anybody: who has thousands keeps nobody waiting.
  const ranked = open.where('due_at', '<=', now).select(eb =>
    eb.fn
      .agg<number>('row_number')
      .over(of => of.partitionBy('user_id').orderBy('id'))
      .as('turn'),
  )
  const taken = await db
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .orderBy('turn')
    .orderBy('id')
    .limit(MAX_ROWS)
    .execute()
  if (taken.length === 0) return []
  const all = taken.map(({ turn: _, ...row }): DeliveryRow => row).sort((a, b) => a.id - b.id)
  const alertIds = [...new Set(all.map(row => row.alert_id))]
  const later = await open.where('due_at', '>', now).where('alert_id', 'in', alertIds).execute()
  const rows = all.filter(row => !later.some(one => isBefore(one, row)))
  const alerts = await toldAlerts(db, alertIds)
  const sees = createSees(db)
  const due: DueTo[] = []
  for (const [userId, ofPerson] of Map.groupBy(rows, row => row.user_id)) {
    try {
      const person = await personOfId(db, userId)
      const pieces: DuePiece[] = []
      for (const [alertId, ofAlert] of Map.groupBy(ofPerson, row => row.alert_id)) {
        const alert = alerts.get(alertId)
        if (!alert) continue
        if (!person || !(await sees(person, alert.device_id, now))) await withdraw(db, ofAlert)
        else if (isSilenced(alert, now)) await postpone(db, ofAlert, alert.silenced_until ?? now)
        else {
          const [shown = alert] = await withoutUnseenPlaces(db, person, [alert])
          pieces.push({ alert: shown, event: eventOf(ofAlert), rows: ofAlert })
        }
      }
      if (person && pieces.length > 0) due.push({ person, pieces })
    } catch (error) {
      await retryLater(world, ofPerson, error)
    }
  }
  return due
}

/**
 * Puts off what could not be written or sent for a reason of ours, longer with each attempt, so that it keeps nobody
 * else waiting.
 */
export const retryLater = async (world: World, rows: readonly DeliveryRow[], error: unknown): Promise<void> => {
  world.log.error({ err: error, deliveries: idsOf(rows) }, 'nobody could be told')
  const tries = Math.max(...rows.map(row => row.tries)) + 1
  const isLast = tries >= MAX_TRIES
  await world.db
    .updateTable('alert_deliveries')
    .set({
      tries,
      due_at: new Date(world.now() + pauseOf(tries)).toISOString(),
      ...(isLast ? { state: 'failed' as const, error: 'not_made', at: isoNow(world) } : {}),
    })
    .where('id', 'in', idsOf(rows))
    .where('state', 'in', OPEN)
    .execute()
    .catch(failure => world.log.error({ err: failure }, 'nothing was put off'))
}

/** Tells whether a row goes before another of the same alert and person: the end is not told before the beginning. */
const isBefore = (one: DeliveryRow, other: DeliveryRow): boolean =>
  one.alert_id === other.alert_id && one.user_id === other.user_id && one.id < other.id

/** The alerts with the names that go with them. */
export const toldAlerts = async (db: Database, ids: number[]): Promise<Map<number, ToldAlert>> => {
  const rows = await db
    .selectFrom('alerts')
    .innerJoin('devices', 'devices.id', 'alerts.device_id')
    .leftJoin('users', 'users.id', 'alerts.acknowledged_by')
    .selectAll('alerts')
    .select(eb => [
      'devices.name as device_name',
      eb.fn.coalesce('users.name', 'alerts.acknowledged_name').as('acknowledged_name'),
    ])
    .where('alerts.id', 'in', ids)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** Event that is told in the end: `resolved` beats `fired`, and `fired` beats `worse`. */
const eventOf = (rows: readonly DeliveryRow[]): Event =>
  (['resolved', 'fired'] as const).find(event => rows.some(row => row.event === event)) ?? 'worse'

const idsOf = (rows: readonly DeliveryRow[]): number[] => rows.map(({ id }) => id)

const withdraw = (db: Database, rows: readonly DeliveryRow[]) =>
  db.deleteFrom('alert_deliveries').where('id', 'in', idsOf(rows)).where('state', 'in', OPEN).execute()

const postpone = (db: Database, rows: readonly DeliveryRow[], until: string) =>
  db
    .updateTable('alert_deliveries')
    .set({ state: 'held', due_at: until })
    .where('id', 'in', idsOf(rows))
    .where('state', 'in', OPEN)
    .execute()

/** Parts what is due for one person into messages; `lately` is how many that person was sent within a minute. */
export const messagesOf = (pieces: readonly DuePiece[], lately: number): Message[] => {
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

export const rowsOf = ({ pieces }: Message): DeliveryRow[] => pieces.flatMap(({ rows }) => rows)

/** Counts the messages a person was sent on a channel within the last minute. */
export const sentLately = async (world: World, userId: number, channel: Channel): Promise<number> => {
  const rows = await world.db
    .selectFrom('alert_deliveries')
    .select(['at', 'mail_id'])
    .distinct()
    .where('user_id', '=', userId)
    .where('channel', '=', channel)
    .where('at', '>', new Date(world.now() - MINUTE_MS).toISOString())
    .execute()
  return rows.length
}

/** Error for a delivery that another process has taken meanwhile. */
class Taken extends Error {}

/**
 * Changes all of these together with what `work` writes, or nothing when another process has taken one of them meanwhile.
 * Returns whether it did.
 */
export const take = async (
  world: World,
  rows: readonly DeliveryRow[],
  work: (trx: Database, now: string) => Promise<Partial<Omit<DeliveryRow, 'id'>>>,
): Promise<boolean> => {
  const now = isoNow(world)
  try {
    await world.db.transaction().execute(async trx => {
      const taken = await trx
        .updateTable('alert_deliveries')
        .set(await work(trx, now))
        .where('id', 'in', idsOf(rows))
        .where('state', 'in', OPEN)
        .where('due_at', '<=', now)
        .returning('id')
        .execute()
      if (taken.length !== rows.length) throw new Taken()
    })
    return true
  } catch (error) {
    if (error instanceof Taken) return false
    throw error
  }
}

export const settle = (db: Database, rows: readonly DeliveryRow[], set: Partial<Omit<DeliveryRow, 'id'>>) =>
  db.updateTable('alert_deliveries').set(set).where('id', 'in', idsOf(rows)).execute()

/** Upper bound of attempts: about a day with the pauses of `pauseOf`. */
export const MAX_TRIES = 29
const LONGEST_PAUSE = 3_600_000

/** ms until the next try. */
export const pauseOf = (tries: number): number => Math.min(MINUTE_MS * 2 ** (tries - 1), LONGEST_PAUSE)
