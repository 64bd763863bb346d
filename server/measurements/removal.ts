import type { Span } from '#shared/rules/time/rental.ts'
import { onDeviceRemoved, onTimesRemoved } from '../devices/removal.ts'
import type { World } from '../kit/world.ts'
import { deleteManualIn } from '../manual-measurements/manual-store.ts'
import { deleteFaultsIn } from '../series/fault-store.ts'
import { type Latest, publishRewritten } from '../series/latest.ts'
import { deleteMeasurements, deleteMeasurementsIn } from '../series/measurement-rows.ts'

/** Forgets the measurements of devices that are deleted. */
export const forgetRemovedDevices = (world: World, latest: Latest): void => {
  onDeviceRemoved(world, id => {
    latest.forget(id)
    deleteMeasurements(world.series, id).catch(error =>
      world.log.error({ err: error, device: id }, 'measurements not deleted'),
    )
  })
  onTimesRemoved(world, ({ deviceId, spans }) => {
    deleteTimes(world, deviceId, spans).catch(error =>
      world.log.error({ err: error, device: deviceId }, 'measurements not deleted'),
    )
  })
}

const deleteTimes = async (world: World, deviceId: number, spans: Span[]): Promise<void> => {
  for (const span of spans) {
    await deleteFaultsIn(world.db, deviceId, span)
    await deleteManualIn(world.db, deviceId, span)
    await deleteMeasurementsIn(world.series, deviceId, span)
  }
  publishRewritten(world, deviceId)
}
