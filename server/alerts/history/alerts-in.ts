import type { z } from 'zod'
import type { User } from '#shared/contract/accounts/users.ts'
import type { Alert } from '#shared/contract/alerts/alerts.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import type { Services } from '../../kit/services.ts'
import { isoNow } from '../../kit/services.ts'
import type { Caller } from '../../locations/access.ts'
import { alertsSeenBy } from '../access.ts'
import { alertCountOf, alertsOf } from './alert-store.ts'
import { presentAlerts } from './present.ts'

type Reading = Pick<Services, 'db' | 'now'> & { user: Caller & Pick<User, 'locale'> }

/**
 * Alerts that a person sees of some areas, and of some devices where those are named, that were open in a period (epoch ms): open
 * ones and the newest first, at most `limit`, and how many there are in all. Hidden ones are left out, as in the list.
 */
export const alertsIn = async (
  context: Reading,
  wanted: { areaIds: readonly number[]; deviceIds: readonly number[] | null; period: Interval; limit: number },
): Promise<{ alerts: z.input<typeof Alert>[]; total: number }> => {
  const { db, user } = context
  const { areaIds, deviceIds, period, limit } = wanted
  const now = isoNow(context)
  const within = { from: new Date(period.from).toISOString(), until: new Date(period.until).toISOString() }
  const seen = await alertsSeenBy(db, user, now)
  const filters = { show: true, area_ids: areaIds, device_ids: deviceIds, within }
  const rows = await alertsOf(db, seen, now, { ...filters, limit })
  const total = rows.length < limit ? rows.length : await alertCountOf(db, seen, now, filters)
  return { alerts: await presentAlerts(db, user, rows), total }
}
