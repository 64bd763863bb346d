import type { Generated } from 'kysely'
import type { NETWORKS } from '#shared/contract/devices/lorawan.ts'

export interface LorawanTables {
  /** LoRaWAN devices that are heard and that nobody has added yet. `profile` is how the network server calls the model. */
  unknown_devices: {
    eui: string
    network: (typeof NETWORKS)[number]
    name: string | null
    profile: string | null
    messages: number
    first_heard_at: string
    last_heard_at: string
  }
  /** Messages of unknown devices, as they were read: JSON. */
  unknown_messages: { id: Generated<number>; eui: string; heard: string }
}
