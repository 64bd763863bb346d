import { useTranslation } from 'react-i18next'
import type { Alert } from '#shared/contract/alerts/alerts.ts'
import { api } from '#shared/contract/index.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { ask } from '../../kit/api/api.ts'
import { useApiMutation } from '../../kit/api/query.ts'
import { fieldOf, instantOf } from '../../kit/time/instant.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { useUndoToast } from '../../ui/feedback/use-undo-toast.tsx'
import { ALERT_READS, RULE_READS } from '../queries.ts'

const MORNING = '06:00'

/** The next time clocks in a zone show six in the morning, ISO; `now` in epoch ms. */
export const nextMorning = (now: number, zone: string): string => {
  const day = (moment: number) => fieldOf(moment, zone).slice(0, 10)
  const today = instantOf(`${day(now)}T${MORNING}`, zone)
  if (Date.parse(today) > now) return today
  const noon = Date.parse(instantOf(`${day(now)}T12:00`, zone))
  return instantOf(`${day(noon + 24 * HOUR_MS)}T${MORNING}`, zone)
}

/** ISO time in so many hours. */
export const inHours = (hours: number, now: number): string => new Date(now + hours * HOUR_MS).toISOString()

/** All that may be done to an alert; what fails is said in a toast. */
export const useAlertChanges = () => {
  const { t } = useTranslation('alerts')
  const after = { refresh: ALERT_READS }
  const changes = {
    mark: useApiMutation(api.markAlert, after),
    markMany: useApiMutation(api.markAlerts, after),
    acknowledge: useApiMutation(api.acknowledgeAlert, after),
    silence: useApiMutation(api.silenceAlert, after),
    exclude: useApiMutation(api.excludeAlertDevice, { refresh: RULE_READS }),
    remove: useApiMutation(api.deleteAlert, { refresh: [api.listAlerts, api.getAlertSummary] }),
    removeMany: useApiMutation(api.deleteAlerts, { refresh: [api.listAlerts, api.getAlertSummary] }),
  }
  const tellTaken = useUndoToast(ALERT_READS)
  const sayingOf =
    (noAnswer: 'not_sent' | 'on_it_not_sent') =>
    ({ message }: { message: string }) =>
      showToast({ id: 'alert-failed', message: message || t(noAnswer), color: 'bad', autoClose: false })
  return {
    ...changes,
    mutateOptions: { onError: sayingOf('not_sent') },
    /** Says to all who see the alert that the person is on it, in one tap; a toast takes it back. */
    takeOn: ({ id, acknowledged }: Pick<Alert, 'id' | 'acknowledged'>) =>
      changes.acknowledge.mutate(
        { params: { id }, body: { take_over: acknowledged !== null } },
        {
          onError: sayingOf('on_it_not_sent'),
          onSuccess: () =>
            // Taken over, it would be nobody's: the one before knows of the change.
            acknowledged === null &&
            tellTaken(`on-it-${id}`, t('on_it_done'), () => ask(api.withdrawAcknowledgement, { params: { id } })),
        },
      ),
  }
}
export type AlertChanges = ReturnType<typeof useAlertChanges>
