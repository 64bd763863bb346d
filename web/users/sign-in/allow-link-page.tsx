import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { useApiMutation } from '../../kit/api/query.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { useGo, useScreenSearch } from '../../kit/routing/link.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { allowLinkScreen, signInScreen } from '../screens.ts'
import visitor from './visitor.module.css'
import { VisitorFrame } from './visitor-frame.tsx'

/** Opened by a mailed link. It asks first: programs that look through mails open links as well. */
export default function AllowLinkPage() {
  const { t } = useTranslation(['users', 'form'])
  const { token = '' } = useScreenSearch(allowLinkScreen)
  const go = useGo()
  const allow = useApiMutation(api.allowOidcLink)
  return (
    <VisitorFrame art={false}>
      <div className={visitor.form}>
        <PageHeading>{t('ways.allow_title')}</PageHeading>
        {allow.data ? (
          <>
            <Note status="good">{t('ways.allowed', { email: allow.data.email })}</Note>
            <Button fullWidth onClick={() => void go(linkTo(signInScreen))}>
              {t('sign_in.action')}
            </Button>
          </>
        ) : (
          <>
            <p>{t('ways.allow_text')}</p>
            {allow.isError && <Note status="act_now">{allow.error.message || t('form:no_answer')}</Note>}
            <Button fullWidth loading={allow.isPending} onClick={() => allow.mutate({ body: { token } })}>
              {t('ways.allow')}
            </Button>
          </>
        )}
      </div>
    </VisitorFrame>
  )
}
