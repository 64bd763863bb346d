import type { Database } from '../../kit/database/database.ts'
import { contactPointsToTell, wayOf } from '../../notifications/contact-points.ts'
import { isReachable, preferencesOf, subscriptionsOf } from '../../notifications/recipients.ts'
import type { WayName } from '../../notifications/tables.ts'
import type { Person, Ways } from '../rules/people.ts'

/**
 * The ways that a rule and a person both want, and that lead somewhere. Whose browsers are all gone, or were signed out by time alone, is
 * told by mail where nothing else is left: they chose to be told.
 */
export const channelsOf = async (
  trx: Database,
  { id }: Pick<Person, 'id'>,
  ways: Ways,
  { isActNow }: { isActNow: boolean },
): Promise<WayName[]> => {
  const { email, webhook_url } = await preferencesOf(trx, id)
  const browsers = ways.push ? await subscriptionsOf(trx, id) : []
  const points = ways.contact_point ? await contactPointsToTell(trx, id, { isActNow }) : []
  const isLost = browsers.length > 0 && !browsers.some(isReachable) && points.length === 0
  return [
    ...((ways.email && email === 1) || isLost ? (['email'] as const) : []),
    ...(browsers.some(isReachable) ? (['push'] as const) : []),
    ...(ways.webhook && webhook_url !== null ? (['webhook'] as const) : []),
    ...points.map(point => wayOf(point.id)),
  ]
}
