import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../../kit/api/query.ts'

/** ms after the tabs are there: the screen reads first. */
const LATER = 2000
const RELOAD = 60_000

/** Number of alerts that wait to be read, for the badge of the tab. */
export const useUnreadAlerts = (): number => {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), LATER)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useQuery({ ...queryOf(api.getAlertSummary, {}), enabled: settled, refetchInterval: RELOAD })
  return data?.unread ?? 0
}
