import { useQuery } from '@tanstack/react-query'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../../kit/api/query.ts'

const RELOAD = 60_000

export const ALERT_SUMMARY = { ...queryOf(api.getAlertSummary, {}), refetchInterval: RELOAD }

/** Number of alerts that are open, for the badge of the tab: read or not, somebody has something to do. */
export const useOpenAlerts = (): number => {
  const { data } = useQuery(ALERT_SUMMARY)
  return data?.open ?? 0
}
