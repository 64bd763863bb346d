import { randomBytes } from 'node:crypto'
import type { Commissioning } from '#shared/contract/devices/commissioning.ts'
import { contains } from '#shared/rules/time/rental.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import type { Acting } from '../audit/audit.ts'
import { publishCustodyChanged } from '../custody/news.ts'
import { custodiesOfUser } from '../custody/timeline.ts'
import { addDeviceInside } from '../devices/adding/adding.ts'
import { createKeyInside, deviceKeysOf, forgetKeys } from '../devices/adding/keys.ts'
import { deviceNameTaken, unheardDevicesOf } from '../devices/devices.ts'
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

/** ms in which the same input is a second click, or the answer to it was lost: later it is one more device of the same name. */
const SAME_WITHIN = 2 * MINUTE_MS

type Context = Services & Acting & { user: SignedIn; t: Words }

/**
 * Adds a device, places it and makes its key: all or nothing. Throws not_found for an area the caller does not see, not_allowed
 * for one they do not edit, conflict where the name on the device is taken. Sent again within two minutes and before the device
 * has sent, as by a second click or after an answer that was lost, it is the same device with a further key.
 */
export const commission = async (
  context: Context,
  { area_id, ...wanted }: Commissioning,
): Promise<{ id: number; key: { id: number; key: string } | null }> => {
  const { user } = context
  const areaId = area_id ?? null
  const done = await serializable(context.db, async db => {
    const planner: Planner = { ...context, db, now: isoNow(context) }
    const place = areaId === null ? null : await requireArea(db, user, areaId, 'edit')
    if (place) await requirePlace(planner, place.location_id, place.id)
    const known = await sameDevice(planner, wanted, areaId)
    const id = known ?? (await addDeviceInside(context, db, user, await named(db, wanted)))
    if (place && known === null) {
      const { location_id } = place
      const placing = { device_id: id, location_id, area_id: place.id, research_subject_id: CLIMATE, research_id: null }
      await placeDevices(planner, [{ ...placing, start: planner.now, end: null }], () => 'area_id')
    }
    if (wanted.eui) return { id, key: null }
    requireQuota(context, 'keys', (await deviceKeysOf(db, id)).length)
    return { id, key: await createKeyInside(context, db, id, false) }
  })
  publishCustodyChanged(context, done.id)
  forgetKeys(context)
  return done
}

/** Bytes after a name that another device has on it already. */
const SUFFIX = 3

/** The input with a name on the device: its own where nobody has that, else one that is told apart by signs behind it. */
const named = async (db: Planner['db'], wanted: Omit<Commissioning, 'area_id'>) => {
  const { device_name = wanted.name } = wanted
  const isTaken = wanted.device_name === undefined && (await deviceNameTaken(db, { device_name })).device_name
  return { ...wanted, device_name: isTaken ? `${device_name} ${randomBytes(SUFFIX).toString('hex')}` : device_name }
}

/** The device that the caller added by the same input just now, which has not sent yet and hangs where it is to hang; null where there is none. */
const sameDevice = async (
  { db, user, now }: Planner,
  wanted: Omit<Commissioning, 'area_id'>,
  areaId: number | null,
): Promise<number | null> => {
  const since = new Date(Date.parse(now) - SAME_WITHIN).toISOString()
  for (const id of await unheardDevicesOf(db, wanted, since)) {
    // A message is noted of its device a moment after its key was used.
    if ((await deviceKeysOf(db, id)).some(key => key.last_used_at !== null)) continue
    const isOwn = (await custodiesOfUser(db, user.id, id)).some(one => one.owner === 1 && contains(one, now))
    const running = (await placementsOfDevices(db, [id])).find(one => contains(one, now))
    if (isOwn && (running?.area_id ?? null) === areaId) return id
  }
  return null
}
