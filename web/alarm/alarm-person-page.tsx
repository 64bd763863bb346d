import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AlarmPerson } from '#shared/contract/alerts/alarm-plans.ts'
import { api } from '#shared/contract/index.ts'
import { queryOf, useApiMutation } from '../kit/api/query.ts'
import { PageHeading } from '../kit/pages/page.tsx'
import { useScreenParams } from '../kit/routing/link.tsx'
import { PageLoading } from '../ui/feedback/page-loading.tsx'
import { MailedPage } from '../ui/mailed-link/mailed-page.tsx'
import { YesOrNo } from '../ui/mailed-link/yes-or-no.tsx'
import { alarmPersonScreen } from './screens.ts'

function Question({ token, person }: { token: string; person: AlarmPerson }) {
  const { t } = useTranslation('alarm-plan')
  const answer = useApiMutation(api.answerAlarmPerson, { refresh: [api.getAlarmPerson] })
  const { location_name: place, name, asked_by, answer: given } = person
  return (
    <>
      <PageHeading>{t('person_page.title', { place })}</PageHeading>
      <p>{t('person_page.lead', { name, place })}</p>
      {asked_by && <p className="bm-muted">{t('person_page.asked_by', { name: asked_by })}</p>}
      <YesOrNo
        given={given}
        said={{ yes: t('person_page.said_yes'), no: t('person_page.said_no') }}
        labels={{ yes: t('person_page.yes'), no: t('person_page.no') }}
        answer={answer}
        onAnswer={said => answer.mutate({ params: { token }, body: { answer: said } })}
      />
      <p className="bm-small bm-muted">{t('own_alarm')}</p>
    </>
  )
}

function QuestionOf({ token }: { token: string }) {
  const { data } = useSuspenseQuery(queryOf(api.getAlarmPerson, { params: { token } }))
  return <Question token={token} person={data} />
}

/** Page with the question to a person of an alarm plan, which the link in the email opens; nobody needs an account for it. */
export default function AlarmPersonPage() {
  const { t } = useTranslation('alarm-plan')
  const { token } = useScreenParams(alarmPersonScreen)
  return (
    <MailedPage waiting={<PageLoading />} gone={{ title: t('call_page.wrong'), text: t('call_page.wrong_text') }}>
      <QuestionOf token={token} />
    </MailedPage>
  )
}
