import { managedDevices } from '../../devices/access.ts'
import type { Bus } from '../../kit/bus/bus.ts'
import type { Database } from '../../kit/database/database.ts'
import type { Caller } from '../../locations/access.ts'
import { type AlertsSeen, alertsSeenBy } from '../access.ts'
import type { WhoseAlert } from './open-alert-store.ts'

const ALERTS = 'alerts'

export type Changed = WhoseAlert
type News = { alerts: Changed[] } | { reader: number }

/** Alerts published at once: news between processes may be 7,900 bytes long. */
const BATCH_SIZE = 50

/** Says that alerts are others now, to the pages of everybody who sees them. After the transaction, never in it. */
export const publishAlertsChanged = (bus: Bus, alerts: readonly Changed[]): void => {
  const slim = alerts.map(({ kind, user_id, location_id, device_id }) => ({ kind, user_id, location_id, device_id }))
  for (let at = 0; at < slim.length; at += BATCH_SIZE)
    bus.publish(ALERTS, { alerts: slim.slice(at, at + BATCH_SIZE) } satisfies News)
}

/** Says that somebody marked alerts: news for the other pages of that person only. */
export const publishMarked = (bus: Bus, reader: number): void => bus.publish(ALERTS, { reader } satisfies News)

/** Rights that decide which news a person is told. */
export interface NewsSeen extends AlertsSeen {
  /** Devices the person has. */
  had: ReadonlySet<number>
}

export const newsSeenBy = async (db: Database, user: Caller, now: string): Promise<NewsSeen> => ({
  ...(await alertsSeenBy(db, user, now)),
  had: new Set(await managedDevices(db, user, now)),
})

/** Calls back with each news. Returns the way to stop. */
export const onAlertsChanged = (bus: Bus, listener: (news: News) => void): (() => void) =>
  bus.subscribe(ALERTS, listener)

/** Tells whether it is news for this person. */
export const isNewsFor = ({ user, locations, devices: seen, had }: NewsSeen, news: News): boolean =>
  'reader' in news
    ? news.reader === user.id
    : news.alerts.some(
        ({ kind, user_id, location_id, device_id }) =>
          locations === null ||
          user_id === user.id ||
          (location_id !== null && locations.includes(location_id)) ||
          (kind !== 'rule' && had.has(device_id)) ||
          // News say only that something changed, to those who see it.
          seen.includes(device_id),
      )
