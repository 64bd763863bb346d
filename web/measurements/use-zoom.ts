import { useCallback, useRef } from 'react'
import { dateTimeIn } from '../kit/format.ts'
import type { PeriodControl } from './use-period.ts'

const MINUTE = 60_000
/** A shorter stretch shows nothing more. */
const SHORTEST = 5 * MINUTE

/**
 * Chooses a stretch of a chart (epoch ms) as the period, to whole minutes of local time: its readings are read anew, finer.
 * The browser's way back leads out again.
 */
export const useZoom = (period: PeriodControl, timeZone: string) => {
  const latest = useRef(period)
  latest.current = period
  return useCallback(
    (from: number, until: number) => {
      const start = Math.floor(from / MINUTE) * MINUTE
      const end = Math.max(Math.ceil(until / MINUTE) * MINUTE, start + SHORTEST)
      latest.current.select(dateTimeIn(start, timeZone), dateTimeIn(end, timeZone))
    },
    [timeZone],
  )
}
