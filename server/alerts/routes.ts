import { alertHistoryEndpoints } from '../../shared/contract/alert-history.ts'
import { alertBacktestEndpoints, alertRuleEndpoints } from '../../shared/contract/alert-rules.ts'
import { alertEndpoints } from '../../shared/contract/alerts.ts'
import { type Served, serve } from '../kit/serve.ts'
import { requireSeenRule } from './access.ts'
import { alertHandlers } from './alert-handlers.ts'
import { backtest } from './backtest.ts'
import { historyOf } from './history.ts'
import { requireKnown, ruleHandlers } from './rule-handlers.ts'

export const alertRoutes = (ending: AbortSignal): Served[] => [
  ...serve(alertRuleEndpoints, ruleHandlers),
  ...serve(alertHistoryEndpoints, {
    getAlertRuleHistory: async ({ params }, context) =>
      historyOf(context, await requireSeenRule(context.db, context.user, params.id)),
  }),
  ...serve(alertBacktestEndpoints, {
    backtestAlertRule: async ({ body }, context) => {
      await requireKnown(context, body.rule, body.rule.exclude_device_ids)
      return backtest(context, context.user, body.rule, body.days)
    },
  }),
  ...serve(alertEndpoints, alertHandlers(ending)),
]
