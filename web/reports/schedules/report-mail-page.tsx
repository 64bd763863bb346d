import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { queryOf, useApiMutation } from '../../kit/api/query.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { useScreenParams } from '../../kit/routing/link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { ReadBoundary } from '../../ui/feedback/read-boundary.tsx'
import visitor from '../../users/sign-in/visitor.module.css'
import { VisitorFrame } from '../../users/sign-in/visitor-frame.tsx'
import { reportMailScreen } from '../screens.ts'

/** Never stops anything by being opened: programs that read mails open links, too. */
function Choice({ token }: { token: string }) {
  const { t } = useTranslation(['schedules', 'form'])
  const { data: recipient } = useSuspenseQuery(queryOf(api.getReportRecipient, { params: { token } }))
  const answer = useApiMutation(api.answerReportRecipient, { refresh: [api.getReportRecipient] })
  const { name, by, email, stopped_at } = recipient
  const isStopped = stopped_at !== null
  return (
    <div className={visitor.form}>
      <PageHeading>{t('mail.title')}</PageHeading>
      <p>{t('mail.text', { name, by, email })}</p>
      <div aria-live="polite">{isStopped && <Note status="good">{t('mail.stopped', { email })}</Note>}</div>
      {answer.error && <Note status="act_now">{answer.error.message || t('form:no_answer')}</Note>}
      <Button
        fullWidth
        variant={isStopped ? 'default' : 'filled'}
        loading={answer.isPending}
        onClick={() => answer.mutate({ params: { token }, body: { stopped: !isStopped } })}
      >
        {t(isStopped ? 'mail.again' : 'mail.stop')}
      </Button>
    </div>
  )
}

/** Page that the link in a mail of a report opens; nobody needs an account for it. */
export default function ReportMailPage() {
  const { t } = useTranslation('schedules')
  const { token } = useScreenParams(reportMailScreen)
  return (
    <VisitorFrame art={false}>
      <ReadBoundary
        waiting={<PageLoading />}
        gone={<EmptyState page title={t('mail.gone')} text={t('mail.gone_text')} />}
      >
        <Choice token={token} />
      </ReadBoundary>
    </VisitorFrame>
  )
}
