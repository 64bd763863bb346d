import { numberAt } from '#shared/rules/collections/elements.ts'
import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import { canDrift, differencesTo, hasDrifted, isBaselineWrong } from '#shared/rules/data-quality/slow-faults.ts'
import { DAY_MS, HOUR_MS, WEEK_MS } from '#shared/rules/time/units.ts'
import { correctionsOf } from '../devices/calibrations.ts'
import { type PlacementRow, placementsRunningAt } from '../devices/placement/placements.ts'
import { number, readRows, textColumn } from '../kit/database/read-rows.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { detailsOfLocation } from '../locations/places.ts'
import { binsOf } from '../series/bins.ts'
import { keepFaults } from '../series/faults.ts'
import { readingsIn, sameRange } from '../series/readings.ts'
import { countSql, quantileOf } from '../series/statistics.ts'
import { MEASUREMENTS } from '../taxonomy/measurement-types.ts'
import { quantityOfKey } from '../taxonomy/types.ts'

type Parts = Pick<Services, 'db' | 'series' | 'now' | 'log'>

const MONTH = 30 * DAY_MS
/** Itself and two neighbours. */
const FEWEST = 3

const DRIFTING = MEASUREMENTS.filter(
  ({ abbreviation, group, set_point }) =>
    !set_point && !group.startsWith('weather_') && canDrift(quantityOfKey(abbreviation)),
).map(({ abbreviation }) => abbreviation)
const CO2 = ['co2', 'co2_ppm']

/** Marks sensors that went away from their neighbours, and CO2 that no air can have. Once a day. */
export const findSlowFaults = async (parts: Parts): Promise<void> => {
  const placements = await placementsRunningAt(parts.db, isoNow(parts))
  // An area that cannot be read must not keep those of others from being looked at.
  for (const [id, area] of Map.groupBy(placements, row => row.area_id))
    await findSlowFaultsIn(parts, area).catch(error => parts.log.error({ err: error, area: id }, 'no slow faults'))
}

const findSlowFaultsIn = async (parts: Parts, area: PlacementRow[]): Promise<void> => {
  if (area.length >= FEWEST) await findDrift(parts, area)
  await findWrongBaselines(parts, area)
}

/** Against those that hang in the same area since the calibration. */
const findDrift = async ({ db, series, now }: Parts, area: PlacementRow[]): Promise<void> => {
  const deviceIds = area.map(row => row.device_id)
  const corrections = await correctionsOf(db, deviceIds)
  const last = now() - WEEK_MS
  const isDue = ({ device_id, measurement, from, until }: Correction) =>
    until === null &&
    from <= last - WEEK_MS &&
    DRIFTING.some(key => key === measurement) &&
    isPlaced(area, device_id, from)
  for (const { device_id, measurement, from } of corrections.filter(isDue)) {
    const ids = deviceIds.filter(id => isPlaced(area, id, from))
    if (ids.length < FEWEST) continue
    const differences = async (start: number) => {
      const selection = { deviceIds: ids, keys: [measurement], corrections, step: HOUR_MS, parts: 'means' } as const
      const bins = await binsOf(series, { ...selection, from: start, until: start + WEEK_MS })
      const hoursOf = (id: number) => {
        const found = bins.get(id)?.get(measurement)
        return new Map(found?.index.map((hour, place) => [hour, numberAt(found.mean, place)]))
      }
      return differencesTo(hoursOf(device_id), ids.filter(id => id !== device_id).map(hoursOf))
    }
    if (!hasDrifted(quantityOfKey(measurement), await differences(from), await differences(last))) continue
    const found = [{ fault: 'drift' as const, from: last, until: now() }]
    await keepFaults(db, { deviceId: device_id, measurement, found, now: new Date(now()).toISOString() })
  }
}

const isPlaced = (area: PlacementRow[], deviceId: number, since: number): boolean =>
  area.some(row => row.device_id === deviceId && Date.parse(row.start) <= since)

/** Detail of a location, and its answer, that makes a barn open to the air. */
const [VENTILATION_TYPE, NATURAL] = ['211', 'natural']
/** Lower bound: three quarters of a month of readings every half hour. */
const FEWEST_READINGS = 0.75 * 30 * 48

const findWrongBaselines = async ({ db, series, now }: Parts, area: PlacementRow[]): Promise<void> => {
  const from = now() - MONTH
  const ids = area.filter(row => Date.parse(row.start) <= from).map(row => row.device_id)
  if (ids.length === 0) return
  const details = await detailsOfLocation(db, area[0]?.location_id ?? 0)
  const isOpen = JSON.parse(details ?? '{}')[VENTILATION_TYPE] === NATURAL
  // Devices' clocks may be ahead.
  const range = { from, until: now() + DAY_MS }
  const readings = readingsIn({ parts: [sameRange(ids, range)], keys: CO2, corrections: await correctionsOf(db, ids) })
  if (!readings) return
  const rows = await readRows(
    series,
    { device_id: number, key: textColumn, lowest: number },
    `SELECT device_id, key, ${quantileOf(0.01, 'calibrated')} AS lowest FROM (${readings.query})
      GROUP BY device_id, key HAVING ${countSql()} >= ${FEWEST_READINGS} ORDER BY device_id, key`,
    readings.params,
  )
  for (const { device_id: deviceId, key: measurement, lowest } of rows)
    if (isBaselineWrong(lowest, isOpen)) {
      const found = [{ fault: 'baseline' as const, from, until: now() }]
      await keepFaults(db, { deviceId, measurement, found, now: new Date(now()).toISOString() })
    }
}
