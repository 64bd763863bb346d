import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#shared/contract/index.ts'
import type { LastValues, LiveMeasurement, SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import { withLive } from '#shared/rules/ingest/frame.ts'
import type { ServerEvent } from '../../kit/api/event-stream.ts'
import { queryOf } from '../../kit/api/query.ts'
import { listenToServer } from '../../kit/api/tab-events.ts'
import type { Subject } from '../page/subject.ts'
import type { QueryPeriod } from '../period/period-choice.ts'
import { seriesQuery } from '../queries.ts'
import { hasNewKey, newsOf, withLast } from './live-values.ts'

/** Grades follow this long after the values, ms; and no oftener. */
export const GRADES_AFTER = 1500
export const GRADES_EVERY = 6000

/** Calls `job` at the earliest `after` ms from now, and once for all calls that come meanwhile. */
export const gathered = (job: () => void, after: number, every: number) => {
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

/** ms after which what live messages were added to is read anew: a reading that came twice or was calibrated is put right. */
const CORRECTED_AFTER = 60_000

interface LiveQueries {
  client: QueryClient
  lastKey: readonly unknown[]
  seriesKey: readonly unknown[]
  /** True where the period goes on with time. */
  movesOn: boolean
}

/** Adds live messages to the last values and the series that are shown, each reading once, and has both read anew where that is not enough. */
export const createLiveUpdates = ({ client, lastKey, seriesKey, movesOn }: LiveQueries) => {
  let added = false
  const readLast = () => void client.invalidateQueries({ queryKey: lastKey })
  const readSeries = () => {
    added = false
    void client.invalidateQueries({ queryKey: seriesKey })
  }
  const grades = gathered(readLast, GRADES_AFTER, GRADES_EVERY)
  const seriesReads = gathered(readSeries, 0, GRADES_EVERY)
  const correction = setInterval(() => {
    if (added && document.visibilityState === 'visible') readSeries()
  }, CORRECTED_AFTER)
  const take = (message: LiveMeasurement): void => {
    const all = client.getQueryData<Record<string, LastValues>>(lastKey)
    const series = client.getQueryData<SeriesAnswer>(seriesKey)
    // An answer on its way may hold the message or not.
    if (client.isFetching({ queryKey: seriesKey, exact: true }) > 0) seriesReads.ask()
    else if (series) {
      client.setQueryData(seriesKey, withLive(series, all ? newsOf(all, message) : message))
      added = true
    }
    if (all) client.setQueryData(lastKey, withLast(all, message))
    grades.ask()
    const outside = series && message.time >= Date.parse(series.until)
    // The mean of several devices cannot be told from one message of one of them.
    const isOneOfMany = (series?.devices ?? 1) > 1
    if (movesOn && (outside || isOneOfMany || (all && hasNewKey(all, message)))) seriesReads.ask()
  }
  return {
    take,
    /**
     * Reads the last values anew, and the series soon after: messages may have come after the page had been read and
     * before the stream was open.
     */
    begin: () => {
      added = true
      readLast()
    },
    catchUp: () => {
      readSeries()
      readLast()
    },
    stop: () => {
      clearInterval(correction)
      grades.stop()
      seriesReads.stop()
    },
  }
}

/**
 * Keeps the last values and the shown period up with what a device sends, while it `goesOn`. After a sleep it asks for what
 * it missed.
 */
export const useLive = ({ target, device_id }: Subject, period: QueryPeriod, goesOn: boolean): void => {
  const client = useQueryClient()
  const key = JSON.stringify([target, period])
  useEffect(() => {
    if (!goesOn) return
    const [target, period] = JSON.parse(key) as [Subject['target'], QueryPeriod]
    const stop = new AbortController()
    const updates = createLiveUpdates({
      client,
      lastKey: queryOf(api.listLast, {}).queryKey,
      seriesKey: seriesQuery(target, period).queryKey,
      movesOn: period.index === 0 && period.interval !== 'selection',
    })
    const take = ({ event, data }: ServerEvent): void => {
      const message = data as LiveMeasurement
      if (event === 'measurement' && message.device_id === device_id) updates.take(message)
    }
    // Values read before are drawn first.
    const begun = setTimeout(() =>
      listenToServer({ device_id, take, begin: updates.begin, catchUp: updates.catchUp }, stop.signal),
    )
    return () => {
      clearTimeout(begun)
      stop.abort()
      updates.stop()
    }
  }, [client, device_id, key, goesOn])
}
