import { useQuery } from '@tanstack/react-query'
import type { DefaultAlertRule } from '#shared/contract/alerts/alert-rules.ts'
import { api } from '#shared/contract/index.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { useApiMutation } from '../../kit/api/query.ts'
import { DEFAULT_RULES, RULE_READS } from '../queries.ts'

/** Uses several default rules in one go: all of them are on, or none. */
export const useTake = () => useApiMutation(api.takeDefaultAlertRules, { refresh: RULE_READS })

/** Time between two looks whether a device has sent its first value (ms). */
const RELOAD = 15_000

interface Suiting {
  rules: readonly DefaultAlertRule[]
  /** Keys of the kinds of animals they are for. */
  species: string[]
}

/** The default rules for the animals around the own devices and what these measure; undefined until they are read. */
export const useSuitingRules = (): { suiting: Suiting | undefined; failed: boolean } => {
  const { data: defaults, isError: noDefaults } = useQuery({
    ...DEFAULT_RULES,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ suits }) => suits) ? false : RELOAD),
  })
  const { data: lists, isError: noLists } = useQuery(LISTS)
  if (!defaults || !lists) return { suiting: undefined, failed: noDefaults || noLists }
  const rules = defaults.filter(({ suits }) => suits)
  const kinds = new Set(rules.map(({ rule }) => rule.area_type_id))
  const species = lists.area_types.filter(({ id }) => kinds.has(id)).map(({ key }) => key)
  return { suiting: { rules, species }, failed: false }
}
