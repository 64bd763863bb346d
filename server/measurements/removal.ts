import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { forgetRemoved, onDeviceRemoved, onTimesRemoved, type RemovedTimes, takeRemoved } from '../devices/removal.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { deleteManualIn } from '../manual-measurements/removal.ts'
import { deleteFaultsIn } from '../series/faults.ts'
import { type Latest, publishRewritten } from '../series/latest.ts'
import { deleteMeasurements, deleteMeasurementsIn } from '../series/measurement-rows.ts'

/** Time a process has for the deletion of one device's times; another tries again after it. */
const TAKEN_MS = 2 * MINUTE_MS

/** Forgets the measurements of devices that are deleted. */
export const forgetRemovedDevices = (services: Services, latest: Latest): void => {
  const deleteSoon = () => {
    deleteRemoved(services).catch(error => services.log.error({ err: error }, 'measurements not deleted yet'))
  }
  onDeviceRemoved(services, id => {
    latest.forget(id)
    deleteSoon()
  })
  onTimesRemoved(services, deleteSoon)
}

/** Deletes the values of all times that were removed, each by one process; what one did not finish another does. */
export const deleteRemoved = async (services: Services): Promise<void> => {
  for (;;) {
    const until = new Date(services.now() + TAKEN_MS).toISOString()
    const removed = await takeRemoved(services.db, isoNow(services), until)
    if (!removed) return
    await deleteTimes(services, removed)
    await forgetRemoved(services.db, removed.id)
  }
}

const deleteTimes = async (services: Services, { device_id: id, start, end }: RemovedTimes): Promise<void> => {
  if (start === null) await deleteMeasurements(services, id)
  else {
    const span = { start, end }
    await deleteFaultsIn(services.db, id, span)
    await deleteManualIn(services.db, id, span)
    await deleteMeasurementsIn(services, id, span)
  }
  publishRewritten(services, id)
}
