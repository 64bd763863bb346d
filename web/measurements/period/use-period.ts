import { useDebouncedValue } from '@mantine/hooks'
import { CHART_TYPES, type ChartType } from '../../charts/drawing/chart-spec.ts'
import type { SearchOf } from '../../kit/routing/address.ts'
import { useChangeSearch, useScreenSearch } from '../../kit/routing/link.tsx'
import { type Comparison, comparisonOf, comparisonText } from '../compare/comparison.ts'
import { dataScreen } from '../screens.ts'
import { periodChoiceOf, type ScreenPeriod, selectionOf } from './period-choice.ts'

/** Wait for more steps before the charts are read again (specification §4). */
const DEBOUNCE_MS = 600

type Search = SearchOf<typeof dataScreen>

const PERIOD = ['interval', 'index', 'calendar', 'date_start', 'date_end'] as const

/** Part of an address that says which period is shown. */
const periodText = (search: Search): string =>
  new URLSearchParams(
    PERIOD.flatMap(name => (search[name] ? [[name, search[name]] as [string, string]] : [])),
  ).toString() || 'interval=day'

/**
 * The period in the address, what of it the charts read, and the ways to change it. Back and links work. Where the address names
 * none, it is `unnamed`.
 */
export const usePeriod = (unnamed: Pick<Search, 'interval' | 'calendar'> = {}) => {
  const named = useScreenSearch(dataScreen)
  const search = named.interval === undefined ? { ...named, ...unnamed } : named
  const changeSearch = useChangeSearch(dataScreen)
  const choice = periodChoiceOf(search)
  const key = JSON.stringify(choice)
  const [settled] = useDebouncedValue(key, DEBOUNCE_MS)
  /** Changes the newest address: quick taps come before the screen is drawn again. */
  const write = (change: (before: Search) => Search, replace = false) =>
    // A chart that fills the screen is one step: closed, none of what was done in it is left behind.
    void changeSearch(change, replace || search.full !== undefined)
  const clear = { index: undefined, date_start: undefined, date_end: undefined, zoomed_from: undefined }
  const zoomed = search.zoomed_from !== undefined && selectionOf(choice) !== null
  return {
    choice,
    /** The choice once it has stood still. */
    settled: JSON.parse(settled) as ScreenPeriod,
    /** True while more steps may come. */
    moving: settled !== key,
    comparison: comparisonOf(search.compare),
    compare: (to: Comparison) => write(() => ({ compare: comparisonText(to) }), true),
    withoutFaults: search.doubtful === '0',
    leaveOutFaults: (leave: boolean) => write(() => ({ doubtful: leave ? '0' : undefined }), true),
    chartType: CHART_TYPES.find(type => type === search.type) ?? 'line',
    setChartType: (type: ChartType) => write(() => ({ type: type === 'line' ? undefined : type }), true),
    setInterval: (interval: ScreenPeriod['interval']) => write(() => ({ ...clear, interval })),
    setCalendar: (calendar: boolean) => write(() => ({ index: undefined, calendar: calendar ? '1' : undefined })),
    select: (date_start: string, date_end: string) =>
      write(() => ({ ...clear, interval: 'selection', date_start, date_end })),
    /** True while an interval of another period is shown closer. */
    zoomed,
    /** Shows an interval closer; where it was chosen from is kept, through all intervals chosen inside of it. */
    zoomTo: (date_start: string, date_end: string) =>
      write(before => {
        const from = before.zoomed_from ?? periodText(before)
        return { ...clear, interval: 'selection', date_start, date_end, zoomed_from: from }
      }, zoomed),
    unzoom: () =>
      write(before => {
        const from = Object.fromEntries(new URLSearchParams(before.zoomed_from))
        return { ...clear, interval: undefined, calendar: undefined, ...from }
      }),
    step: (by: number) =>
      write(before => ({ index: String(Math.max(0, periodChoiceOf(before).index + by) || '') || undefined }), true),
    toNow: () => write(() => ({ index: undefined }), true),
  }
}
export type PeriodControl = ReturnType<typeof usePeriod>
