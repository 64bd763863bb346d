import { Button } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Absences } from '#shared/contract/alerts/absences.ts'
import { api } from '#shared/contract/index.ts'
import { useApiMutation } from '../../kit/api/query.ts'
import { Note } from '../../ui/feedback/note.tsx'
import classes from '../alert-delivery.module.css'
import { DeliveryCard } from '../card.tsx'

function Asked({ one: { id, answer: given, ...values } }: { one: Absences['asked'][number] }) {
  const { t } = useTranslation(['alert-delivery', 'form'])
  const answer = useApiMutation(api.answerStandIn, { refresh: [api.getAbsence] })
  const say = (said: 'yes' | 'no') => () => answer.mutate({ params: { id }, body: { answer: said } })
  const status = given === null ? 'pending' : given === 'yes' ? 'good' : 'no_data'
  return (
    <li>
      <Note status={status}>{t(given === null ? 'away.asked' : `away.said_${given}`, values)}</Note>
      {answer.error && <Note status="act_now">{answer.error.message || t('form:no_answer')}</Note>}
      <div className={classes.actions}>
        {given !== 'yes' && (
          <Button size="md" loading={answer.isPending} onClick={say('yes')}>
            {t('away.yes')}
          </Button>
        )}
        {given !== 'no' && (
          <Button size="md" variant="default" loading={answer.isPending} onClick={say('no')}>
            {t('away.no')}
          </Button>
        )}
      </div>
    </li>
  )
}

/** Card of those who asked the person to stand in; nothing where nobody did. */
export function AskedCard({ asked }: Pick<Absences, 'asked'>) {
  const { t } = useTranslation('alert-delivery')
  if (asked.length === 0) return null
  return (
    <DeliveryCard icon={IconUserCheck} title={t('away.asked_title')} text={t('away.asked_text')}>
      <ul className={classes.asked}>
        {asked.map(one => (
          <Asked key={one.id} one={one} />
        ))}
      </ul>
    </DeliveryCard>
  )
}
