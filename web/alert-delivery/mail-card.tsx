import { Switch } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AlertDelivery } from '../../shared/contract/alert-delivery.ts'
import { useUser } from '../kit/session.ts'
import { Note } from '../ui/note.tsx'
import classes from './alert-delivery.module.css'
import { Card } from './card.tsx'
import { useChoices } from './choices.ts'
import { TestButton } from './test-button.tsx'

export function MailCard({ delivery }: { delivery: AlertDelivery }) {
  const { t } = useTranslation(['alert-delivery', 'form'])
  const { email } = useUser()
  const { chosen, choose, failure } = useChoices(delivery)
  return (
    <Card
      icon={IconMail}
      title={t('mail.title')}
      text={t('mail.text', { email })}
      end={
        <Switch
          size="md"
          aria-label={t('mail.switch')}
          checked={chosen.email}
          onChange={event => choose({ email: event.currentTarget.checked })}
        />
      }
    >
      {failure && <Note status="act_now">{failure.message || t('form:no_answer')}</Note>}
      {!chosen.email && <Note status="attention">{t('mail.off')}</Note>}
      <div className={classes.actions}>
        <TestButton channel="email" />
      </div>
    </Card>
  )
}
