import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CHART_TYPES, type ChartType } from '../charts/chart-spec.ts'
import { type Comparison, comparisonOf } from './comparison.ts'
import { choiceOf, type PeriodChoice } from './period-choice.ts'

/** Wait for more steps before the charts are read again (specification §4). */
const DEBOUNCE_MS = 600

type Search = Record<string, string | undefined>

/** The period in the address, what of it the charts read, and the ways to change it. Back and links work. */
export const usePeriod = () => {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const choice = choiceOf(search)
  const key = JSON.stringify(choice)
  const [settled] = useDebouncedValue(key, DEBOUNCE_MS)
  /** From the newest address: quick taps come before the screen is drawn again. */
  const write = (change: (before: Search) => Search, replace = false) =>
    void navigate({
      to: '.',
      search: ((before: Search) => ({ ...before, ...change(before) })) as never,
      replace,
      resetScroll: false,
    })
  const clear = { index: undefined, date_start: undefined, date_end: undefined }
  return {
    choice,
    /** The choice once it has stood still. */
    settled: JSON.parse(settled) as PeriodChoice,
    /** Whether more steps may come. */
    moving: settled !== key,
    comparison: comparisonOf(search.compare),
    compare: (to: Comparison) => write(() => ({ compare: to === 'none' ? undefined : String(to) }), true),
    withoutFaults: search.doubtful === '0',
    leaveOutFaults: (leave: boolean) => write(() => ({ doubtful: leave ? '0' : undefined }), true),
    chartType: CHART_TYPES.find(type => type === search.type) ?? 'line',
    setChartType: (type: ChartType) => write(() => ({ type: type === 'line' ? undefined : type }), true),
    setInterval: (interval: PeriodChoice['interval']) => write(() => ({ ...clear, interval })),
    setCalendar: (calendar: boolean) => write(() => ({ index: undefined, calendar: calendar ? '1' : undefined })),
    select: (date_start: string, date_end: string) =>
      write(() => ({ ...clear, interval: 'selection', date_start, date_end })),
    step: (by: number) =>
      write(before => ({ index: String(Math.max(0, choiceOf(before).index + by) || '') || undefined }), true),
    toNow: () => write(() => ({ index: undefined }), true),
  }
}
export type PeriodControl = ReturnType<typeof usePeriod>
