import { Button } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlarmPlan } from '#shared/contract/alerts/alarm-plans.ts'
import { api } from '#shared/contract/index.ts'
import { useApiMutation } from '../kit/api/query.ts'
import { useFormat } from '../kit/language/format.ts'
import { momentIn } from '../kit/language/viewer-formats.ts'
import { useNow } from '../kit/time/now.ts'
import { Note } from '../ui/feedback/note.tsx'
import { Dialog, DialogEnd } from '../ui/overlays/dialog.tsx'
import { StatusWord } from '../ui/status/status-word.tsx'
import classes from './alarm.module.css'

/** The monthly test: when it was, whether it is due, and the button that sends it. */
export function ChainTest({ plan }: { plan: AlarmPlan }) {
  const { t } = useTranslation(['alarm-plan', 'ui', 'form'])
  const [asking, setAsking] = useState(false)
  const format = useFormat()
  const now = useNow(60_000)
  const test = useApiMutation(api.testAlarmPlan, { refresh: [api.getAlarmPlan, api.getAlarmLog] })
  const { tested_at: at, test_due, location_id: id } = plan
  const told = plan.people.filter(({ consent }) => consent === 'confirmed').length
  const start = () => test.mutate({ params: { id } }, { onSuccess: () => setAsking(false) })
  return (
    <section className={`bm-card ${classes.card}`} aria-labelledby="chain-test">
      <header>
        <h2 id="chain-test" className="bm-grow">
          {t('test.title')}
        </h2>
        {plan.may.includes('edit') && told > 0 && (
          <Button
            className={classes.tool}
            variant={test_due ? undefined : 'default'}
            leftSection={<IconBellRinging size={19} stroke={1.9} />}
            onClick={() => {
              test.reset()
              setAsking(true)
            }}
          >
            {t('test.now')}
          </Button>
        )}
      </header>
      {told === 0 ? (
        <Note status="attention">{t('test.nobody')}</Note>
      ) : test_due ? (
        <Note status="attention">{at === null ? t('test.never') : t('test.due', { age: format.age(at, now) })}</Note>
      ) : (
        <p>
          <StatusWord status="good" word={t('test.last', { time: at && momentIn(at, plan.time_zone) })} />
        </p>
      )}
      <p className="bm-small bm-muted">{t('test.text')}</p>
      {asking && (
        <Dialog opened title={t('test.ask', { count: told })} onClose={() => setAsking(false)}>
          <p>{t('test.ask_text')}</p>
          <DialogEnd
            action={t('test.do')}
            keep={t('ui:cancel')}
            busy={test.isPending}
            failure={test.error && (test.error.message || t('form:no_answer'))}
            onAction={start}
            onClose={() => setAsking(false)}
          />
        </Dialog>
      )}
    </section>
  )
}
