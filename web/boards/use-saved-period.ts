import { useEffect } from 'react'
import type { SharedBoard } from '#shared/contract/measurements/boards.ts'
import { useChangeSearch, useScreenSearch } from '../kit/routing/link.tsx'
import { boardScreen } from './screens.ts'

/** Puts the period of a board into the address where that names none. */
export const useSavedPeriod = ({ interval, calendar }: Pick<SharedBoard, 'interval' | 'calendar'>): void => {
  const search = useScreenSearch(boardScreen)
  const change = useChangeSearch(boardScreen)
  const isOpen = search.interval === undefined
  useEffect(() => {
    if (isOpen) void change({ interval, calendar: calendar ? '1' : undefined })
  }, [isOpen, change, interval, calendar])
}
