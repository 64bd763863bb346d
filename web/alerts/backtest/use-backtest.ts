import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type AlertRuleInput, AlertRuleInput as Schema } from '#shared/contract/alerts/alert-rules.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { keyOf, THROWN } from '../../kit/api/query.ts'
import { viewerFormats } from '../../kit/language/viewer-formats.ts'
import { conditionOf } from '../rules/rule-values.ts'

/** Wait for more changes before the rule is tried again (design §8.7). */
const DEBOUNCE_MS = 300

export type Days = 7 | 30 | 90

/**
 * Reads what the rule would have done. The former answer stays until the new one is there, and while the rule is not
 * whole.
 */
export const useBacktest = (id: number | null, body: AlertRuleInput, days: Days) => {
  const [key] = useDebouncedValue(JSON.stringify(conditionOf(body)), DEBOUNCE_MS)
  const rule = JSON.parse(key) as AlertRuleInput
  const whole = Schema.safeParse(rule).success
  const { temperature } = viewerFormats()
  const query = useQuery({
    queryKey: [...keyOf(api.backtestAlertRule), id, days, key, temperature],
    queryFn: () => ask(api.backtestAlertRule, { body: { id, days, rule, temperature } }),
    enabled: whole,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    ...THROWN,
  })
  const waiting = query.isFetching || query.isPlaceholderData || !whole || key !== JSON.stringify(conditionOf(body))
  return { query, waiting, whole }
}
