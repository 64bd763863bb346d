import { z } from 'zod'

const Word = z.string().trim().min(1).max(64)
const Percentage = z.number().min(0).max(100)

export const PowerState = z.enum(['ok', 'low_power', 'power_save', 'power_save_battery'])
export const ModemSignal = z.int().min(1).max(5)

/** Fields a device may send of itself in the `state` of a message, each checked by itself. */
export const STATE_FIELDS = {
  battery: Percentage,
  battery_percentage: Percentage,
  charging: z.boolean(),
  power_state: PowerState,
  connection_status: Word,
  /** E.g. `ethernet`, `wifi`, `modem`, `lora`. */
  connection_type: Word,
  /** Version of the program on it. */
  firmware: Word,
  modem_status: Word,
  modem_network: Word,
  modem_operator: Word,
  modem_signal: ModemSignal,
  /** Version of the settings it has; 0 for none yet. Who sends it is told when there are newer ones. */
  settings_version: z.int().min(0).max(2_147_483_647),
  /** True while the camera is in focus mode. */
  focus: z.boolean(),
} as const

export type StateValues = { [Field in keyof typeof STATE_FIELDS]?: z.infer<(typeof STATE_FIELDS)[Field]> | null } & {
  /** Time (epoch ms) of the newest connection of a device that keeps one. No device says it. */
  connected_at?: number
}
