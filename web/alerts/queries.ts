import { useQueries, useQuery } from '@tanstack/react-query'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../kit/api/query.ts'

/** Read again after something was done to an alert. */
export const ALERT_READS = [api.listAlerts, api.getAlert, api.getAlertSummary]
/** A rule that changes may end alerts. */
export const RULE_READS = [
  api.listAlertRules,
  api.getAlertRule,
  api.getAlertRuleHistory,
  api.getAlarmWatch,
  ...ALERT_READS,
]

const RELOAD = 60_000

export const useRules = (all = false) => useQuery(queryOf(api.listAlertRules, all ? { query: { all: '1' } } : {}))
export const useDefaultRules = () => useQuery(queryOf(api.listDefaultAlertRules, {}))
export const useRule = (id: number) =>
  useQuery({ ...queryOf(api.getAlertRule, { params: { id } }), staleTime: 0, gcTime: 0 })

/** Upper bounds: alerts read at once, and alerts read at all. */
export const ALERTS_AT_ONCE = 200
export const MAX_ALERTS = 1000

export const useAlerts = (show: boolean, limit = ALERTS_AT_ONCE) =>
  useQuery({
    ...queryOf(api.listAlerts, { query: { show: show ? '1' : '0', limit } }),
    refetchInterval: RELOAD,
    // Reading on keeps what is there.
    placeholderData: (before, query) =>
      (query?.queryKey[3] as { show?: string } | undefined)?.show === (show ? '1' : '0') ? before : undefined,
  })
export const useAlert = (id: number) =>
  useQuery({ ...queryOf(api.getAlert, { params: { id } }), refetchInterval: RELOAD })

/** Quantities, kinds of animals and the devices of the caller: what rules and alerts are told with. */
export const useAlertLists = () =>
  useQueries({
    queries: [{ ...queryOf(api.getTaxonomy, {}), staleTime: Number.POSITIVE_INFINITY }, queryOf(api.listSensors, {})],
    combine: ([lists, devices]) => ({
      failure: [lists, devices].find(({ data, error }) => data === undefined && error)?.error,
      read: lists.data && devices.data ? { lists: lists.data, devices: devices.data } : undefined,
      retry: () => void Promise.all([lists.refetch(), devices.refetch()]),
    }),
  })
export type AlertLists = NonNullable<ReturnType<typeof useAlertLists>['read']>
