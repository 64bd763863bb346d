import { IconShieldExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/contract/index.ts'
import { PageHeading } from '../kit/page.tsx'
import { queryOf } from '../kit/query.ts'
import { ReadFailed } from '../ui/error-state.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import classes from './alert-delivery.module.css'
import { MailCard } from './mail-card.tsx'
import { PushCard } from './push-card.tsx'
import { TimesCard } from './times-card.tsx'
import { WebhookCard } from './webhook-card.tsx'

/** How alerts reach the person, on which ways and when. */
export default function AlertDeliveryPage() {
  const { t } = useTranslation(['alert-delivery', 'app'])
  const { data, error, refetch } = useQuery(queryOf(api.getAlertDelivery, {}))
  if (!data) return error ? <ReadFailed failure={error} onRetry={() => void refetch()} /> : <PageLoading />
  return (
    <div className={classes.page}>
      <header>
        <PageHeading>{t('app:title.alert_delivery')}</PageHeading>
        <p className="bm-muted">{t('lead')}</p>
      </header>
      <p className={classes.own}>
        <IconShieldExclamation size={20} stroke={1.8} aria-hidden="true" />
        {t('own_alarm')}
      </p>
      <MailCard delivery={data} />
      <PushCard delivery={data} />
      <TimesCard delivery={data} />
      <WebhookCard delivery={data} />
    </div>
  )
}
