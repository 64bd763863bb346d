import type { z } from 'zod'
import type { User } from '#shared/contract/accounts/users.ts'
import type { Alert } from '#shared/contract/alerts/alerts.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import type { Services } from '../../kit/services.ts'
import { isoNow } from '../../kit/services.ts'
import type { Caller } from '../../locations/access.ts'
import { alertsSeenBy } from '../access.ts'
import { alertsOf } from './alert-store.ts'
import { presentAlerts } from './present.ts'

type Reading = Pick<Services, 'db' | 'now'> & { user: Caller & Pick<User, 'locale'> }

/**
 * Alerts that a person sees of some areas, and of some devices where those are named, that were open in a period (epoch ms).
 * Hidden ones are left out, as in the list.
 */
export const alertsIn = async (
  context: Reading,
  wanted: { areaIds: readonly number[]; deviceIds: readonly number[] | null; period: Interval; limit: number },
): Promise<z.input<typeof Alert>[]> => {
  const { db, user } = context
  const { areaIds, deviceIds, period, limit } = wanted
  const now = isoNow(context)
  const within = { from: new Date(period.from).toISOString(), until: new Date(period.until).toISOString() }
  const rows = await alertsOf(db, await alertsSeenBy(db, user, now), now, {
    show: true,
    area_ids: areaIds,
    device_ids: deviceIds,
    within,
    limit,
  })
  return presentAlerts(db, user, rows)
}
