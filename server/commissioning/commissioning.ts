import type { Commissioning } from '#shared/contract/devices/commissioning.ts'
import { contains } from '#shared/rules/time/rental.ts'
import type { Acting } from '../audit/audit.ts'
import { publishCustodyChanged } from '../custody/news.ts'
import { custodiesOfUser } from '../custody/timeline.ts'
import { addDeviceInside } from '../devices/adding/adding.ts'
import { createKeyInside, deviceKeysOf, forgetKeys } from '../devices/adding/keys.ts'
import { unheardDeviceOf } from '../devices/devices.ts'
import { placementsOfDevices } from '../devices/placement/placements.ts'
import { serializable } from '../kit/database/store-error.ts'
import type { SignedIn } from '../kit/http/serve.ts'
import type { Words } from '../kit/language.ts'
import { requireQuota } from '../kit/limits/quotas.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { requireArea } from '../locations/access.ts'
import { type Planner, placeDevices, requirePlace } from '../research/placing.ts'

/** Subject of a placement that measures the climate of an area. */
const CLIMATE = 100

type Context = Services & Acting & { user: SignedIn; t: Words }

/**
 * Adds a device, places it and makes its key: all or nothing. Throws not_found for an area the caller does not see, not_allowed
 * for one they do not edit, conflict where a name is taken. Sent again before the device has sent, as by a second click or after
 * an answer that was lost, it is the same device with a further key.
 */
export const commission = async (
  context: Context,
  { area_id, ...wanted }: Commissioning,
): Promise<{ id: number; key: { id: number; key: string } | null }> => {
  const { user } = context
  const areaId = area_id ?? null
  const input = { ...wanted, device_name: wanted.device_name ?? wanted.name }
  const done = await serializable(context.db, async db => {
    const planner: Planner = { ...context, db, now: isoNow(context) }
    const place = areaId === null ? null : await requireArea(db, user, areaId, 'edit')
    if (place) await requirePlace(planner, place.location_id, place.id)
    const known = await sameDevice(planner, input, areaId)
    const id = known ?? (await addDeviceInside(context, db, user, input))
    if (place && known === null) {
      const { location_id } = place
      const placing = { device_id: id, location_id, area_id: place.id, research_subject_id: CLIMATE, research_id: null }
      await placeDevices(planner, [{ ...placing, start: planner.now, end: null }], () => 'area_id')
    }
    if (input.eui) return { id, key: null }
    requireQuota(context, 'keys', (await deviceKeysOf(db, id)).length)
    return { id, key: await createKeyInside(context, db, id, false) }
  })
  publishCustodyChanged(context, done.id)
  forgetKeys(context)
  return done
}

/** The device that the caller added by the same input before, which has not sent yet and hangs where it is to hang; null where there is none. */
const sameDevice = async (
  { db, user, now }: Planner,
  input: Parameters<typeof unheardDeviceOf>[1],
  areaId: number | null,
): Promise<number | null> => {
  const id = await unheardDeviceOf(db, input)
  // A message is noted of its device a moment after its key was used.
  if (id === undefined || (await deviceKeysOf(db, id)).some(key => key.last_used_at !== null)) return null
  const isOwn = (await custodiesOfUser(db, user.id, id)).some(one => one.owner === 1 && contains(one, now))
  const running = (await placementsOfDevices(db, [id])).find(one => contains(one, now))
  return isOwn && (running?.area_id ?? null) === areaId ? id : null
}
