import { Button, Textarea } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlarmCall } from '#shared/contract/alerts/alarm-plans.ts'
import { api } from '#shared/contract/index.ts'
import { queryOf, useApiMutation } from '../kit/api/query.ts'
import { momentIn } from '../kit/language/viewer-formats.ts'
import { PageHeading } from '../kit/pages/page.tsx'
import { useScreenParams } from '../kit/routing/link.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { MailedPage } from '../ui/mailed-link/mailed-page.tsx'
import classes from './alarm.module.css'
import { People } from './people.tsx'
import { alarmCallScreen } from './screens.ts'

const RELOAD = 30_000

function Outcome({ call }: { call: AlarmCall }) {
  const { t } = useTranslation('alarm-plan')
  const time = (at: string) => momentIn(at, call.time_zone)
  if (call.confirmed_at !== null)
    return (
      <Note status={call.kind === 'test' ? 'good' : 'on_it'}>
        {t(`call_page.confirmed_${call.kind}`, { time: time(call.confirmed_at) })}
      </Note>
    )
  if (call.resolved_at !== null)
    return <Note status="good">{t('call_page.over', { time: time(call.resolved_at) })}</Note>
  if (call.acknowledged_by !== null)
    return <Note status="on_it">{t('call_page.other', { name: call.acknowledged_by || t('call_page.someone') })}</Note>
  return call.open ? null : <Note status="no_data">{t('call_page.old')}</Note>
}

/** Never confirms by being opened: programs that read mails open links, too. */
function Confirming({ token, call }: { token: string; call: AlarmCall }) {
  const { t } = useTranslation(['alarm-plan', 'form'])
  const [remark, setRemark] = useState('')
  const confirm = useApiMutation(api.confirmAlarmCall, { refresh: [api.getAlarmCall] })
  if (!call.open) return null
  return (
    <form
      className={classes.remark}
      onSubmit={event => {
        event.preventDefault()
        confirm.mutate({ params: { token }, body: { remark } })
      }}
    >
      <Textarea
        size="md"
        label={t('call_page.remark')}
        maxLength={2500}
        autosize
        value={remark}
        onChange={event => setRemark(event.currentTarget.value)}
      />
      {confirm.error && <Note status="act_now">{confirm.error.message || t('form:no_answer')}</Note>}
      <Button type="submit" size="lg" fullWidth loading={confirm.isPending}>
        {t(`call_page.confirm_${call.kind}`)}
      </Button>
    </form>
  )
}

function Call({ token, call }: { token: string; call: AlarmCall }) {
  const { t } = useTranslation('alarm-plan')
  const { kind, location_name: place, subject, name, told_at, time_zone, people } = call
  return (
    <>
      <PageHeading>{kind === 'test' ? t('call_page.test', { place }) : subject}</PageHeading>
      <p>{t(`call_page.lead_${kind}`, { name, place, time: momentIn(told_at, time_zone) })}</p>
      <Outcome call={call} />
      <Confirming {...{ token, call }} />
      {people.length > 0 && (
        <section>
          <h2>{t('chain')}</h2>
          <People people={people} />
        </section>
      )}
      <p className="bm-small bm-muted">{t('own_alarm')}</p>
    </>
  )
}

function CallOf({ token }: { token: string }) {
  const { data } = useSuspenseQuery({ ...queryOf(api.getAlarmCall, { params: { token } }), refetchInterval: RELOAD })
  return <Call token={token} call={data} />
}

/** Page that the link in an email of an alarm plan opens; nobody needs an account for it. */
export default function AlarmCallPage() {
  const { t } = useTranslation('alarm-plan')
  const { token } = useScreenParams(alarmCallScreen)
  return (
    <MailedPage gone={{ title: t('call_page.wrong'), text: t('call_page.wrong_text') }}>
      <CallOf token={token} />
    </MailedPage>
  )
}
