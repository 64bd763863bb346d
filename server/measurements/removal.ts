import type { Span } from '#shared/rules/time/rental.ts'
import { onDeviceRemoved, onTimesRemoved } from '../devices/removal.ts'
import type { Services } from '../kit/services.ts'
import { deleteManualIn } from '../manual-measurements/removal.ts'
import { deleteFaultsIn } from '../series/faults.ts'
import { type Latest, publishRewritten } from '../series/latest.ts'
import { deleteMeasurements, deleteMeasurementsIn } from '../series/measurement-rows.ts'

/** Forgets the measurements of devices that are deleted. */
export const forgetRemovedDevices = (services: Services, latest: Latest): void => {
  onDeviceRemoved(services, id => {
    latest.forget(id)
    deleteMeasurements(services, id).catch(error =>
      services.log.error({ err: error, device: id }, 'measurements not deleted'),
    )
  })
  onTimesRemoved(services, ({ deviceId, spans }) => {
    deleteTimes(services, deviceId, spans).catch(error =>
      services.log.error({ err: error, device: deviceId }, 'measurements not deleted'),
    )
  })
}

const deleteTimes = async (services: Services, deviceId: number, spans: Span[]): Promise<void> => {
  for (const span of spans) {
    await deleteFaultsIn(services.db, deviceId, span)
    await deleteManualIn(services.db, deviceId, span)
    await deleteMeasurementsIn(services, deviceId, span)
  }
  publishRewritten(services, deviceId)
}
