import { IconShieldExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AlertDelivery } from '#shared/contract/alerts/alert-delivery.ts'
import { api } from '#shared/contract/index.ts'
import { queryOf, useReads } from '../kit/api/query.ts'
import { useUser } from '../kit/api/session.ts'
import { momentIn } from '../kit/language/viewer-formats.ts'
import { PageHeading } from '../kit/pages/page.tsx'
import { useNow } from '../kit/time/now.ts'
import { Note } from '../ui/feedback/note.tsx'
import { StatusWord } from '../ui/status/status-word.tsx'
import { AbsenceCard } from './absence/absence-card.tsx'
import { AskedCard } from './absence/asked-card.tsx'
import classes from './alert-delivery.module.css'
import { useChoices } from './choices.ts'
import { ContactPointsCard } from './contact-points/contact-points-card.tsx'
import { MailCard } from './mail-card.tsx'
import { PushCard } from './push-card.tsx'
import { TimesCard } from './times-card.tsx'
import { WebhookCard } from './webhook-card.tsx'

const RELOAD = 60_000
/** ms. Longer without a minute evaluated, and something is wrong. */
const STANDS = 5 * 60_000

/** Time all rules were last evaluated. */
function Watch({ at }: { at: string | null }) {
  const { t } = useTranslation('alert-delivery')
  const { time_zone } = useUser()
  const now = useNow()
  if (at === null) return <p className="bm-small bm-muted">{t('watch.never')}</p>
  const time = momentIn(at, time_zone)
  if (now - Date.parse(at) > STANDS) return <Note status="act_now">{t('watch.stands', { time })}</Note>
  return (
    <div className={classes.watch}>
      <StatusWord status="good" word={t('watch.ran', { time })} />
    </div>
  )
}

function Ways({ delivery }: { delivery: AlertDelivery }) {
  const choices = useChoices(delivery)
  return (
    <>
      <MailCard choices={choices} />
      <PushCard delivery={delivery} />
      <TimesCard choices={choices} />
      <ContactPointsCard delivery={delivery} />
      <WebhookCard delivery={delivery} />
    </>
  )
}

const DELIVERY = { ...queryOf(api.getAlertDelivery, {}), refetchInterval: RELOAD }

const ABSENCE = { ...queryOf(api.getAbsence, {}), refetchInterval: RELOAD }

export const reads = () => [DELIVERY, ABSENCE] as const

/** Page of the ways and times at which alerts reach the person. */
export default function AlertDeliveryPage() {
  const { t } = useTranslation(['alert-delivery', 'app'])
  const [delivery, absences] = useReads(reads())
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
      <Watch at={delivery.watched_at} />
      <AskedCard asked={absences.asked} />
      <AbsenceCard absences={absences} />
      <Ways delivery={delivery} />
    </div>
  )
}
