import { DEVICE_SETTINGS, SETTING_NAMES, type SettingValues } from '#shared/rules/devices/device-settings.ts'
import type { DemoDevice } from '../farms/farm.ts'
import type { SensorMessage } from './devices.ts'
import type { Told } from './send.ts'

/** Report of a virtual device about itself. */
export interface Report {
  battery?: number
  charging?: boolean
  power_state?: string
  connection_status: string
  connection_type: string
  firmware?: string
  modem_status?: string
  modem_network?: string
  modem_operator?: string
  modem_signal?: number
  settings_version: number
  settings?: SettingValues
  focus?: boolean
}

/** Settings a device works with, kept between two runs. */
export interface Configuration {
  version: number
  values: SettingValues
}

const SECRETS = SETTING_NAMES.filter(name => 'secret' in DEVICE_SETTINGS[name])

/** Settings of a device as it comes out of its box, sending every minute. */
export const factorySettings = (): Configuration => ({
  version: 0,
  values: {
    ...Object.fromEntries(
      SETTING_NAMES.filter(name => !SECRETS.includes(name)).map(name => [name, DEVICE_SETTINGS[name].default]),
    ),
    upload_interval: 60,
  },
})

/** A device that tells its state, takes the settings it is given and confirms them with its next message. */
export const createReporter = (
  { plan, eui, sensors }: Pick<DemoDevice, 'plan' | 'eui' | 'sensors'>,
  configuration: Configuration,
) => {
  let focusUntil = 0
  let tellSettings = true
  return {
    /** True for a device with a camera, which must hear of focus mode within a minute. */
    hasCamera: plan !== 'light',
    report: (message: SensorMessage | null, time: number): Report => {
      const settings = tellSettings ? { settings: configuration.values } : {}
      tellSettings = false
      return {
        ...powerOf(message, plan === 'pro'),
        ...connectionOf(eui !== undefined, sensors.seed, time),
        settings_version: configuration.version,
        ...settings,
        ...(plan === 'light' ? {} : { focus: time < focusUntil }),
      }
    },
    /** Tells whether the camera takes pictures as fast as it can. */
    isInFocus: (time: number): boolean => time < focusUntil,
    /** Takes what the server answered; true when there is something to confirm at once. */
    hear: (told: Told | undefined, time: number): boolean => {
      if (told?.settings) {
        const { version, ...wanted } = told.settings
        configuration.version = Number(version)
        for (const name of SETTING_NAMES)
          if (!SECRETS.includes(name) && wanted[name] !== undefined) configuration.values[name] = wanted[name]
        tellSettings = true
      }
      const wasInFocus = time < focusUntil
      if (told?.focus) focusUntil = told.focus.on ? Date.parse(told.focus.until ?? '') || time : 0
      return told?.settings !== undefined || wasInFocus !== time < focusUntil
    },
  }
}
export type Reporter = ReturnType<typeof createReporter>

const powerOf = (message: SensorMessage | null, mains: boolean): Partial<Report> => {
  const battery = message?.battery
  if (battery === undefined) return {}
  const power_state = battery < 15 ? 'power_save_battery' : battery < 30 ? 'low_power' : 'ok'
  return { battery, charging: mains, power_state }
}

/** A LoRaWAN node has no modem of its own; the others are on a mobile network whose strength wavers. */
const connectionOf = (lora: boolean, seed: number, time: number) => {
  if (lora) return { connection_type: 'lora', connection_status: 'connected' }
  const waver = Math.round(Math.sin(time / 3_600_000 + seed))
  return {
    firmware: seed % 3 === 0 ? '2.3.0' : '2.4.1',
    connection_type: 'modem',
    connection_status: 'connected',
    modem_status: 'registered',
    modem_network: 'LTE',
    modem_operator: 'KPN',
    modem_signal: Math.min(5, Math.max(1, 3 + (seed % 2) + waver)),
  }
}
