import { climateAt, type Room } from '../climate/climate.ts'
import { type SimulatedFault, withFaults } from '../climate/faults.ts'
import { read, type Sensors, type SensorValues } from '../climate/sensors.ts'

/** A message as a device sends it: epoch ms and a value per measurement. */
export type SensorMessage = { time: number } & SensorValues

export interface SendingDevice {
  /** ms after each full interval at which this device sends; not all send at the same second. */
  phase: number
  /** The message due at `time`, null when the device is silent then. */
  messageAt: (time: number) => SensorMessage | null
}

/** A device in a room: climate, seen by its sensors, with their faults. The same time always gives the same message. */
export const virtualDevice = (room: Room, sensors: Sensors, faults: readonly SimulatedFault[]): SendingDevice => {
  const clean = (time: number) => read(sensors, climateAt(room, time), room.anchor, time)
  const faulty = withFaults(clean, faults, room.anchor)
  return {
    phase: ((sensors.seed * 7919) % 300) * 1000,
    messageAt: time => {
      const values = faulty(time)
      return values && { time, ...values }
    },
  }
}

/** Times at which a message is due, `most` at most: after `after`, up to and including `until`, every `interval` ms. */
export const dueTimes = (phase: number, interval: number, after: number, until: number, most: number): number[] => {
  const times: number[] = []
  const first = Math.floor((after - phase) / interval) + 1
  for (let time = first * interval + phase; time <= until && times.length < most; time += interval) times.push(time)
  return times
}
