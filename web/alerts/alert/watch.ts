import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import type { Alert } from '#shared/contract/alerts/alerts.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import type { ServerEvent } from '../../kit/api/event-stream.ts'
import { queryOf, refresh } from '../../kit/api/query.ts'
import { listenToServer } from '../../kit/api/tab-events.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { ALERT_READS } from '../queries.ts'
import { titleOf } from './alert-words.tsx'

/** New ones are among the first. */
const FEW = 20

const isUrgent = ({ state, urgency, read }: Alert): boolean => state === 'firing' && urgency === 'act_now' && !read

/** The urgent ones that were not there before; `known` takes them up. */
export const newUrgent = (alerts: readonly Alert[], known: Set<number>): Alert[] => {
  const fresh = alerts.filter(alert => isUrgent(alert) && !known.has(alert.id))
  for (const { id } of fresh) known.add(id)
  return fresh
}

const tell = async (client: QueryClient, alert: Alert): Promise<void> => {
  const lists = await client.ensureQueryData({ ...queryOf(api.getTaxonomy, {}), staleTime: Number.POSITIVE_INFINITY })
  await i18next.loadNamespaces(['alerts'])
  showToast({
    id: `alert-${alert.id}`,
    color: 'bad',
    title: titleOf(alert, lists, i18next.getFixedT(null, 'alerts')),
    message: i18next.t('alerts:new', { place: alert.area_name ?? alert.device_name }),
    role: 'alert',
  })
}

/** Keeps lists and badge up with the server until `signal` ends it, and says once that something must be done now. */
export const watchAlerts = (client: QueryClient, signal: AbortSignal): void => {
  const known = new Set<number>()
  const read = () => ask(api.listAlerts, { query: { show: '1', limit: FEW } })
  let begun: Promise<unknown> = read()
    .then(alerts => newUrgent(alerts, known))
    .catch(() => undefined)
  const changed = (): void => {
    void refresh(client, ALERT_READS)
    // Alerts from before this page was opened are no news.
    begun = begun
      .then(read)
      .then(alerts => Promise.all(newUrgent(alerts, known).map(alert => tell(client, alert))))
      .catch(() => undefined)
  }
  const take = ({ event }: ServerEvent): void => {
    if (event === 'alerts') changed()
  }
  listenToServer({ take, catchUp: changed, begin: changed }, signal)
}
