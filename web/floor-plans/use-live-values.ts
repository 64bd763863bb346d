import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#shared/contract/index.ts'
import type { LastValues, LiveMeasurement } from '#shared/contract/measurements/measurements.ts'
import type { ServerEvent } from '../kit/api/event-stream.ts'
import { queryOf } from '../kit/api/query.ts'
import { listenToServer } from '../kit/api/tab-events.ts'
import { GRADES_AFTER, GRADES_EVERY, gathered } from '../measurements/gauges/live.ts'
import { withLast } from '../measurements/gauges/live-values.ts'

/** Keeps the last values up with what some devices send. */
export const useLiveValues = (deviceIds: readonly number[]): void => {
  const client = useQueryClient()
  const ids = deviceIds.join()
  useEffect(() => {
    const stop = new AbortController()
    const { queryKey } = queryOf(api.listLast, {})
    // The grades are the server's to give; and messages may have come before the stream was open.
    const reads = gathered(() => void client.invalidateQueries({ queryKey }), GRADES_AFTER, GRADES_EVERY)
    const take = ({ event, data }: ServerEvent): void => {
      if (event !== 'measurement') return
      const all = client.getQueryData<Record<string, LastValues>>(queryKey)
      const message = data as LiveMeasurement
      if (all && ids.split(',').includes(String(message.device_id)))
        client.setQueryData(queryKey, withLast(all, message))
      reads.ask()
    }
    for (const id of ids === '' ? [] : ids.split(','))
      listenToServer({ device_id: Number(id), take, begin: reads.ask, catchUp: reads.ask }, stop.signal)
    return () => {
      stop.abort()
      reads.stop()
    }
  }, [client, ids])
}
