import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { StandInQuestion } from '#shared/contract/alerts/absences.ts'
import { api } from '#shared/contract/index.ts'
import { queryOf, useApiMutation } from '../../kit/api/query.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { useScreenParams } from '../../kit/routing/link.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { MailedPage } from '../../ui/mailed-link/mailed-page.tsx'
import { YesOrNo } from '../../ui/mailed-link/yes-or-no.tsx'
import { standInScreen } from '../screens.ts'

function Question({ token, question }: { token: string; question: StandInQuestion }) {
  const { t } = useTranslation('alert-delivery')
  const answer = useApiMutation(api.answerStandInQuestion, { refresh: [api.getStandInQuestion, api.getAbsence] })
  const { name, stand_in_name: stand_in, from, until, answer: given } = question
  return (
    <>
      <PageHeading>{t('stand_in_page.title', { name })}</PageHeading>
      <p>{t('stand_in_page.lead', { name, stand_in, from, until })}</p>
      {given !== 'yes' && <p className="bm-muted">{t('stand_in_page.until_then', { name })}</p>}
      <YesOrNo
        given={given}
        said={{ yes: t('stand_in_page.said_yes'), no: t('stand_in_page.said_no') }}
        labels={{ yes: t('away.yes'), no: t('away.no') }}
        answer={answer}
        onAnswer={said => answer.mutate({ params: { token }, body: { answer: said } })}
      />
      <p className="bm-small bm-muted">{t('own_alarm')}</p>
    </>
  )
}

function QuestionOf({ token }: { token: string }) {
  const { data } = useSuspenseQuery(queryOf(api.getStandInQuestion, { params: { token } }))
  return <Question token={token} question={data} />
}

/** Page with the question to a stand-in, which the link in the email opens. */
export default function StandInPage() {
  const { t } = useTranslation('alert-delivery')
  const { token } = useScreenParams(standInScreen)
  return (
    <MailedPage
      waiting={<PageLoading />}
      gone={{ title: t('stand_in_page.wrong'), text: t('stand_in_page.wrong_text') }}
    >
      <QuestionOf token={token} />
    </MailedPage>
  )
}
