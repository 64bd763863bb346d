import type { Commissioning } from '#shared/contract/devices/commissioning.ts'
import { contains } from '#shared/rules/time/rental.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import type { Acting } from '../audit/audit.ts'
import { publishCustodyChanged } from '../custody/news.ts'
import { custodiesOfUser } from '../custody/timeline.ts'
import { addDeviceInside } from '../devices/adding/adding.ts'
import { createKeyInside, deviceKeysOf, forgetKeys } from '../devices/adding/keys.ts'
import { isUnprintedName, unheardDevicesOf, unprintedName } from '../devices/devices.ts'
import { placementsOfDevices } from '../devices/placement/placements.ts'
import { serializable } from '../kit/database/store-error.ts'
import type { SignedIn } from '../kit/http/serve.ts'
import type { Words } from '../kit/language.ts'
import { requireQuota } from '../kit/limits/quotas.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { requireArea } from '../locations/access.ts'
import { type Planner, placeDevices, requirePlaces } from '../research/placing.ts'

/** Subject of a placement that measures the climate of an area. */
const CLIMATE = 100

/** Time in which the same input is a second try, not a second device of the same name. */
const SAME_DEVICE_MS = 2 * MINUTE_MS

type Context = Services & Acting & { user: SignedIn; t: Words }
type Wanted = Omit<Commissioning, 'area_id'>

/**
 * Adds a device, places it and makes its key: all or nothing. Throws not_found for an area the caller does not see, not_allowed
 * for one they do not edit, conflict where the name on the device is taken. Sent again within two minutes and before the
 * device has sent, as by a second click or after an answer that was lost, it is the same device with a further key.
 */
export const commission = async (
  context: Context,
  { area_id, ...input }: Commissioning,
): Promise<{ id: number; key: { id: number; key: string } | null; again: boolean }> => {
  const { user } = context
  const areaId = area_id ?? null
  const done = await serializable(context.db, async db => {
    const planner: Planner = { ...context, db, now: isoNow(context) }
    const place = areaId === null ? null : await requireArea(db, user, areaId, 'edit')
    if (place) await requirePlaces(planner, place.location_id, [place.id])
    const known = await sameDevice(planner, input, areaId)
    const again = known !== null
    const id = known ?? (await addDeviceInside(context, db, user, await named(db, input)))
    if (place && !again) {
      const { location_id } = place
      const placing = { device_id: id, location_id, area_id: place.id, research_subject_id: CLIMATE, research_id: null }
      await placeDevices(planner, [{ ...placing, start: planner.now, end: null }], () => 'area_id')
    }
    if (input.eui) return { id, key: null, again }
    requireQuota(context, 'keys', (await deviceKeysOf(db, id)).length)
    return { id, key: await createKeyInside(context, db, id, false), again }
  })
  publishCustodyChanged(context, done.id)
  forgetKeys(context)
  return done
}

/** The input with a name on the device: the printed one, else one that is made. */
const named = async (db: Planner['db'], input: Wanted) => ({
  ...input,
  device_name: input.device_name ?? (await unprintedName(db, input.name)),
})

/** The device that the caller just added by the same input, which has not sent yet and hangs where it is to hang; null where there is none. */
const sameDevice = async (planner: Planner, input: Wanted, areaId: number | null): Promise<number | null> => {
  const { db, user, now } = planner
  const since = new Date(Date.parse(now) - SAME_DEVICE_MS).toISOString()
  for (const { id, device_name } of await unheardDevicesOf(db, input, since)) {
    const isNamed = input.device_name ? device_name === input.device_name : isUnprintedName(device_name, input.name)
    // A message is noted of its device a moment after its key was used.
    if (!isNamed || (await deviceKeysOf(db, id)).some(key => key.last_used_at !== null)) continue
    const isOwn = (await custodiesOfUser(db, user.id, id)).some(one => one.owner === 1 && contains(one, now))
    const running = (await placementsOfDevices(db, [id])).find(one => contains(one, now))
    if (isOwn && (running?.area_id ?? null) === areaId) return id
  }
  return null
}
