import type { RulePlace } from '#shared/rules/alerts/rule-scope.ts'
import { contains } from '#shared/rules/time/rental.ts'
import { ownDevices } from '../../devices/watching/watched.ts'
import type { Database } from '../../kit/database/database.ts'
import { seenByAddresses } from '../../locations/access.ts'
import { areaNames } from '../../locations/places.ts'

type Places = Pick<RulePlace, 'location_id' | 'area_id' | 'device_id'>

const FIELDS = ['location_id', 'area_id', 'device_id'] as const

/**
 * The field of a rule that names a farm, an area or a device its owner may have no rule for at `at` (ISO 8601): one they do not see, or a
 * device that is not theirs to watch. What the rule named `before` may stay.
 */
export const unknownPlace = async (
  db: Database,
  user: { id: number; email: string },
  rule: Places,
  { before, at }: { before: Places | null; at: string },
): Promise<(typeof FIELDS)[number] | null> => {
  const changed = FIELDS.find(field => rule[field] != null && rule[field] !== before?.[field])
  const id = changed && rule[changed]
  if (changed === undefined || id == null) return null
  if (changed === 'device_id') {
    const spans = (await ownDevices(db, [user], [id])).get(user.id)?.get(id) ?? []
    return spans.some(span => contains(span, at)) ? null : changed
  }
  const locationId = changed === 'location_id' ? id : (await areaNames(db, [id]))[0]?.location_id
  const seen = (await seenByAddresses(db, [user.email])).get(user.email)
  return locationId !== undefined && seen?.has(locationId) ? null : changed
}
