import type { LiveMeasurement } from '#shared/contract/measurements/measurements.ts'
import { INACTIVE_MIN } from '#shared/rules/devices/device-status.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { holdDevices } from '../devices/devices.ts'
import { publishDesiredSettingsChanged } from '../devices/settings/desired-settings.ts'
import { mergeStates, type ReportedState } from '../devices/settings/state.ts'
import { type Counters, noteCounters } from '../devices/watching/lost.ts'
import {
  MAX_FIELDS_REFUSED,
  type MessageNote,
  noteMessages,
  noteRefusals,
  OTHER_FIELDS,
  type RefusalNote,
} from '../devices/watching/notes.ts'
import { noteLost, noteReports, type ReportNote } from '../devices/watching/reports.ts'
import type { Metrics } from '../kit/metrics.ts'
import { oneAtATime } from '../kit/one-at-a-time.ts'
import type { Services } from '../kit/services.ts'
import { ARRIVED, type Latest } from '../series/latest.ts'
import type { CheckedValue, Rejection, ToldState } from './messages.ts'

/** Live pages want the present; a back-fill is not news. */
const NEWS_MS = 3_600_000
/** Fields and reasons of all devices that wait to be written. */
const MAX_REFUSALS = 10_000

/** Watcher that looks at each message once it is stored. */
interface Watch {
  stored(deviceId: number, readings: readonly CheckedValue[]): void
}

interface DeviceNote {
  /** Epoch ms of the newest message with values; null while only its state is known. */
  time: number | null
  /** Newest charge that was told, which may be in another message than the newest. */
  battery: Pick<CheckedValue, 'time' | 'value'> | null
  /** Epoch ms of the last arrival, and of the last one with values of the present. */
  seen: number
  arrived: number | null
}

/** Tells the rest of the product that a device's readings are stored: last values, live pages, the device's page. */
export const createArrivals = (services: Services, latest: Latest, metrics: Metrics, watch: Watch) => {
  const devices = new Map<number, DeviceNote>()
  const refusals = new Map<string, RefusalNote>()
  /** Number of fields and reasons of each device among them. */
  const fieldsRefused = new Map<number, number>()
  const reports = new Map<number, ReportNote>()
  /** Devices whose connection ended, and when it had been made (epoch ms). */
  const lost = new Map<number, number>()
  /** Time (epoch ms) of the newest connection of each device to this process. */
  const connections = new Map<number, number>()
  const counters = new Map<number, Counters>()

  const seen = (deviceId: number): void => {
    const known = devices.get(deviceId)
    if (known) known.seen = services.now()
    else devices.set(deviceId, { time: null, battery: null, seen: services.now(), arrived: null })
  }

  /** Notes what messages told of their device; returns all of it, the newest last. */
  const tell = (deviceId: number, states: ToldState[]): ReportedState => {
    seen(deviceId)
    const sorted = [...states].sort((a, b) => a.time - b.time)
    const state = sorted.map(one => one.state).reduce(mergeStates)
    const time = sorted.at(-1)?.time ?? services.now()
    const known = reports.get(deviceId)
    if (!known || time >= known.time)
      reports.set(deviceId, {
        device_id: deviceId,
        time,
        arrived: services.now(),
        state: known ? mergeStates(known.state, state) : state,
      })
    return state
  }

  /** Adds a refusal to those that wait, as long as there is room for it. */
  const addRefusal = (note: RefusalNote): void => {
    const { device_id, day, code } = note
    const keyOf = (field: string): string => `${device_id} ${day} ${code} ${field}`
    const fields = fieldsRefused.get(device_id) ?? 0
    const isApart = refusals.has(keyOf(note.field)) || fields < MAX_FIELDS_REFUSED
    const field = isApart ? note.field : OTHER_FIELDS
    const known = refusals.get(keyOf(field))
    if (!known && refusals.size >= MAX_REFUSALS) return
    if (!known && isApart) fieldsRefused.set(device_id, fields + 1)
    refusals.set(keyOf(field), { ...note, field, count: note.count + (known?.count ?? 0) })
  }

  const write = async (): Promise<void> => {
    if (devices.size + refusals.size + reports.size + lost.size + counters.size === 0) return
    const kept = [new Map(devices), new Map(refusals), new Map(reports), new Map(lost), new Map(counters)] as const
    devices.clear()
    refusals.clear()
    fieldsRefused.clear()
    reports.clear()
    lost.clear()
    counters.clear()
    try {
      const focused = await services.db.transaction().execute(async db => {
        await holdDevices(db, new Set([...kept[0].keys(), ...kept[2].keys(), ...kept[3].keys(), ...kept[4].keys()]))
        await noteMessages(db, [...kept[0]].map(messageNote))
        await noteRefusals(db, [...kept[1].values()])
        const changed = await noteReports(db, [...kept[2].values()])
        await noteLost(db, kept[3])
        await noteCounters(db, kept[4], new Date(services.now()).toISOString())
        return changed
      })
      for (const id of focused) publishDesiredSettingsChanged(services, id)
    } catch (error) {
      for (const [id, note] of kept[0]) devices.set(id, withLater(note, devices.get(id)))
      const newer = [...refusals.values()]
      refusals.clear()
      fieldsRefused.clear()
      for (const note of [...kept[1].values(), ...newer]) addRefusal(note)
      for (const [id, since] of kept[3])
        if (!lost.has(id) && reports.get(id)?.state.values.connected_at === undefined) lost.set(id, since)
      for (const [id, note] of kept[2]) reports.set(id, joined(note, reports.get(id)))
      for (const [id, note] of kept[4]) counters.set(id, [...note, ...(counters.get(id) ?? [])])
      throw error
    }
  }

  return {
    /** Notes that a device called, whatever it said. */
    called: seen,

    stored: (deviceId: number, readings: CheckedValue[]): void => {
      metrics.count('barnometer_values_stored_total', readings.length)
      watch.stored(deviceId, readings)
      const newestByKey = newestOfEach(readings)
      for (const reading of newestByKey.values()) latest.note(deviceId, reading.key, reading)
      const newest = newestMessage(deviceId, readings)
      if (services.now() - newest.time < NEWS_MS) services.bus.publish(ARRIVED, [newest], deviceId)
      const known = devices.get(deviceId)
      const now = services.now()
      const time = Math.max(newest.time, known?.time ?? newest.time)
      devices.set(deviceId, {
        time,
        battery: newerOf(known?.battery, newestByKey.get('battery')),
        seen: now,
        // Values that were kept for hours say nothing of now: a history that is sent belongs to a silent device, too.
        arrived: now - time < INACTIVE_MIN * MINUTE_MS ? now : (known?.arrived ?? null),
      })
    },

    told: tell,

    /** Notes that a device that keeps a connection has just made or lost it. Losing one is no sign of life. */
    connection: (deviceId: number, there: boolean): void => {
      const now = services.now()
      if (there) {
        lost.delete(deviceId)
        connections.set(deviceId, now)
        tell(deviceId, [connectedNow(now)])
        return
      }
      lost.set(deviceId, connections.get(deviceId) ?? now)
      connections.delete(deviceId)
    },

    /** Notes the number of a device's message; null when the device joined its network anew. */
    numbered: (deviceId: number, counter: number | null): void => {
      const known = counters.get(deviceId)
      if (known) known.push(counter)
      else counters.set(deviceId, [counter])
    },

    refused: (deviceId: number, rejections: Rejection[]): void => {
      if (rejections.length === 0) return
      seen(deviceId)
      metrics.count('barnometer_values_refused_total', rejections.length)
      const last_time = new Date(services.now()).toISOString()
      const day = last_time.slice(0, 10)
      for (const { field: sentField, code, sent } of rejections) {
        // PostgreSQL keeps no text with a NUL in it, and what one device sent must not keep the notes of all from being written.
        const [field, last_value] = [sentField, sent].map(text =>
          text.replaceAll('\0', '').slice(0, 100).toWellFormed(),
        ) as [string, string]
        addRefusal({ device_id: deviceId, day, field, code, count: 1, last_value, last_time })
      }
    },

    /**
     * Writes the notes to the database, after a writing that is under way: who waits for it knows that all of them are there. They
     * describe what is already durable, so a lost second costs nothing; a full disk keeps them.
     */
    flush: oneAtATime(write),
  }
}
export type Arrivals = ReturnType<typeof createArrivals>

const latestOf = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)

/** A note with one that came after it, where there is one. */
const withLater = (note: DeviceNote, later: DeviceNote | undefined): DeviceNote =>
  later
    ? {
        time: latestOf(note.time, later.time),
        battery: newerOf(note.battery, later.battery),
        seen: Math.max(note.seen, later.seen),
        arrived: latestOf(note.arrived, later.arrived),
      }
    : note

/** All that a device told of itself in two notes, each field as it was told last. */
const joined = (note: ReportNote, other: ReportNote | undefined): ReportNote => {
  if (!other) return note
  const [earlier, later] = note.time <= other.time ? [note, other] : [other, note]
  return { ...later, state: mergeStates(earlier.state, later.state) }
}

const connectedNow = (time: number): ToldState => ({
  time,
  state: { values: { connection_status: 'connected', connected_at: time }, settings: {}, refused: {} },
})

/** A back-fill has many of each key, and one of them is the last. */
const newestOfEach = (readings: readonly CheckedValue[]): ReadonlyMap<string, CheckedValue> => {
  const newest = new Map<string, CheckedValue>()
  for (const reading of readings) {
    const known = newest.get(reading.key)
    if (!known || reading.time >= known.time) newest.set(reading.key, reading)
  }
  return newest
}

/** The newer of two charges; of one time the one that came last. */
const newerOf = (before: DeviceNote['battery'] = null, next: DeviceNote['battery'] = null): DeviceNote['battery'] =>
  before && (!next || next.time < before.time) ? before : next

const newestMessage = (deviceId: number, readings: CheckedValue[]): LiveMeasurement => {
  const time = readings.reduce((newest, reading) => Math.max(newest, reading.time), 0)
  const values = Object.fromEntries(readings.filter(one => one.time === time).map(one => [one.key, one.value]))
  return { device_id: deviceId, time, values }
}

const messageNote = ([device_id, { time, battery, seen, arrived }]: [number, DeviceNote]): MessageNote => ({
  device_id,
  last_message_at: time === null ? null : new Date(time).toISOString(),
  last_seen_at: new Date(seen).toISOString(),
  last_value_at: arrived === null ? null : new Date(arrived).toISOString(),
  battery_percentage: battery?.value ?? null,
  battery_at: battery && new Date(battery.time).toISOString(),
})
