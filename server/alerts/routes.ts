import { alertRuleEndpoints } from '../../shared/contract/alert-rules.ts'
import { type Served, serve } from '../kit/serve.ts'
import { ruleHandlers } from './rule-handlers.ts'

export const alertRoutes: Served[] = serve(alertRuleEndpoints, ruleHandlers)
