import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import { type FaultSigns, isJudged, signsOf } from '#shared/rules/data-quality/faults.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { bounded, FAR, listParameter } from '../kit/database/list-parameter.ts'
import { number, readRows, textColumn } from '../kit/database/read-rows.ts'
import type { Services } from '../kit/services.ts'
import { readingsIn, sameRange } from '../series/readings.ts'
import { differencesOf, maximumOf, minimumOf } from '../series/statistics.ts'
import { summedHoursOf } from '../series/summaries/clean-hours.ts'
import { hoursIn } from '../series/summaries/hours.ts'
import { MEASUREMENTS } from '../taxonomy/measurement-types.ts'
import { quantityOfKey } from '../taxonomy/types.ts'

/** Measurements that are judged; set points are left out, since they are always flat. */
export const JUDGED = MEASUREMENTS.filter(
  ({ abbreviation, set_point }) => !set_point && isJudged(quantityOfKey(abbreviation)),
).map(({ abbreviation }) => abbreviation)

const FAR_SQL = `toFloat64(${FAR})`

/** A limit of each judged measurement, looked up by the column `key`. */
const lookUp = (name: string, of: (signs: FaultSigns) => number) => {
  const keys = listParameter('judged', 'String', JUDGED)
  const values = listParameter(
    name,
    'Float64',
    JUDGED.map(key => {
      const signs = signsOf(quantityOfKey(key))
      return bounded(signs ? of(signs) : Number.POSITIVE_INFINITY)
    }),
  )
  return {
    sql: `transform(toString(key), ${keys.sql}, ${values.sql}, ${FAR_SQL})`,
    params: { ...keys.params, ...values.params },
  }
}

const LIMITS = {
  low: lookUp('sign_low', ({ low }) => low),
  high: lookUp('sign_high', ({ high }) => high),
  jump: lookUp('sign_jump', ({ jump }) => jump),
  gap: lookUp('sign_gap', ({ gap }) => gap),
  flatHours: lookUp('sign_flat_hours', ({ flat }) => flat?.hours ?? 0),
  flatSpread: lookUp('sign_flat_spread', ({ flat }) => flat?.spread ?? Number.NEGATIVE_INFINITY),
  flatAbove: lookUp('sign_flat_above', ({ flat }) => flat?.above ?? Number.NEGATIVE_INFINITY),
  wetHours: lookUp('sign_wet_hours', ({ saturation }) => saturation?.hours ?? 0),
  wetLevel: lookUp('sign_wet_level', ({ saturation }) => saturation?.level ?? Number.POSITIVE_INFINITY),
}
const PARAMS = Object.assign({}, ...Object.values(LIMITS).map(({ params }) => params)) as Record<
  string,
  (number | string)[]
>

interface Asked {
  ids: readonly number[]
  corrections: readonly Correction[]
  /** Epoch ms: faults of what was measured from then on, judged with what was measured since `lookBack`. */
  since: number
  lookBack: number
  until: number
}

/** Time (ms) before the first reading that is judged in which its neighbours lie that tell a spike, a step or a silence. */
const NEIGHBOURS = 2 * HOUR_MS

/**
 * Measurements of devices that show any sign of a fault. What shows none has none: nearly all of what is measured need not be read
 * one by one. Signs that take hours are looked for in the sums of hours.
 */
export const keysWithSigns = async (
  { db, series }: Pick<Services, 'db' | 'series'>,
  { ids, corrections, since, lookBack, until }: Asked,
): Promise<Map<number, Set<string>>> => {
  const found = new Map<number, Set<string>>()
  const from = since - NEIGHBOURS
  const asked = { keys: JUDGED, corrections }
  const readings = readingsIn({ ...asked, parts: [sameRange(ids, { from, until })] })
  const hours = hoursIn({
    ...asked,
    parts: [sameRange(ids, { from: lookBack, until })],
    summed: await summedHoursOf(db, ids, { from: lookBack, until }),
    columns: ['minimum', 'maximum'],
  })
  const statements = [
    readings && { query: quickSigns(readings.query, from), params: readings.params },
    hours && { query: slowSigns(hours.query, lookBack), params: hours.params },
  ]
  for (const { query, params } of statements.filter(one => one !== null)) {
    const rows = await readRows(series, { device_id: number, key: textColumn }, query, { ...params, ...PARAMS })
    for (const { device_id, key } of rows) found.set(device_id, (found.get(device_id) ?? new Set()).add(key))
  }
  return found
}

/** Measurements with a value out of range, two neighbours far apart, or a silence after which a sensor warms up. */
const quickSigns = (readings: string, from: number): string => `
  SELECT device_id, key FROM (
    SELECT device_id, key, arraySort(groupArray((epoch_ms, calibrated))) AS sorted, sorted.1 AS times, sorted.2 AS found,
      ${minimumOf('calibrated')} AS lowest, ${maximumOf('calibrated')} AS highest,
      arrayMax(arrayMap(one -> abs(one), ${differencesOf('found')})) AS jump,
      greatest(times[1] - ${from}, arrayMax(${differencesOf('times')})) AS gap
    FROM (${readings}) GROUP BY device_id, key
  )
  WHERE lowest < ${LIMITS.low.sql} OR highest > ${LIMITS.high.sql} OR jump > ${LIMITS.jump.sql} OR gap > ${LIMITS.gap.sql}`

/**
 * Measurements that may have stayed the same, or at saturation, for too long. Of the hours of a clock one fewer than a length of time
 * lies wholly within any such time, so all of these have to say so.
 */
const slowSigns = (hours: string, lookBack: number): string => {
  const first = Math.ceil(lookBack / HOUR_MS) * HOUR_MS
  const within = (length: string, value: string, otherwise: string) =>
    `arrayMap((hour, one) -> if(hour >= start AND hour < start + (${length} - 1) * ${HOUR_MS}, one, ${otherwise}), hours, ${value})`
  return `
  SELECT device_id, key FROM (
    SELECT device_id, key, groupArray(hour) AS hours, max(hour) AS last, groupArray(minimum) AS lows, groupArray(maximum) AS highs,
      ${LIMITS.flatHours.sql} AS flat_hours, ${LIMITS.flatSpread.sql} AS flat_spread, ${LIMITS.flatAbove.sql} AS flat_above,
      ${LIMITS.wetHours.sql} AS wet_hours, ${LIMITS.wetLevel.sql} AS wet_level,
      arrayMap(nth -> ${first} + nth * ${HOUR_MS}, range(toUInt32(greatest(0, 1 + intDiv(max(hour) - ${first}, ${HOUR_MS}))))) AS starts
    FROM (${hours}) GROUP BY device_id, key
  )
  WHERE (flat_hours > 0 AND arrayExists(start -> start + (flat_hours - 1) * ${HOUR_MS} <= last AND (
      arrayMax(${within('flat_hours', 'highs', `-${FAR_SQL}`)}) AS most) - (arrayMin(${within('flat_hours', 'lows', FAR_SQL)}) AS least) < flat_spread
      AND least <= most AND most > flat_above - flat_spread, starts))
    OR (wet_hours > 0 AND arrayExists(start -> start + (wet_hours - 1) * ${HOUR_MS} <= last AND (arrayMin(${within('wet_hours', 'lows', FAR_SQL)}) AS driest) >= wet_level AND driest < ${FAR_SQL}, starts))`
}
