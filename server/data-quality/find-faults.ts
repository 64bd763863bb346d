import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import { FAULTS_LOOK_BACK, faultsIn, type SensorReading } from '#shared/rules/data-quality/faults.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { correctionsOf } from '../devices/calibrations.ts'
import { existingDevices } from '../devices/devices.ts'
import { forgetLate, lateReadings } from '../ingest/late.ts'
import { number, readRows, textColumn } from '../kit/database/read-rows.ts'
import type { Services } from '../kit/services.ts'
import { keepFaults } from '../series/faults.ts'
import { instant, readingsIn, sameRange } from '../series/readings.ts'
import { quantityOfKey } from '../taxonomy/types.ts'
import { endSearch, takeSearch } from './fault-search-store.ts'
import { keysWithSigns } from './fault-signs.ts'

type Parts = Pick<Services, 'db' | 'series' | 'now'>

/** Devices whose readings are in memory at a time: a day of 20 devices with ten keys a minute is 300,000. */
const BATCH_SIZE = 20
/** Devices that are asked for signs of faults at a time. */
const ASKED_AT_ONCE = 500

/** Marks the doubtful readings of these devices from `since` to `until` (epoch ms), judged with what was before. */
export const findFaults = async (parts: Parts, deviceIds: number[], since: number, until: number): Promise<void> => {
  for (let at = 0; at < deviceIds.length; at += ASKED_AT_ONCE) {
    const ids = deviceIds.slice(at, at + ASKED_AT_ONCE)
    const slice = Math.max(1, Math.floor(BATCH_SIZE / ids.length)) * DAY_MS
    // A fault that goes on beyond a slice is found again in the next, and joined.
    for (let from = since; from < until; from += slice)
      await findInSlice(parts, ids, from, Math.min(until, from + slice + LOOKED_AT))
  }
}

const findInSlice = async (parts: Parts, ids: number[], since: number, until: number): Promise<void> => {
  const now = new Date(parts.now()).toISOString()
  const lookBack = since - FAULTS_LOOK_BACK
  const corrections = await correctionsOf(parts.db, ids)
  const signs = [...(await keysWithSigns(parts, { ids, corrections, since, lookBack, until }))]
  for (let at = 0; at < signs.length; at += BATCH_SIZE) {
    const read = await readingsOf(parts, signs.slice(at, at + BATCH_SIZE), { corrections, from: lookBack, until })
    for (const { deviceId, measurement, readings } of read) {
      const found = faultsIn(quantityOfKey(measurement), readings).filter(span => span.until >= since)
      await keepFaults(parts.db, { deviceId, measurement, found, now })
    }
  }
}

/** Readings of those measurements of each device that have signs of faults. */
const readingsOf = async (
  { series }: Parts,
  signs: readonly (readonly [number, ReadonlySet<string>])[],
  { corrections, from, until }: { corrections: readonly Correction[]; from: number; until: number },
) => {
  const ids = signs.map(([id]) => id)
  const keys = [...new Set(signs.flatMap(([, of]) => [...of]))]
  const readings = readingsIn({ parts: [sameRange(ids, { from, until })], keys, corrections })
  if (!readings) return []
  const wanted = new Map(signs)
  const rows = await readRows(
    series,
    { device_id: number, key: textColumn, epoch_ms: number, calibrated: number },
    `SELECT device_id, key, epoch_ms, calibrated FROM (${readings.query}) ORDER BY device_id, key, epoch_ms`,
    readings.params,
  )
  const read: { deviceId: number; measurement: string; readings: SensorReading[] }[] = []
  for (const { device_id: deviceId, key: measurement, epoch_ms: time, calibrated: value } of rows) {
    if (!wanted.get(deviceId)?.has(measurement)) continue
    const last = read.at(-1)
    if (last?.deviceId === deviceId && last.measurement === measurement) last.readings.push([time, value])
    else read.push({ deviceId, measurement, readings: [[time, value]] })
  }
  return read
}

/** Overlaps the run before, so that a spike at its end is judged with what followed. */
const LOOKED_AT = 2 * HOUR_MS
/** Devices' clocks may be this far ahead. */
const AHEAD = 600_000
/** A server that was off for longer does not judge all that came before: it came late, and waits as such. */
const MAX_MISSED = 8 * DAY_MS
/** A search that has not ended by then has died with its process. */
const LEASE_MS = 50 * 60_000

/**
 * Judges what every device sent since the last search, and whatever came late, however old it is. Of several processes one
 * searches.
 */
export const findNewFaults = async (services: Services): Promise<void> => {
  const now = services.now()
  const search = await takeSearch(services.db, iso(now), iso(now + LEASE_MS))
  if (!search) return
  const done = search.done_until === null ? now : Date.parse(search.done_until)
  const since = Math.max(Math.min(now, done) - LOOKED_AT, now - MAX_MISSED)
  let isDone = false
  try {
    const sending = await readRows(
      services.series,
      { device_id: number },
      `SELECT DISTINCT device_id FROM measurements WHERE time >= ${instant(since)} ORDER BY device_id`,
    )
    const heard = sending.map(row => row.device_id)
    const known = await existingDevices(services.db, heard)
    const ids = heard.filter(id => known.has(id))
    await findFaults(services, ids, since, now + AHEAD)
    await findLateFaults(services)
    isDone = true
  } finally {
    await endSearch(services.db, isDone ? iso(now) : search.done_until)
  }
}

const findLateFaults = async (services: Services): Promise<void> => {
  for (const late of await lateReadings(services.db)) {
    // Readings that were there already may be at fault beside those that came between them.
    try {
      await findFaults(services, [late.device_id], Date.parse(late.start), Date.parse(late.end) + LOOKED_AT)
      await forgetLate(services.db, late)
    } catch (error) {
      services.log.error({ err: error, device: late.device_id }, 'what came late was not judged')
    }
  }
}

const iso = (time: number): string => new Date(time).toISOString()
