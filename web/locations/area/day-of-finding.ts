import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '#shared/contract/index.ts'
import type { SeriesColumns } from '#shared/contract/measurements/measurements.ts'
import type { AreaState } from '#shared/rules/locations/area-state.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { queryOf } from '../../kit/api/query.ts'

const SETTLE_MS = 150
/** Length of a step of a day. */
const AGAIN_MS = 5 * MINUTE_MS

/** True once a card has stayed on the screen: what is only scrolled past asks the server nothing. */
const useSettled = (): boolean => {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [])
  return settled
}

/** Last day of the measurement that sets an area's grade, by steps. */
export interface DayOfFinding {
  column: SeriesColumns
  /** Starts of the steps, epoch ms. */
  time: readonly number[]
  /** Length of a step, ms. */
  step: number
}

/** The last day of what sets an area's grade; undefined until it is there. Who asks beside the first asks nothing more. */
export const useDayOfFinding = ({
  device,
  finding,
}: Pick<AreaState, 'device' | 'finding'>): DayOfFinding | undefined => {
  const settled = useSettled()
  const query = { device_id: device?.id, measurements: finding?.key, interval: 'day' } as const
  const { data } = useQuery({
    ...queryOf(api.getSeries, { query }),
    enabled: settled && Boolean(device && finding),
    staleTime: AGAIN_MS,
    refetchInterval: AGAIN_MS,
  })
  const column = finding && data?.series[finding.key]
  return column ? { column, time: data.time, step: data.step_seconds * 1000 } : undefined
}
