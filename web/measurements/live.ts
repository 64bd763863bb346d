import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { urlOf } from '../../shared/contract/call.ts'
import { api } from '../../shared/contract/index.ts'
import type { LastValues, LiveMeasurement, SeriesAnswer } from '../../shared/contract/measurements.ts'
import { withLive } from '../../shared/rules/frame.ts'
import { listen } from '../kit/event-stream.ts'
import { queryOf } from '../kit/query.ts'
import { hasNewKey, withLast } from './live-values.ts'
import type { AskedPeriod } from './period-choice.ts'
import { seriesQuery } from './queries.ts'
import type { Subject } from './subject.ts'

/** Grades follow this long after the values, ms; and no oftener. */
const GRADES_AFTER = 1500
const GRADES_EVERY = 6000

/** Calls `job` at the earliest `after` ms from now, and once for all calls that come meanwhile. */
const gathered = (job: () => void, after: number, every: number) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = 0
  return {
    ask: () => {
      timer ??= setTimeout(
        () => {
          timer = undefined
          last = Date.now()
          job()
        },
        Math.max(after, last + every - Date.now()),
      )
    },
    stop: () => clearTimeout(timer),
  }
}

/**
 * Keeps the last values and the shown period up with what a device sends, while it `goesOn`. After a sleep it asks for what
 * it missed.
 */
export const useLive = ({ asked, device_id }: Subject, period: AskedPeriod, goesOn: boolean): void => {
  const client = useQueryClient()
  const key = JSON.stringify([asked, period])
  useEffect(() => {
    if (!goesOn) return
    const [asked, period] = JSON.parse(key) as [Subject['asked'], AskedPeriod]
    const stop = new AbortController()
    const lastKey = queryOf(api.listLast, {}).queryKey
    const seriesKey = seriesQuery(asked, period).queryKey
    const readLast = () => void client.invalidateQueries({ queryKey: lastKey })
    const readSeries = () => void client.invalidateQueries({ queryKey: seriesKey })
    const grades = gathered(readLast, GRADES_AFTER, GRADES_EVERY)
    const series = gathered(readSeries, 0, GRADES_EVERY)
    const take = (message: LiveMeasurement): void => {
      const all = client.getQueryData<Record<string, LastValues>>(lastKey)
      const shown = client.getQueryData<SeriesAnswer>(seriesKey)
      if (all) client.setQueryData(lastKey, withLast(all, message))
      if (shown) client.setQueryData(seriesKey, withLive(shown, message))
      grades.ask()
      const movesOn = period.index === 0 && period.interval !== 'selection'
      const outside = shown && message.time >= Date.parse(shown.until)
      if (movesOn && (outside || (all && hasNewKey(all, message)))) series.ask()
    }
    const catchUp = () => {
      readSeries()
      readLast()
    }
    const onVisible = () => document.visibilityState === 'visible' && catchUp()
    document.addEventListener('visibilitychange', onVisible)
    const begin = () =>
      void listen(urlOf(api.streamLive, { query: { device_ids: device_id } }), { take, catchUp }, stop.signal)
    // What was read before is drawn first.
    const begun = setTimeout(begin)
    return () => {
      clearTimeout(begun)
      stop.abort()
      grades.stop()
      series.stop()
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [client, device_id, key, goesOn])
}
