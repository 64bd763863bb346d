import { FAULTS_LOOK_BACK, faultsIn, isJudged, type Reading } from '../../shared/rules/faults.ts'
import { correctionsOf } from '../devices/calibrations.ts'
import type { World } from '../kit/world.ts'
import { MEASUREMENTS } from '../taxonomy/measurement-types.ts'
import { measurementTypeOf } from '../taxonomy/types.ts'
import { correctedValue, instant } from './corrected.ts'
import { keepFaults } from './fault-store.ts'

type Parts = Pick<World, 'db' | 'series' | 'now'>

/** Devices whose readings are in memory at a time: a day of 20 devices with ten keys a minute is 300,000. */
const AT_ONCE = 20

const quantityOf = (key: string): string => measurementTypeOf(key)?.pq ?? ''
/** What somebody wants is always flat. */
const JUDGED = MEASUREMENTS.filter(
  ({ abbreviation, set_point }) => !set_point && isJudged(quantityOf(abbreviation)),
).map(({ abbreviation }) => abbreviation)

/** Marks the doubtful readings of these devices from `since` to `until` (epoch ms), judged with what was before. */
export const findFaults = async (parts: Parts, deviceIds: number[], since: number, until: number): Promise<void> => {
  const now = new Date(parts.now()).toISOString()
  for (let at = 0; at < deviceIds.length; at += AT_ONCE) {
    const read = await readingsOf(parts, deviceIds.slice(at, at + AT_ONCE), since - FAULTS_LOOK_BACK, until)
    for (const { deviceId, measurement, readings } of read) {
      const found = faultsIn(quantityOf(measurement), readings).filter(span => span.until >= since)
      await keepFaults(parts.db, { deviceId, measurement, found, now })
    }
  }
}

const readingsOf = async ({ db, series }: Parts, ids: number[], from: number, until: number) => {
  const { expression, params } = correctedValue(await correctionsOf(db, ids))
  const result = await series.query({
    query: `
      SELECT device_id, key, toUnixTimestamp64Milli(time), ${expression} FROM measurements FINAL
      WHERE device_id IN {ids: Array(UInt32)} AND key IN {keys: Array(String)}
        AND time >= ${instant(from)} AND time < ${instant(until)}
      ORDER BY device_id, key, time`,
    query_params: { ids, keys: JUDGED, ...params },
    format: 'JSONCompactEachRow',
  })
  const read: { deviceId: number; measurement: string; readings: Reading[] }[] = []
  for (const [deviceId, measurement, time, value] of await result.json<[number, string, number, number]>()) {
    const last = read.at(-1)
    if (last?.deviceId === deviceId && last.measurement === measurement) last.readings.push([time, value])
    else read.push({ deviceId, measurement, readings: [[time, value]] })
  }
  return read
}

/** Overlaps the run before, so that a spike at its end is judged with what followed. */
const LOOKED_AT = 2 * 3_600_000
/** Devices' clocks may be this far ahead. */
const AHEAD = 600_000

/** Judges what every device sent since the last run. */
export const findNewFaults = async (world: World): Promise<void> => {
  const since = world.now() - LOOKED_AT
  const result = await world.series.query({
    query: `SELECT DISTINCT device_id FROM measurements WHERE time >= ${instant(since)} ORDER BY device_id`,
    format: 'JSONCompactEachRow',
  })
  const known = new Set((await world.db.selectFrom('devices').select('id').execute()).map(({ id }) => id))
  const ids = (await result.json<[number]>()).map(([id]) => id).filter(id => known.has(id))
  await findFaults(world, ids, since, world.now() + AHEAD)
}
