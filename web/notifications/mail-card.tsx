import { Switch } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../kit/api/session.ts'
import { Note } from '../ui/feedback/note.tsx'
import classes from './alert-delivery.module.css'
import { DeliveryCard } from './card.tsx'
import type { Choosing } from './choices.ts'
import { TestButton } from './test-button.tsx'

export function MailCard({ choices: { chosen, choose, failure } }: { choices: Choosing }) {
  const { t } = useTranslation(['alert-delivery', 'form'])
  const { email } = useUser()
  return (
    <DeliveryCard
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
    </DeliveryCard>
  )
}
