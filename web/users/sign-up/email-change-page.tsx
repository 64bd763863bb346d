import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { logOut } from '../../kit/api/log-out.ts'
import { useApiMutation } from '../../kit/api/query.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { useGo, useScreenSearch } from '../../kit/routing/link.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { emailChangeScreen, passwordForgotScreen } from '../screens.ts'
import visitor from '../sign-in/visitor.module.css'
import { VisitorFrame } from '../sign-in/visitor-frame.tsx'

function Stopped({ email }: { email: string }) {
  const { t } = useTranslation('users')
  const go = useGo()
  return (
    <div className={visitor.form}>
      <PageHeading>{t('stop_change.title')}</PageHeading>
      <Note status="good">{t('stop_change.done', { email })}</Note>
      <Button onClick={() => void go(linkTo(passwordForgotScreen, { search: { email } }))} fullWidth>
        {t('stop_change.new_password')}
      </Button>
    </div>
  )
}

/** Opened by the link in a mail to the old address. It asks first: programs that look through mails open links as well. */
export default function EmailChangePage() {
  const { t } = useTranslation(['users', 'form'])
  const { token = '' } = useScreenSearch(emailChangeScreen)
  const stop = useApiMutation(api.stopEmailChange)
  const onStop = () => stop.mutate({ body: { token } }, { onSuccess: logOut })
  return (
    <VisitorFrame art={false}>
      {stop.data ? (
        <Stopped email={stop.data.email} />
      ) : (
        <div className={visitor.form}>
          <PageHeading>{t('stop_change.title')}</PageHeading>
          <p>{t('stop_change.text')}</p>
          {stop.isError && <Note status="act_now">{stop.error.message || t('form:no_answer')}</Note>}
          <Button color="red" loading={stop.isPending} onClick={onStop} fullWidth>
            {t('stop_change.action')}
          </Button>
        </div>
      )}
    </VisitorFrame>
  )
}
