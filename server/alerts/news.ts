import type { Bus } from '../kit/bus.ts'
import type { Tables } from '../tables.ts'
import type { AlertsSeen } from './access.ts'

const ALERTS = 'alerts'

/** Whose an alert is: what decides who sees it. */
export type Changed = Pick<Tables['alerts'], 'kind' | 'user_id' | 'location_id' | 'device_id'>
type News = { alerts: Changed[] } | { reader: number }

/** Between processes news may be 7,900 bytes long. */
const AT_ONCE = 50

/** Says that alerts are others now, to the pages of everybody who sees them. After the transaction, never in it. */
export const tellAlertsChanged = (bus: Bus, alerts: readonly Changed[]): void => {
  const slim = alerts.map(({ kind, user_id, location_id, device_id }) => ({ kind, user_id, location_id, device_id }))
  for (let at = 0; at < slim.length; at += AT_ONCE)
    bus.publish(ALERTS, { alerts: slim.slice(at, at + AT_ONCE) } satisfies News)
}

/** Says that somebody marked alerts: news for the other pages of that person only. */
export const tellMarked = (bus: Bus, reader: number): void => bus.publish(ALERTS, { reader } satisfies News)

/** Calls back when something changed for this caller, who has these devices. Returns the way to stop. */
export const onAlertsChanged = (
  bus: Bus,
  { user, locations, devices: seen }: AlertsSeen,
  devices: ReadonlySet<number>,
  listener: () => void,
): (() => void) => {
  const isSeen = ({ kind, user_id, location_id, device_id }: Changed): boolean =>
    locations === null ||
    user_id === user.id ||
    (location_id !== null && locations.includes(location_id)) ||
    (kind !== 'rule' && devices.has(device_id)) ||
    // Of what is seen of it only that there is news is told.
    seen.includes(device_id)
  return bus.subscribe<News>(ALERTS, news => {
    if ('reader' in news ? news.reader === user.id : news.alerts.some(isSeen)) listener()
  })
}
