import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PushSubscription } from '#shared/contract/alerts/alert-delivery.ts'
import { api } from '#shared/contract/index.ts'
import { agentOf } from '#shared/rules/formats/agent.ts'
import { useApiMutation } from '../kit/api/query.ts'
import { useUser } from '../kit/api/session.ts'
import { momentIn } from '../kit/language/viewer-formats.ts'
import { Note } from '../ui/feedback/note.tsx'
import { StatusWord } from '../ui/status/status-word.tsx'
import classes from './alert-delivery.module.css'

interface Props {
  browsers: readonly PushSubscription[]
  /** Id of the one this page is open in. */
  own: number | undefined
}

const useName = () => {
  const { t } = useTranslation('alert-delivery')
  return ({ agent }: PushSubscription): string => {
    const { browser, system } = agentOf(agent)
    return browser && system ? t('push.agent', { browser, system }) : (browser ?? system ?? t('push.unknown'))
  }
}

/** All browsers that are told, and those that no longer are. */
export function BrowserList({ browsers, own }: Props) {
  const { t } = useTranslation(['alert-delivery', 'form'])
  const { time_zone } = useUser()
  const nameOf = useName()
  const remove = useApiMutation(api.deletePushSubscription, { refresh: [api.getAlertDelivery] })
  const time = (at: string) => momentIn(at, time_zone)
  return (
    <div>
      <h3 className={classes.small}>{t('push.browsers')}</h3>
      {remove.error && <Note status="act_now">{remove.error.message || t('form:no_answer')}</Note>}
      <ul className={classes.browsers}>
        {browsers.map(one => (
          <li key={one.id}>
            <span className="bm-grow">
              <b>{one.id === own ? `${nameOf(one)}, ${t('push.this')}` : nameOf(one)}</b>
              <span className="bm-small bm-muted">
                {one.last_at
                  ? t('push.last', { time: time(one.last_at) })
                  : t('push.since', { time: time(one.created_at) })}
              </span>
              {one.ended_at && <StatusWord status="act_now" word={t('push.ended')} />}
              {!one.ended_at && !one.signed_in && <StatusWord status="attention" word={t('push.signed_out')} />}
            </span>
            <Button
              variant="default"
              aria-label={t('push.remove_named', { agent: nameOf(one) })}
              disabled={remove.isPending}
              onClick={() => remove.mutate({ params: { id: one.id } })}
            >
              {t('push.remove')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
