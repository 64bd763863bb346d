import type { AlertDelivery } from '#shared/contract/alerts/alert-delivery.ts'
import { api } from '#shared/contract/index.ts'
import { useApiMutation } from '../kit/api/query.ts'

type Choices = Pick<AlertDelivery, 'email' | 'quiet_from' | 'quiet_until' | 'digest_hour'>

/** Saves at once what somebody chose, with the rest as it is. One for the whole page: each save carries all that was chosen before. */
export const useChoices = ({ email, quiet_from, quiet_until, digest_hour }: AlertDelivery) => {
  const save = useApiMutation(api.saveAlertDelivery, { refresh: [api.getAlertDelivery] })
  const saved = { email, quiet_from, quiet_until, digest_hour }
  // The choice is shown before the server has said yes.
  const chosen: Choices = save.isPending ? save.variables.body : saved
  return {
    chosen,
    failure: save.error,
    choose: (changes: Partial<Choices>) => save.mutate({ body: { ...chosen, ...changes } }),
  }
}
export type Choosing = ReturnType<typeof useChoices>
