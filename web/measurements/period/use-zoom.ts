import { useCallback, useMemo, useRef } from 'react'
import type { Interval } from '#shared/rules/time/interval.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { minuteText, selectionOf } from './period-choice.ts'
import type { PeriodControl } from './use-period.ts'

/** A shorter interval shows nothing more. */
const SHORTEST = 5 * MINUTE_MS

/** Whole minutes around an interval (epoch ms), as the address keeps them. */
export const closerOf = (from: number, until: number): [string, string] => {
  const start = Math.floor(from / MINUTE_MS) * MINUTE_MS
  return [minuteText(start), minuteText(Math.max(Math.ceil(until / MINUTE_MS) * MINUTE_MS, start + SHORTEST))]
}

/** An interval moved by some ms, at most to `now` (epoch ms) unless it lies beyond it already. */
export const intervalMovedBy = ({ from, until }: Interval, by: number, now: number): [string, string] => {
  const most = Math.max(0, Math.ceil(now / MINUTE_MS) * MINUTE_MS - until)
  const step = Math.round(Math.min(by, most) / MINUTE_MS) * MINUTE_MS
  return [minuteText(from + step), minuteText(until + step)]
}

/**
 * Shows an interval of a chart (epoch ms) closer: its readings are read anew, finer. Once something is shown closer it can be
 * moved, and left again to what was shown before.
 */
export const useZoom = (period: PeriodControl, now: number) => {
  const latest = useRef({ period, now })
  latest.current = { period, now }
  const onZoom = useCallback(
    (from: number, until: number) => latest.current.period.zoomTo(...closerOf(from, until)),
    [],
  )
  const onPan = useCallback((by: number) => {
    const { period, now } = latest.current
    const selection = selectionOf(period.choice)
    if (selection) period.zoomTo(...intervalMovedBy(selection, by, now))
  }, [])
  const onReset = useCallback(() => latest.current.period.unzoom(), [])
  const zoomed = period.zoomed
  return useMemo(
    () => ({ onZoom, onPan: zoomed ? onPan : undefined, onReset: zoomed ? onReset : undefined }),
    [zoomed, onZoom, onPan, onReset],
  )
}
