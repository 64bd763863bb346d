import { useEffect } from 'react'
import type { SharedBoard } from '#shared/contract/measurements/boards.ts'
import { useChangeSearch, useScreenSearch } from '../kit/routing/link.tsx'
import { boardScreen } from './screens.ts'

type SavedPeriod = Pick<SharedBoard, 'interval' | 'calendar'>

const searchOf = ({ interval, calendar }: SavedPeriod) => ({
  interval,
  calendar: calendar ? ('1' as const) : undefined,
})

/**
 * Puts the period of a board into the address where that names none; until it is there, `saved` says the same. `openPeriod` shows
 * one that was chosen anew as it is now.
 */
export const useSavedPeriod = ({ interval, calendar }: SavedPeriod) => {
  const search = useScreenSearch(boardScreen)
  const change = useChangeSearch(boardScreen)
  const isNamed = search.interval !== undefined
  useEffect(() => {
    if (!isNamed) void change(searchOf({ interval, calendar }))
  }, [isNamed, change, interval, calendar])
  const openPeriod = (period: SavedPeriod): void => void change({ ...searchOf(period), index: undefined })
  return { saved: searchOf({ interval, calendar }), openPeriod }
}
