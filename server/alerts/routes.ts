import { alertHistoryEndpoints } from '#shared/contract/alerts/alert-history.ts'
import { alertBacktestEndpoints, alertRuleEndpoints } from '#shared/contract/alerts/alert-rules.ts'
import { alertEndpoints } from '#shared/contract/alerts/alerts.ts'
import { type Served, serve } from '../kit/http/serve.ts'
import { isoNow } from '../kit/services.ts'
import type { Latest } from '../series/latest.ts'
import { requireSeenRule } from './access.ts'
import { backtest } from './backtest.ts'
import { alertHandlers } from './history/alert-handlers.ts'
import { historyOf } from './history/history.ts'
import { defaultRuleHandlers } from './rules/default-rule-handlers.ts'
import { heldByNearer } from './rules/reach.ts'
import { requireKnown, ruleHandlers } from './rules/rule-handlers.ts'

const NOWHERE = { location_id: null, area_id: null, device_id: null }

export const alertRoutes = ({ latest, ending }: { latest: Latest; ending: AbortSignal }): Served[] => [
  ...serve(alertRuleEndpoints, { ...ruleHandlers, ...defaultRuleHandlers(latest) }),
  ...serve(alertHistoryEndpoints, {
    getAlertRuleHistory: async ({ params }, context) =>
      historyOf(context, await requireSeenRule(context.db, context.user, params.id)),
  }),
  ...serve(alertBacktestEndpoints, {
    backtestAlertRule: async ({ body }, context) => {
      // Devices left out may be another's by now, as in a rule of before.
      await requireKnown(context, body.rule, { ...NOWHERE, exclude_device_ids: body.rule.exclude_device_ids })
      const held = await heldByNearer(context.db, context.user, body.rule, { id: body.id, at: isoNow(context) })
      return backtest(context, context.user, body, held)
    },
  }),
  ...serve(alertEndpoints, alertHandlers(ending)),
]
