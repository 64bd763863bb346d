import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { StandInQuestion } from '#shared/contract/alerts/absences.ts'
import { api } from '#shared/contract/index.ts'
import { queryOf, useApiMutation } from '../../kit/api/query.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { useScreenParams } from '../../kit/routing/link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { ReadBoundary } from '../../ui/feedback/read-boundary.tsx'
import { Logo } from '../../ui/icons/logo.tsx'
import classes from '../alert-delivery.module.css'
import { standInScreen } from '../screens.ts'

/** Never answers by being opened: programs that read mails open links, too. */
function Question({ token, question }: { token: string; question: StandInQuestion }) {
  const { t } = useTranslation(['alert-delivery', 'form'])
  const answer = useApiMutation(api.answerStandInQuestion, { refresh: [api.getStandInQuestion, api.getAbsence] })
  const say = (said: 'yes' | 'no') => () => answer.mutate({ params: { token }, body: { answer: said } })
  const { name, stand_in_name: stand_in, from, until, answer: given } = question
  return (
    <>
      <PageHeading>{t('stand_in_page.title', { name })}</PageHeading>
      <p>{t('stand_in_page.lead', { name, stand_in, from, until })}</p>
      {given !== 'yes' && <p className="bm-muted">{t('stand_in_page.until_then', { name })}</p>}
      {given && <Note status={given === 'yes' ? 'good' : 'no_data'}>{t(`stand_in_page.said_${given}`)}</Note>}
      {answer.error && <Note status="act_now">{answer.error.message || t('form:no_answer')}</Note>}
      {given !== 'yes' && (
        <Button size="lg" fullWidth loading={answer.isPending} onClick={say('yes')}>
          {t('away.yes')}
        </Button>
      )}
      {given !== 'no' && (
        <Button size="lg" variant="default" fullWidth loading={answer.isPending} onClick={say('no')}>
          {t('away.no')}
        </Button>
      )}
      <p className="bm-small bm-muted">{t('own_alarm')}</p>
    </>
  )
}

function QuestionOf({ token }: { token: string }) {
  const { data } = useSuspenseQuery(queryOf(api.getStandInQuestion, { params: { token } }))
  return <Question token={token} question={data} />
}

/** Page that the link in an email to a stand-in opens, with its question; nobody has to sign in for it. */
export default function StandInPage() {
  const { t } = useTranslation('alert-delivery')
  const { token } = useScreenParams(standInScreen)
  return (
    <main className={classes.standIn}>
      <p className={classes.logo}>
        <Logo size={34} />
        Barnometer
      </p>
      <ReadBoundary
        waiting={<PageLoading />}
        gone={<EmptyState page title={t('stand_in_page.wrong')} text={t('stand_in_page.wrong_text')} />}
      >
        <QuestionOf token={token} />
      </ReadBoundary>
    </main>
  )
}
