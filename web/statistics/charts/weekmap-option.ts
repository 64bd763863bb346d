import type { WeekmapAnswer } from '#shared/contract/measurements/statistics.ts'
import { type Formats, USUAL_FORMATS, weekdaysFrom } from '#shared/rules/formats/formats.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import type { DrawOption } from '../../charts/drawing/option.ts'
import { shownHour, viewerFormats } from '../../kit/language/viewer-formats.ts'
import { TOKENS } from '../../ui/theme/theme.ts'
import type { NumberTable } from '../numbers/number-table.ts'
import { type Cell, cellSeries, STEPS } from './cells.ts'

export const HOURS = 24
export const WEEKDAYS = 7
const TOP = 4
const BOTTOM = 22
const RIGHT = 4
const LEFT = 40
const GAP = 1.6
/** Fewer hours make a pale cell (science §5). */
const LEAST_HOURS = 2

/** 5 January 1970 was a Monday. */
const MONDAY = 4 * DAY_MS

/** Short names of the weekdays in the order of a week. */
export const weekdayNames = (language: string, formats: Formats): string[] => {
  const format = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  return weekdaysFrom(formats).map(day => format.format(MONDAY + (day - 1) * DAY_MS).replace('.', ''))
}

/** The map with its days in the order of a week; the answer begins with Monday. All that is told of a cell moves with it. */
export const inOwnWeek = (map: WeekmapAnswer, formats: Formats): WeekmapAnswer => {
  const days = weekdaysFrom(formats)
  const ordered = <One>(cells: readonly One[]): One[] =>
    days.flatMap(day => cells.slice((day - 1) * HOURS, day * HOURS))
  return { mean: ordered(map.mean), n: ordered(map.n), sd: ordered(map.sd) }
}

/** Numbers of a map for a file, an hour in each row: from Monday on, whoever writes it. */
export const weekmapTable = (
  map: WeekmapAnswer,
  {
    title,
    unit,
    decimals,
    hour,
    language,
  }: { title: string; unit: string; decimals: number; hour: string; language: string },
): NumberTable => {
  const weekdays = weekdayNames(language, USUAL_FORMATS)
  return {
    title,
    unit,
    columns: [{ head: hour }, ...weekdays.map(head => ({ head, decimals }))],
    rows: Array.from({ length: HOURS }, (_, row) => [
      `${String(row).padStart(2, '0')}:00`,
      ...weekdays.map((_, day) => map.mean[day * HOURS + row] ?? null),
    ]),
  }
}

/** Ends of the ramp of a map, which several maps may share; null where nothing was measured. */
export const rangeOf = ({ mean }: WeekmapAnswer): { least: number; most: number } | null => {
  const values = mean.filter(value => value !== null)
  return values.length === 0 ? null : { least: Math.min(...values), most: Math.max(...values) }
}

type MapRange = NonNullable<ReturnType<typeof rangeOf>>

/** Ends of the ramp that several maps share (design §8.4). */
export const sharedRange = (maps: readonly WeekmapAnswer[]): MapRange | null => {
  const ranges = maps.flatMap(map => rangeOf(map) ?? [])
  if (ranges.length === 0) return null
  return { least: Math.min(...ranges.map(one => one.least)), most: Math.max(...ranges.map(one => one.most)) }
}

/** Step of the ramp for a value between the ends. */
export const stepOf = (value: number, { least, most }: { least: number; most: number }): number =>
  most === least ? STEPS - 1 : Math.min(STEPS - 1, Math.floor(((value - least) / (most - least)) * STEPS))

export const weekmapCells = (map: WeekmapAnswer, range = rangeOf(map)): Cell[] => {
  return map.mean.map((mean, index) => ({
    column: index % HOURS,
    row: Math.floor(index / HOURS),
    step: mean === null || !range ? null : stepOf(mean, range),
    pale: (map.n[index] ?? 0) < LEAST_HOURS,
  }))
}

/** Cell of the map at a place over its drawing (px); null beside it. */
export const weekmapCellAt = (x: number, y: number, size: { width: number; height: number }): number | null => {
  const hour = Math.floor(((x - LEFT) / (size.width - LEFT - RIGHT)) * HOURS)
  const day = Math.floor(((y - TOP) / (size.height - TOP - BOTTOM)) * WEEKDAYS)
  return hour < 0 || hour >= HOURS || day < 0 || day >= WEEKDAYS ? null : day * HOURS + hour
}

/** Frame of a cell over the drawing (px). */
export const weekmapFrame = (cell: number, size: { width: number; height: number }) => {
  const [width, height] = [(size.width - LEFT - RIGHT) / HOURS, (size.height - TOP - BOTTOM) / WEEKDAYS]
  return { left: LEFT + (cell % HOURS) * width, top: TOP + Math.floor(cell / HOURS) * height, width, height }
}

/** A row for each weekday, a column for each hour; hatched where there is nothing. */
export const weekmapOption =
  (map: WeekmapAnswer, weekdays: readonly string[], range = rangeOf(map)): DrawOption =>
  ({ width, scheme }) => {
    const { ink2: color } = TOKENS[scheme]
    // Hours of a clock of 12 hours need more room.
    const every = width < (viewerFormats().clock === '12' ? 480 : 300) ? 6 : 3
    return {
      grid: { left: LEFT, right: RIGHT, top: TOP, bottom: BOTTOM, outerBoundsMode: 'none' },
      xAxis: {
        type: 'category',
        data: Array.from({ length: HOURS }, (_, hour) => shownHour(hour)),
        axisLine: { show: false },
        axisTick: { show: false },
        axisLabel: { color, fontSize: 11.5, interval: (index: number) => index % every === 0, hideOverlap: false },
        splitLine: { show: false },
      },
      yAxis: {
        type: 'category',
        inverse: true,
        data: [...weekdays],
        axisLine: { show: false },
        axisTick: { show: false },
        axisLabel: { color, interval: 0, fontSize: 12, margin: 8 },
        splitLine: { show: false },
      },
      series: [cellSeries(weekmapCells(map, range), scheme, GAP)],
    }
  }
