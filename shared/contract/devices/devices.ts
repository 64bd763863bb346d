import { z } from 'zod'
import { PLANS } from '../../rules/devices/plan.ts'
import { Id, IdParams, MAX_AT_ONCE, May, Name, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { BatteryLimit, SilentAfter } from './device-limits.ts'
import { ModemSignal, PowerState } from './device-state.ts'

export const SubscriptionPlan = z.enum(PLANS)
const Flag = z.enum(['0', '1']).transform(text => text === '1')

const DeviceFields = z.object({
  /** Name the user gives. */
  name: Name,
  /** Name printed on the device. */
  device_name: Name,
  /** LoRaWAN device EUI, 16 hexadecimal digits. */
  eui: z
    .string()
    .regex(/^[0-9a-fA-F]{16}$/)
    .transform(text => text.toUpperCase())
    .nullish(),
})

export const DeviceInput = DeviceFields.extend({
  plan: SubscriptionPlan.default('basic'),
  /** Seconds between two messages, as wanted. */
  upload_interval: z.int().min(10).max(3600).default(300),
  /** Marks a device of the demo farm. Administrators only. */
  demo: z.boolean().optional(),
  /** Registers it without an owner, to be claimed by its printed code. Administrators only. */
  ownerless: z.boolean().optional(),
})
/** Change of a device: a field left out stays as it is. */
export const DeviceChange = DeviceFields.extend({
  plan: SubscriptionPlan,
  /** Limits of its own; null: those of its owner's account. */
  silent_after_min: SilentAfter.nullable(),
  battery_limit: BatteryLimit.nullable(),
}).partial()

/** Names for several devices. */
export const DeviceNames = z.object({
  devices: z
    .array(z.object({ id: Id, name: Name }))
    .min(1)
    .max(MAX_AT_ONCE),
})

const Rental = z.object({ id: Id, device_id: Id, owner: z.boolean(), start: TimeOut, end: TimeOut.nullable() })

/** Placement of a device now: its running location research. */
const Placement = z.object({
  location_research_id: Id,
  location_id: Id,
  location_name: z.string(),
  area_id: Id,
  area_name: z.string(),
  area_type_id: Id,
  time_zone: z.string(),
  start: TimeOut,
  end: TimeOut.nullable(),
})

const minutes = z.number().nullable()
export const Device = z.object({
  id: Id,
  name: z.string(),
  device_name: z.string(),
  eui: z.string().nullable(),
  /** False while an administrator has not confirmed that the EUI is this device's: what the server's own network servers hear is not given to it. */
  eui_confirmed: z.boolean(),
  plan: SubscriptionPlan,
  active: z.boolean(),
  online: z.boolean().nullable(),
  battery_percentage: z.number().nullable(),
  charging: z.boolean().nullable(),
  power_state: PowerState.nullable(),
  connection_status: z.string().nullable(),
  connection_type: z.string().nullable(),
  modem_status: z.string().nullable(),
  modem_network: z.string().nullable(),
  modem_operator: z.string().nullable(),
  modem_signal: ModemSignal.nullable(),
  last_seen_min: minutes,
  last_seen_date: TimeOut.nullable(),
  last_msg_min: minutes,
  last_msg_date: TimeOut.nullable(),
  /**
   * Time it last spoke, by which it is silent or not: when its newest value arrived, whenever that was measured. Of a device that never
   * sends a value when it last called.
   */
  spoke_date: TimeOut.nullable(),
  spoke_min: minutes,
  last_photo_min: minutes,
  last_photo_date: TimeOut.nullable(),
  last_photo_ir_min: minutes,
  last_photo_ir_date: TimeOut.nullable(),
  /** Seconds between two messages, as wanted. */
  upload_interval: z.int(),
  /** Minutes without a message after which it counts as silent: by its own limit, its owner's, or as is usual. */
  silent_after_min: z.number(),
  /** Charge in % below which its battery is low, likewise. */
  battery_limit: z.number(),
  /** Limits of its own, for whoever may change them; null where it has none. */
  own_limits: z.object({ silent_after_min: z.number().nullable(), battery_limit: z.number().nullable() }),
  /** Values refused in the last 7 days. */
  refused_values: z.int(),
  /** The reason most of them have; null when none was refused. */
  main_refusal: z.object({ field: z.string(), code: z.string(), message: z.string() }).nullable(),
  /** Messages lost of those sent in the last 7 days, told by their numbers. Null where messages have no numbers. */
  lost_messages: z.object({ lost: z.int(), of: z.int() }).nullable(),
  /**
   * Rental that runs now: to whom the caller lends it (e-mail; null when to nobody), or until when the caller has it.
   */
  rental: z
    .object({ owner: z.boolean(), email: z.string().nullable(), start: TimeOut, end: TimeOut.nullable() })
    .nullable(),
  /** False when it can be claimed. */
  has_owner: z.boolean(),
  /** True when it has no key to send with, as after it changed hands, and the caller can make one. */
  needs_key: z.boolean(),
  /** Placement of the device; null where it hangs nowhere, or at a place the caller does not see. */
  placement: Placement.nullable(),
  may: May,
})
export type Device = z.infer<typeof Device>

const DeviceKey = z.object({
  id: Id,
  /** Last four characters, to recognise it. */
  tail: z.string(),
  created_at: TimeOut,
  last_used_at: TimeOut.nullable(),
  /** True for an old key that stops when the newer one is first used. */
  replaced: z.boolean(),
})

const Refusal = z.object({
  field: z.string(),
  code: z.string(),
  message: z.string(),
  count: z.int(),
  last_value: z.string(),
  last_time: TimeOut,
})
export type Refusal = z.output<typeof Refusal>

export const deviceEndpoints = endpoints({
  listSensors: {
    method: 'GET',
    path: '/sensors',
    access: 'signedIn',
    summary: 'Devices the caller may see; active=1 those in use, active=0 the others',
    query: z.object({ active: Flag.optional() }),
    response: z.array(Device),
  },
  listSensorsWithRentals: {
    method: 'GET',
    path: '/sensors_with_rentals',
    access: 'signedIn',
    summary: 'Devices the caller may see, each with its rentals',
    response: z.array(Device.extend({ rentals: z.array(Rental) })),
  },
  listRentals: {
    method: 'GET',
    path: '/rentals',
    access: 'signedIn',
    summary: "The caller's rentals",
    response: z.array(Rental),
  },
  getSensor: {
    method: 'GET',
    path: '/sensor/:id',
    access: 'signedIn',
    summary: 'One device',
    params: IdParams,
    response: Device,
  },
  readSensor: {
    method: 'GET',
    path: '/sensors/:id',
    access: 'signedIn',
    summary: 'One device, at the address of the list',
    params: IdParams,
    response: Device,
  },
  createSensor: {
    method: 'POST',
    path: '/sensors',
    access: 'signedIn',
    summary: 'Add a device; the caller becomes its owner',
    body: DeviceInput,
    status: 201,
    response: Device,
  },
  updateSensor: {
    method: 'PUT',
    path: '/sensors/:id',
    access: 'signedIn',
    summary:
      'Change the name of a device, its printed name, its EUI, its plan and its limits; what is left out stays. Plans that people may choose are a setting, and the EUI of a device that has sent is for administrators',
    params: IdParams,
    body: DeviceChange,
    response: Device,
  },
  renameSensors: {
    method: 'POST',
    path: '/sensors/rename',
    access: 'signedIn',
    summary: 'Give several devices names, all or none. For the owner of each',
    body: DeviceNames,
    status: 204,
  },
  deleteSensor: {
    method: 'DELETE',
    path: '/sensors/:id',
    access: 'signedIn',
    summary: 'Delete a device with its keys, placements and measurements',
    params: IdParams,
    status: 204,
  },
  listKeys: {
    method: 'GET',
    path: '/sensors/:id/keys',
    access: 'signedIn',
    summary: 'Keys of a device, without the secret',
    params: IdParams,
    response: z.array(DeviceKey),
  },
  createKey: {
    method: 'POST',
    path: '/sensors/:id/keys',
    access: 'signedIn',
    summary: 'Make a key, shown this once. Older keys stop when the new one is first used, or at once on request',
    params: IdParams,
    body: z.object({ stop_old_at_once: z.boolean().default(false) }).optional(),
    status: 201,
    response: z.object({ id: Id, key: z.string() }),
  },
  deleteKey: {
    method: 'DELETE',
    path: '/sensors/:id/keys/:key_id',
    access: 'signedIn',
    summary: 'Revoke a key at once',
    params: IdParams.extend({ key_id: z.coerce.number().pipe(Id) }),
    status: 204,
  },
  listRefusals: {
    method: 'GET',
    path: '/sensors/:id/refusals',
    access: 'signedIn',
    summary: 'Values refused in the last 7 days, counted by field and reason',
    params: IdParams,
    response: z.array(Refusal),
  },
})
