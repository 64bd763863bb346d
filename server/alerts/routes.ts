import { alertRuleEndpoints } from '../../shared/contract/alert-rules.ts'
import { alertEndpoints } from '../../shared/contract/alerts.ts'
import { type Served, serve } from '../kit/serve.ts'
import { alertHandlers } from './alert-handlers.ts'
import { ruleHandlers } from './rule-handlers.ts'

export const alertRoutes = (ending: AbortSignal): Served[] => [
  ...serve(alertRuleEndpoints, ruleHandlers),
  ...serve(alertEndpoints, alertHandlers(ending)),
]
