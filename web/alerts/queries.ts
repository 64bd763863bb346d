import { api } from '#shared/contract/index.ts'
import { ALERTS_AT_ONCE, LISTS, OPEN_ALERTS } from '../kit/api/lists.ts'
import { FRESH, queryOf, useReads } from '../kit/api/query.ts'

/** Read again after something was done to an alert. */
export const ALERT_READS = [api.listAlerts, api.getAlert, api.getAlertSummary]
/** A rule that changes may end alerts, and other rules then hold on other devices. */
export const RULE_READS = [
  api.listAlertRules,
  api.getAlertRule,
  api.reachOfAlertRule,
  api.getAlertRuleHistory,
  api.getAlarmWatch,
  ...ALERT_READS,
]

const RELOAD = 60_000

export const rulesRead = (all = false) => queryOf(api.listAlertRules, all ? { query: { all: '1' } } : {})
export const DEFAULT_RULES = queryOf(api.listDefaultAlertRules, {})
export const ruleRead = (id: number) => ({ ...queryOf(api.getAlertRule, { params: { id } }), ...FRESH })

/** Upper bound of alerts read at all. */
export const MAX_ALERTS = 1000

export const alertsRead = (show: boolean, limit = ALERTS_AT_ONCE) => ({
  ...(show && limit === ALERTS_AT_ONCE
    ? OPEN_ALERTS
    : queryOf(api.listAlerts, { query: { show: show ? '1' : '0', limit } })),
  refetchInterval: RELOAD,
})
export const alertRead = (id: number) => ({ ...queryOf(api.getAlert, { params: { id } }), refetchInterval: RELOAD })

/** Quantities, kinds of animals and the devices of the caller: what rules and alerts are told with. */
export const ALERT_LISTS = [LISTS, queryOf(api.listSensors, {})] as const
export const useAlertLists = () => {
  const [lists, devices] = useReads(ALERT_LISTS)
  return { lists, devices }
}
export type AlertLists = ReturnType<typeof useAlertLists>
