import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import { BIN_MS } from '#shared/rules/science/statistics.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import type { SuspectInterval } from '../fault-store.ts'
import {
  joinedQueries,
  type Readings,
  type ReadingsSelection,
  readingsIn,
  type SeriesSource,
  scopeOf,
} from '../readings.ts'
import {
  binSql,
  countSql,
  firstSql,
  KEYS_AVERAGED_OTHERWISE,
  lastSql,
  maximumOf,
  meanOfKeys,
  minimumOf,
} from '../statistics.ts'
import { partedByHours, type SummedHours } from './clean-hours.ts'
import { READING_COLUMNS, type SummedColumn } from './summary-table.ts'

/** Start of the hour of UTC that holds a time. */
export const hourSql = (time = 'epoch_ms'): string => `intDiv(${time}, ${HOUR_MS}) * ${HOUR_MS}`

/** Place of a bin in its hour of UTC, 0 to 11. */
const slotSql = (bin: string): string => `toUInt8(intDiv(${bin} % ${HOUR_MS}, ${BIN_MS}))`

const OF_READINGS = new Set<SummedColumn>(READING_COLUMNS)

/** Bins outside of these values are left out, both ends included; null is open. */
export interface ValueRange {
  least: number | null
  most: number | null
}

export const withinSql = ({ least, most }: ValueRange, value: string): string =>
  [least === null ? '' : `${value} >= ${least}`, most === null ? '' : `${value} <= ${most}`]
    .filter(condition => condition !== '')
    .join(' AND ') || 'true'

/**
 * Rows of readings (with `epoch_ms` and the columns that are named), summed up by `groups` and hour. `hour` makes the start of
 * the hour that holds a time; hours hold whole bins.
 */
export const hoursOfReadings = (
  readings: string,
  {
    groups,
    value,
    hour = hourSql,
    keys = KEYS_AVERAGED_OTHERWISE,
    columns,
    within,
    prefix,
  }: {
    groups: readonly string[]
    value: string
    hour?: (time: string) => string
    keys?: readonly string[]
    columns: readonly SummedColumn[]
    within?: ValueRange | undefined
    prefix?: string | undefined
  },
): string => {
  const { parts, ofParts, plainly } = meanOfKeys(keys, prefix)
  const [first, second] = parts(value)
  const [binFirst, binSecond] = parts('assumeNotNull(bin_mean)')
  const wanted = new Set(columns)
  const needsBins = columns.some(column => !OF_READINGS.has(column))
  const once: Record<SummedColumn, string> = {
    count: countSql(),
    total_first: `sum(${first})`,
    total_second: second === '0' ? 'toFloat64(0)' : `sum(${second})`,
    minimum: minimumOf(value),
    maximum: maximumOf(value),
    first_value: firstSql(value),
    last_value: lastSql(value),
    bins: '0',
    bin_first: '0',
    bin_second: '0',
    bin_squares: '0',
    bin_slots: '0',
    bin_means: 'emptyArrayFloat64()',
  }
  const select = (expressions: Record<SummedColumn, string>) =>
    columns.map(column => `${expressions[column]} AS ${column}`).join(', ')
  if (!needsBins)
    return `SELECT ${groups}, ${hour('epoch_ms')} AS hour, ${select(once)} FROM ${readings} GROUP BY ${groups}, hour`
  const isValid = within ? `(isNotNull(bin_mean) AND ${withinSql(within, 'bin_mean')})` : 'isNotNull(bin_mean)'
  const ofBins: Record<SummedColumn, string> = {
    count: 'sum(bin_count)',
    total_first: 'sum(bin_total_first)',
    total_second: 'sum(bin_total_second)',
    minimum: minimumOf('bin_minimum'),
    maximum: maximumOf('bin_maximum'),
    first_value: firstSql('bin_first_value', 'bin'),
    last_value: lastSql('bin_last_value', 'bin'),
    bins: countSql(isValid),
    bin_first: `sumIf(${binFirst}, ${isValid})`,
    bin_second: binSecond === '0' ? 'toFloat64(0)' : `sumIf(${binSecond}, ${isValid})`,
    bin_squares: `sumIf(${plainly('pow(assumeNotNull(bin_mean), 2)')}, ${isValid})`,
    bin_slots: `toUInt16(groupBitOrIf(bitShiftLeft(toUInt32(1), ${slotSql('bin')}), ${isValid}))`,
    bin_means: `arraySort(groupArrayIf((bin, assumeNotNull(bin_mean)), ${isValid})).2`,
  }
  const mean = ofParts(['bin_total_first / bin_count', 'bin_total_second / bin_count'])
  const inner: [string, string, SummedColumn[]][] = [
    ['bin_minimum', once.minimum, ['minimum']],
    ['bin_maximum', once.maximum, ['maximum']],
    ['bin_first_value', once.first_value, ['first_value']],
    ['bin_last_value', once.last_value, ['last_value']],
  ]
  const more = inner.filter(([, , of]) => of.some(column => wanted.has(column)))
  return `
    SELECT ${groups}, ${hour('bin')} AS hour, ${select(ofBins)}
    FROM (
      SELECT ${groups}, ${binSql()} AS bin, ${once.count} AS bin_count, ${once.total_first} AS bin_total_first,
        ${once.total_second} AS bin_total_second, ${mean} AS bin_mean
        ${more.map(([name, sql]) => `, ${sql} AS ${name}`).join('')}
      FROM ${readings} GROUP BY ${groups}, bin
    ) AS in_bins
    GROUP BY ${groups}, hour`
}

export interface HoursSelection {
  parts: readonly (readonly SeriesSource[])[]
  keys?: readonly string[] | undefined
  corrections?: readonly Correction[] | undefined
  without?: readonly SuspectInterval[] | undefined
  /** Hours that were summed up, as far as they can be taken; all are made of readings where nobody says. */
  summed?: SummedHours | null | undefined
  /** Start of the hour that holds a time, where hours are not those of UTC: then nothing can be taken from summaries. */
  hour?: ((time: string) => string) | undefined
  /** Values of bins that count. */
  within?: ValueRange | undefined
  columns: readonly SummedColumn[]
  /** Beginning of the names of its parameters, which tells them from those of another in one query. */
  prefix?: string
}

/**
 * Sums of each part, device, measurement and hour (`hour` is its start, epoch ms), calibrated: those of clean whole hours from
 * the summaries, all others from the readings. Null where nothing can be there.
 */
export const hoursIn = (selection: HoursSelection): Readings | null => {
  const { clean, rest } = partedByHours(selection.hour ? { ...selection, summed: null } : selection)
  const [summaries, readings] = [
    summariesIn(selection, clean),
    readingsIn({ ...selection, parts: rest } satisfies ReadingsSelection),
  ]
  if (!readings) return summaries
  const { keys = KEYS_AVERAGED_OTHERWISE, hour, columns, within, prefix } = selection
  const groups = ['part', 'device_id', 'key']
  const made = hoursOfReadings(`(${readings.query})`, {
    groups,
    value: 'calibrated',
    keys,
    columns,
    within,
    prefix,
    ...(hour === undefined ? {} : { hour }),
  })
  const { params } = meanOfKeys(keys, prefix)
  return joinedQueries([summaries, { query: made, params: { ...readings.params, ...params } }])
}

/** Summaries of clean hours, each value with its calibration. */
export const summariesIn = (
  selection: Omit<HoursSelection, 'parts'>,
  clean: HoursSelection['parts'],
): Readings | null => {
  const { keys = KEYS_AVERAGED_OTHERWISE, columns, corrections, prefix = '' } = selection
  const scope = scopeOf({ parts: clean, keys: selection.keys, corrections, prefix: `${prefix}hour_` })
  if (!scope) return null
  const { within, keys: named, noted } = scope
  const { shifted, movedValue, plainly, parts, params } = meanOfKeys(keys, prefix)
  const moved = (sums: [string, string], count: string): [string, string] =>
    noted.offset === '0' ? sums : shifted(sums, count, noted.offset)
  const [totalFirst, totalSecond] = moved(['total_first', 'total_second'], 'count')
  const [binFirst, binSecond] = moved(['bin_first', 'bin_second'], 'bins')
  const plus = (column: string) => (noted.offset === '0' ? column : `${column} + ${noted.offset}`)
  const sql: Record<SummedColumn, string> = {
    count: 'count',
    total_first: totalFirst,
    total_second: totalSecond,
    minimum: plus('minimum'),
    maximum: plus('maximum'),
    first_value: plus('first_value'),
    last_value: plus('last_value'),
    bins: 'bins',
    bin_first: binFirst,
    bin_second: binSecond,
    bin_squares:
      noted.offset === '0'
        ? 'bin_squares'
        : plainly(`bin_squares + 2 * ${noted.offset} * bin_first + bins * pow(${noted.offset}, 2)`),
    bin_slots: 'bin_slots',
    bin_means: noted.offset === '0' ? 'bin_means' : `arrayMap(one -> ${movedValue('one', noted.offset)}, bin_means)`,
  }
  if (selection.within) {
    // Bins that count are told by their means, and summed up anew.
    const counted = `arrayFilter(one -> ${withinSql(selection.within, 'one')}, ${sql.bin_means})`
    const sumOf = (of: string) => `arraySum(one -> toFloat64(${of}), ${counted})`
    const [first, second] = parts('one')
    sql.bins = `toUInt8(length(${counted}))`
    sql.bin_first = sumOf(first)
    sql.bin_second = sumOf(second)
    sql.bin_squares = sumOf(plainly('pow(one, 2)'))
    sql.bin_means = counted
  }
  const selected = columns.map(column => (sql[column] === column ? column : `${sql[column]} AS moved_${column}`))
  const renamed = columns.map(column => (sql[column] === column ? column : `moved_${column} AS ${column}`))
  const isMoved = columns.some(column => sql[column] !== column)
  // An emptied hour has neither readings nor bins; what is asked for is read all the same, and narrower where it is bins.
  const there = columns.some(column => OF_READINGS.has(column)) ? 'count > 0' : 'hour_summaries.bins > 0'
  const plain = (of: readonly string[]) => `
    SELECT ${within.part} AS part, device_id, key, toUnixTimestamp64Milli(time) AS hour, ${of}
    FROM hour_summaries FINAL ${within.join} ${noted.join}
    WHERE ${within.condition} ${named ? `AND key IN ${named.sql}` : ''} AND ${there}`
  return {
    query: isMoved ? `SELECT part, device_id, key, hour, ${renamed} FROM (${plain(selected)})` : plain(columns),
    params: { ...scope.params, ...params },
  }
}
