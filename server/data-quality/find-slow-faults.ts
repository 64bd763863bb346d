import { numberAt } from '#shared/rules/collections/elements.ts'
import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import { canDrift, differencesTo, hasDrifted, isBaselineWrong } from '#shared/rules/data-quality/slow-faults.ts'
import { DAY_MS, HOUR_MS, WEEK_MS } from '#shared/rules/time/units.ts'
import { correctionsOf } from '../devices/calibrations.ts'
import { type PlacementRow, placementsRunningAt } from '../devices/placement/placements.ts'
import { number, readRows, textColumn } from '../kit/database/read-rows.ts'
import { inParts } from '../kit/database/rows-as.ts'
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
/** Areas whose calibrations are read together. */
const PART_SIZE = 500

const DRIFTING = MEASUREMENTS.filter(
  ({ abbreviation, group, set_point }) =>
    !set_point && !group.startsWith('weather_') && canDrift(quantityOfKey(abbreviation)),
).map(({ abbreviation }) => abbreviation)
const CO2 = ['co2', 'co2_ppm']

/** Marks sensors that went away from their neighbours, and CO2 that no air can have. Once a day. */
export const findSlowFaults = async (parts: Parts): Promise<void> => {
  const placements = await placementsRunningAt(parts.db, isoNow(parts))
  const areas = [...Map.groupBy(placements, row => row.area_id)]
  for (const some of inParts(areas, PART_SIZE)) {
    const ids = some.flatMap(([, area]) => area.map(row => row.device_id))
    const corrections = Map.groupBy(await correctionsOf(parts.db, ids), one => one.device_id)
    // An area that cannot be read must not keep those of others from being looked at.
    for (const [id, area] of some)
      await findSlowFaultsIn(
        parts,
        area,
        area.flatMap(row => corrections.get(row.device_id) ?? []),
      ).catch(error => parts.log.error({ err: error, area: id }, 'no slow faults'))
  }
}

const findSlowFaultsIn = async (parts: Parts, area: PlacementRow[], corrections: Correction[]): Promise<void> => {
  if (area.length >= FEWEST) await findDrift(parts, area, corrections)
  await findWrongBaselines(parts, area, corrections)
}

/** Against those that hang in the same area since the calibration. */
const findDrift = async (
  { db, series, now }: Parts,
  area: PlacementRow[],
  corrections: readonly Correction[],
): Promise<void> => {
  const last = now() - WEEK_MS
  const isDue = ({ device_id, measurement, from, until }: Correction) =>
    until === null &&
    from <= last - WEEK_MS &&
    DRIFTING.some(key => key === measurement) &&
    isPlaced(area, device_id, from)
  const due = corrections.filter(isDue).flatMap(one => {
    const ids = area.map(row => row.device_id).filter(id => isPlaced(area, id, one.from))
    return ids.length < FEWEST ? [] : [{ ...one, ids }]
  })
  if (due.length === 0) return
  const weekOf = (start: number, of: typeof due) =>
    binsOf(series, {
      ...{ deviceIds: [...new Set(of.flatMap(({ ids }) => ids))], corrections, step: HOUR_MS, parts: 'means' },
      keys: [...new Set(of.map(({ measurement }) => measurement))],
      from: start,
      until: start + WEEK_MS,
    })
  const newest = await weekOf(last, due)
  // Calibrations of one moment, as those of a whole barn often are, are read together.
  for (const [from, of] of Map.groupBy(due, one => one.from)) {
    const first = await weekOf(from, of)
    for (const { device_id, measurement, ids } of of) {
      const differencesIn = (week: typeof newest) => {
        const hoursOf = (id: number) => {
          const found = week.get(id)?.get(measurement)
          return new Map(found?.index.map((hour, place) => [hour, numberAt(found.mean, place)]))
        }
        return differencesTo(hoursOf(device_id), ids.filter(id => id !== device_id).map(hoursOf))
      }
      if (!hasDrifted(quantityOfKey(measurement), differencesIn(first), differencesIn(newest))) continue
      const found = [{ fault: 'drift' as const, from: last, until: now() }]
      await keepFaults(db, { deviceId: device_id, measurement, found, now: new Date(now()).toISOString() })
    }
  }
}

const isPlaced = (area: PlacementRow[], deviceId: number, since: number): boolean =>
  area.some(row => row.device_id === deviceId && Date.parse(row.start) <= since)

/** Detail of a location, and its answer, that makes a barn open to the air. */
const [VENTILATION_TYPE, NATURAL] = ['211', 'natural']
/** Lower bound: three quarters of a month of readings every half hour. */
const FEWEST_READINGS = 0.75 * 30 * 48

const findWrongBaselines = async (
  { db, series, now }: Parts,
  area: PlacementRow[],
  corrections: readonly Correction[],
): Promise<void> => {
  const from = now() - MONTH
  const ids = area.filter(row => Date.parse(row.start) <= from).map(row => row.device_id)
  if (ids.length === 0) return
  // Devices' clocks may be ahead.
  const range = { from, until: now() + DAY_MS }
  const readings = readingsIn({ parts: [sameRange(ids, range)], keys: CO2, corrections })
  if (!readings) return
  const rows = await readRows(
    series,
    { device_id: number, key: textColumn, lowest: number },
    `SELECT device_id, key, ${quantileOf(0.01, 'calibrated')} AS lowest FROM (${readings.query})
      GROUP BY device_id, key HAVING ${countSql()} >= ${FEWEST_READINGS} ORDER BY device_id, key`,
    readings.params,
  )
  if (rows.length === 0) return
  const details = await detailsOfLocation(db, area[0]?.location_id ?? 0)
  const isOpen = JSON.parse(details ?? '{}')[VENTILATION_TYPE] === NATURAL
  for (const { device_id: deviceId, key: measurement, lowest } of rows)
    if (isBaselineWrong(lowest, isOpen)) {
      const found = [{ fault: 'baseline' as const, from, until: now() }]
      await keepFaults(db, { deviceId, measurement, found, now: new Date(now()).toISOString() })
    }
}
