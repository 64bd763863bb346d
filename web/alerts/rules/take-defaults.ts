import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AlertRuleInput, DefaultAlertRule } from '#shared/contract/alerts/alert-rules.ts'
import type { CallFailed } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { queryOf, refresh } from '../../kit/api/query.ts'
import { RULE_READS } from '../queries.ts'

/** Takes over several rules, one after the other; what was taken is told also when one of them fails. */
export const useTake = (onDone: () => void) => {
  const client = useQueryClient()
  const [taken, setTaken] = useState<string[]>([])
  const take = useMutation<void, CallFailed, readonly DefaultAlertRule[]>({
    mutationFn: async chosen => {
      for (const { key, rule } of chosen) {
        await ask(api.createAlertRule, { body: rule as AlertRuleInput })
        setTaken(before => [...before, key])
      }
    },
    onSuccess: onDone,
    onSettled: () => refresh(client, RULE_READS),
  })
  return { take, taken }
}

/** The default rules for the animals around somebody's devices; none where no device hangs at animals with rules. */
export const defaultsForOwn = async (client: QueryClient): Promise<DefaultAlertRule[]> => {
  const [devices, defaults] = await Promise.all([
    client.ensureQueryData(queryOf(api.listSensors, {})),
    client.ensureQueryData(queryOf(api.listDefaultAlertRules, {})),
  ])
  const own = new Set(devices.flatMap(({ placement }) => placement?.area_type_id ?? []))
  return defaults.filter(({ rule }) => rule.area_type_id !== null && own.has(rule.area_type_id))
}
