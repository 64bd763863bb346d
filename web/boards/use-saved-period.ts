import { useEffect } from 'react'
import type { SharedBoard } from '#shared/contract/measurements/boards.ts'
import { useChangeSearch, useScreenSearch } from '../kit/routing/link.tsx'
import { boardScreen } from './screens.ts'

type SavedPeriod = Pick<SharedBoard, 'interval' | 'calendar'>

/**
 * Puts the period of a board into the address where that names none. Until then nothing is asked for (`isReady`): it would be of
 * another period. `openPeriod` shows one that was chosen anew as it is now.
 */
export const useSavedPeriod = ({ interval, calendar }: SavedPeriod) => {
  const search = useScreenSearch(boardScreen)
  const change = useChangeSearch(boardScreen)
  const isReady = search.interval !== undefined
  useEffect(() => {
    if (!isReady) void change({ interval, calendar: calendar ? '1' : undefined })
  }, [isReady, change, interval, calendar])
  const openPeriod = (period: SavedPeriod): void =>
    void change({ interval: period.interval, calendar: period.calendar ? '1' : undefined, index: undefined })
  return { isReady, openPeriod }
}
