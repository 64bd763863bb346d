import { z } from 'zod'
import { Id, Name } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { Device, DeviceInput } from './devices.ts'

export const Commissioning = DeviceInput.omit({ demo: true, ownerless: true }).extend({
  /** Name printed on the device; where nothing is printed on it, its name with characters that make it the only one. */
  device_name: Name.optional(),
  /** The area it hangs in from now on; none where it hangs nowhere yet. */
  area_id: Id.nullish(),
})
export type Commissioning = z.output<typeof Commissioning>

export const commissioningEndpoints = endpoints({
  commissionSensor: {
    method: 'POST',
    path: '/sensors/commission',
    access: 'signedIn',
    summary:
      'Add a device, place it where it hangs and make its key, shown this once; all or nothing. One with an EUI sends through its network server and gets no key. Sent again within two minutes and before the device has sent, it is the same device with a further key',
    body: Commissioning,
    status: 201,
    response: z.object({
      device: Device,
      key: z.object({ id: Id, key: z.string() }).nullable(),
      /** True where the device was there already, by the same input a moment before. */
      again: z.boolean(),
    }),
  },
})
