import type { Database } from '../../kit/database/database.ts'
import { contactPointsToTell, wayOf } from '../../notifications/contact-points.ts'
import { preferencesOf, reachableOf } from '../../notifications/recipients.ts'
import type { WayName } from '../../notifications/tables.ts'
import type { Person, Ways } from '../rules/people.ts'

/** The ways that a rule and a person both want, and that lead somewhere. */
export const channelsOf = async (
  trx: Database,
  { id }: Pick<Person, 'id'>,
  ways: Ways,
  { isActNow }: { isActNow: boolean },
): Promise<WayName[]> => {
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
