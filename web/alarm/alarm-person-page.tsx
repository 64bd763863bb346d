import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AlarmPerson } from '#shared/contract/alerts/alarm-plans.ts'
import { api } from '#shared/contract/index.ts'
import { queryOf, useApiMutation } from '../kit/api/query.ts'
import { PageHeading } from '../kit/pages/page.tsx'
import { useScreenParams } from '../kit/routing/link.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { PageLoading } from '../ui/feedback/page-loading.tsx'
import { ReadBoundary } from '../ui/feedback/read-boundary.tsx'
import { Logo } from '../ui/icons/logo.tsx'
import classes from './alarm.module.css'
import { alarmPersonScreen } from './screens.ts'

/** Never answers by being opened: programs that read mails open links, too. */
function Question({ token, person }: { token: string; person: AlarmPerson }) {
  const { t } = useTranslation(['alarm-plan', 'form'])
  const answer = useApiMutation(api.answerAlarmPerson, { refresh: [api.getAlarmPerson] })
  const say = (said: 'yes' | 'no') => () => answer.mutate({ params: { token }, body: { answer: said } })
  const { location_name: place, name, asked_by, answer: given } = person
  return (
    <>
      <PageHeading>{t('person_page.title', { place })}</PageHeading>
      <p>{t('person_page.lead', { name, place })}</p>
      {asked_by && <p className="bm-muted">{t('person_page.asked_by', { name: asked_by })}</p>}
      {given && <Note status={given === 'yes' ? 'good' : 'no_data'}>{t(`person_page.said_${given}`)}</Note>}
      {answer.error && <Note status="act_now">{answer.error.message || t('form:no_answer')}</Note>}
      {given !== 'yes' && (
        <Button size="lg" fullWidth loading={answer.isPending} onClick={say('yes')}>
          {t('person_page.yes')}
        </Button>
      )}
      {given !== 'no' && (
        <Button size="lg" variant="default" fullWidth loading={answer.isPending} onClick={say('no')}>
          {t('person_page.no')}
        </Button>
      )}
      <p className="bm-small bm-muted">{t('own_alarm')}</p>
    </>
  )
}

function QuestionOf({ token }: { token: string }) {
  const { data } = useSuspenseQuery(queryOf(api.getAlarmPerson, { params: { token } }))
  return <Question token={token} person={data} />
}

/**
 * Page that the link in an email to a person of an alarm plan opens, with its question; nobody needs an account for it.
 */
export default function AlarmPersonPage() {
  const { t } = useTranslation('alarm-plan')
  const { token } = useScreenParams(alarmPersonScreen)
  return (
    <main className={classes.callPage}>
      <p className={classes.logo}>
        <Logo size={34} />
        Barnometer
      </p>
      <ReadBoundary
        waiting={<PageLoading />}
        gone={<EmptyState page title={t('call_page.wrong')} text={t('call_page.wrong_text')} />}
      >
        <QuestionOf token={token} />
      </ReadBoundary>
    </main>
  )
}
