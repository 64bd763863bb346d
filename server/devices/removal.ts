import { contains, type Span } from '#shared/rules/time/rental.ts'
import { type Acting, writeAudit } from '../audit/audit.ts'
import { type Custody, custodiesOf, forgetCustodian } from '../custody/timeline.ts'
import type { Database } from '../kit/database/database.ts'
import { serializable } from '../kit/database/store-error.ts'
import { isoNow, type Services } from '../kit/services.ts'
import type { Caller } from '../locations/access.ts'
import { requireOwner } from './access.ts'
import { forgetKeys } from './adding/keys.ts'
import { type NamedDevice, namedDevice, publishNameFreed } from './mqtt.ts'
import { publishHandedOver, transferOwnership } from './ownership/transfers.ts'
import { deletePlacementsUnder } from './placement/placement-store.ts'
import { noteRemoved } from './removed-times-store.ts'
import { deleteDevices, freeNames } from './store.ts'

export { forgetRemoved, type RemovedTimes, takeRemoved } from './removed-times-store.ts'

const DEVICE_DELETED = 'device-deleted'
const TIMES_DELETED = 'device-times-deleted'

/**
 * Deletes devices with their keys, rentals and placements, and tells who keeps something of them elsewhere. That their values are
 * to be deleted stands in the database as soon as they are gone: a process that ends here leaves it to another.
 */
export const removeDevices = async (services: Services, ids: number[]): Promise<void> => {
  if (ids.length === 0) return
  const gone = await services.db.transaction().execute(async trx => {
    const deleted = await deleteDevices(trx, ids)
    await noteRemoved(
      trx,
      deleted.map(({ id }) => ({ device_id: id, start: null, end: null })),
    )
    return deleted
  })
  forgetKeys(services)
  for (const device of gone) services.bus.publish(DEVICE_DELETED, device)
}

export const onDeviceRemoved = (
  services: Pick<Services, 'bus'>,
  listener: (deviceId: number, device: NamedDevice) => void,
) => services.bus.subscribe<NamedDevice>(DEVICE_DELETED, device => listener(device.id, device))

/** Times of a device that nobody is to see any more. */
export interface TimesRemoved {
  deviceId: number
  spans: Span[]
}

export const onTimesRemoved = (services: Pick<Services, 'bus'>, listener: (removed: TimesRemoved) => void) =>
  services.bus.subscribe<TimesRemoved>(TIMES_DELETED, listener)

/**
 * Deletes a device for its owner. Where others had it before, as owners or renters, what was theirs stays: then only the
 * owner's own time is deleted, and the device is nobody's for good.
 */
export const removeForOwner = async (
  services: Services & Acting & { user: Caller },
  deviceId: number,
): Promise<void> => {
  const { spans, called } = await serializable(services.db, async db => {
    const now = isoNow(services)
    // A sale that was under way may have made the buyer's what would be deleted.
    await requireOwner(db, services.user, deviceId, now)
    await writeAudit(services, db, { action: 'device_deleted', device_id: deviceId })
    const called = await namedDevice(db, deviceId)
    return { spans: await retire(db, deviceId, now), called }
  })
  if (spans === null) return removeDevices(services, [deviceId])
  if (called) publishNameFreed(services, called)
  publishHandedOver(services, deviceId)
  services.bus.publish(TIMES_DELETED, { deviceId, spans })
}

/** The times to delete; null when nobody else ever had the device. */
const retire = async (db: Database, deviceId: number, now: string): Promise<Span[] | null> => {
  const custodies = (await custodiesOf(db, [deviceId])).filter(one => one.user_id !== null && one.start < now)
  const owner = custodies.find(one => one.owner === 1 && contains(one, now))
  const others = custodies.filter(one => one.user_id !== owner?.user_id)
  if (!owner?.user_id || others.length === 0) return null
  await transferOwnership(db, deviceId, null, now)
  const own = custodies.filter(one => one.user_id === owner.user_id)
  await deletePlacementsUnder(
    db,
    own.map(one => one.id),
  )
  await forgetCustodian(db, owner.user_id, deviceId)
  await freeNames(db, deviceId)
  const spans = own.flatMap(one => without({ start: one.start, end: one.end ?? now }, others))
  await noteRemoved(
    db,
    spans.map(({ start, end }) => ({ device_id: deviceId, start, end })),
  )
  return spans
}

/** The parts of a span in which none of these had the device. */
const without = (span: { start: string; end: string }, others: Custody[]): Span[] => {
  let start = span.start
  const parts: Span[] = []
  for (const other of others) {
    if (other.start >= span.end || (other.end !== null && other.end <= start)) continue
    if (other.start > start) parts.push({ start, end: other.start })
    start = other.end ?? span.end
  }
  if (start < span.end) parts.push({ start, end: span.end })
  return parts
}
