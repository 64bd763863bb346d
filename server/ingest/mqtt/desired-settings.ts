import { devicesToTell, type NamedDevice, namedDevice } from '../../devices/mqtt.ts'
import {
  allDesiredSettings,
  type DesiredSettingsOf,
  onDesiredSettingsChanged,
} from '../../devices/settings/desired-settings.ts'
import type { Services } from '../../kit/services.ts'

/** Says to a device what is wanted of it, where it listens. */
export type Tell = (device: NamedDevice, body: string) => void

/** Keeps devices informed over MQTT: at once when a wish changes, and whoever begins to listen. */
export const createTeller = (services: Services, desiredSettings: DesiredSettingsOf, tell: Tell) => {
  const failed = (error: unknown) => services.log.warn({ err: error }, 'a device was not told its settings')

  const wanted = (deviceId: number) =>
    // Answered like a device that has no settings yet and is in focus mode: with everything there is to say.
    desiredSettings(deviceId, { values: { settings_version: 0, focus: true }, settings: {}, refused: {} })

  const tellOne = async (deviceId: number): Promise<void> => {
    const device = await namedDevice(services.db, deviceId)
    if (device) tell(device, JSON.stringify(await wanted(deviceId)))
  }

  const stopListening = onDesiredSettingsChanged(services, deviceId => void tellOne(deviceId).catch(failed))
  const tellAll = async (): Promise<void> => {
    const devices = await devicesToTell(services.db)
    const desiredSettingsOf = await allDesiredSettings(
      services,
      devices.map(({ id }) => id),
    )
    for (const device of devices) tell(device, JSON.stringify(desiredSettingsOf.get(device.id)))
  }
  const stopGaps = services.bus.onGap(() => void tellAll().catch(failed))
  return {
    /** Message for a device that has just begun to listen; null when nobody wants anything of it. */
    greeting: async (deviceId: number): Promise<string | null> => {
      const body = await wanted(deviceId)
      return body.settings || body.focus?.on ? JSON.stringify(body) : null
    },
    /** Tells everyone who has older settings, for what changed while nobody could be told. */
    tellAll,
    stop: () => {
      stopListening()
      stopGaps()
    },
  }
}
export type Teller = ReturnType<typeof createTeller>
