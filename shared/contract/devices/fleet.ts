import { z } from 'zod'
import { FLEET_STATES } from '../../rules/devices/fleet-states.ts'
import { Id, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { SubscriptionPlan } from './devices.ts'

export const DEVICES_PER_PAGE = 50

const FleetDevice = z.object({
  id: Id,
  name: z.string(),
  device_name: z.string(),
  eui: z.string().nullable(),
  plan: SubscriptionPlan,
  state: z.enum(FLEET_STATES),
  /** Account that owns it now; null while it is nobody's. */
  owner_id: Id.nullable(),
  owner_name: z.string().nullable(),
  owner_email: z.string().nullable(),
  /** Version of the program on it, as it says itself. */
  firmware: z.string().nullable(),
  battery_percentage: z.number().nullable(),
  /** True where that is below the limit of the device. */
  battery_low: z.boolean(),
  last_seen_at: TimeOut.nullable(),
})
export type FleetDevice = z.infer<typeof FleetDevice>

export const fleetEndpoints = endpoints({
  listFleet: {
    method: 'GET',
    path: '/fleet',
    access: 'admin',
    summary: `All devices by their name, ${DEVICES_PER_PAGE} at a time, with their owners`,
    query: z.object({
      /** Part of its names, its EUI, or the name or address of its owner. */
      search: z.string().trim().max(100).optional(),
      plan: SubscriptionPlan.optional(),
      state: z.enum(FLEET_STATES).optional(),
      /** Devices whose battery is low alone. */
      low_battery: z.literal('1').optional(),
      /** Devices that are nobody's alone. */
      ownerless: z.literal('1').optional(),
      page: z.coerce.number().pipe(z.int().min(1).max(100_000)).default(1),
    }),
    response: z.object({ devices: z.array(FleetDevice), total: z.int() }),
  },
})
