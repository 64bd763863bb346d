import { onDeviceRemoved } from '../devices/removal.ts'
import type { World } from '../kit/world.ts'
import type { Latest } from './latest.ts'
import { deleteMeasurements } from './store.ts'

/** Forgets the measurements of devices that are deleted. */
export const forgetRemovedDevices = (world: World, latest: Latest): void => {
  onDeviceRemoved(world, id => {
    latest.forget(id)
    deleteMeasurements(world.series, id).catch(error =>
      world.log.error({ err: error, device: id }, 'measurements not deleted'),
    )
  })
}
