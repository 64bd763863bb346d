import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TERMS_VERSION } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { useApiMutation } from '../../kit/api/query.ts'
import { useSession } from '../../kit/api/session.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink, useScreenSearch } from '../../kit/routing/link.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { oidcScreen, profileScreen, signInScreen, termsScreen } from '../screens.ts'
import { pathAfterSignIn } from './after-sign-in.ts'
import { begin } from './enter.ts'
import { takeWay } from './return-way.ts'
import visitor from './visitor.module.css'
import { VisitorFrame } from './visitor-frame.tsx'

function BackToSignIn() {
  const { t } = useTranslation('users')
  return (
    <p>
      <ScreenLink to={linkTo(signInScreen)} className="bm-link">
        {t('recovery.back')}
      </ScreenLink>
    </p>
  )
}

function BackToProfile() {
  const { t } = useTranslation('users')
  return (
    <p>
      <ScreenLink to={linkTo(profileScreen)} className="bm-link">
        {t('ways.back_to_profile')}
      </ScreenLink>
    </p>
  )
}

function Terms({
  state,
  name,
  email,
  onIn,
}: {
  state: string
  name: string
  email: string
  onIn: () => Promise<void>
}) {
  const { t } = useTranslation(['users', 'form'])
  const [accepted, setAccepted] = useState(false)
  const signUp = useApiMutation(api.signUpByOidc)
  const make = () =>
    signUp.mutate(
      { body: { state, policy_accepted: TERMS_VERSION } },
      { onSuccess: entered => void begin(entered).then(onIn) },
    )
  return (
    <div className={visitor.form}>
      <PageHeading>{t('sign_up.title')}</PageHeading>
      <p>{t('ways.welcome', { name, email })}</p>
      <Checkbox
        size="md"
        label={t('sign_up.accept', { version: TERMS_VERSION })}
        checked={accepted}
        onChange={({ currentTarget }) => setAccepted(currentTarget.checked)}
      />
      <p>
        <ScreenLink to={linkTo(termsScreen)} className="bm-link" target="_blank">
          {t('sign_up.read_terms')}
        </ScreenLink>
      </p>
      {signUp.isError && <Note status="act_now">{signUp.error.message || t('form:no_answer')}</Note>}
      <Button fullWidth disabled={!accepted} loading={signUp.isPending} onClick={make}>
        {t('sign_up.action')}
      </Button>
      <BackToSignIn />
    </div>
  )
}

/** Page that the other provider leads back to. */
export default function OidcPage() {
  const { t } = useTranslation(['users', 'form'])
  const { code = '', state = '', iss, error } = useScreenSearch(oidcScreen)
  const router = useRouter()
  const { user } = useSession()
  const goOn = (otherwise?: string) => router.navigate({ href: pathAfterSignIn(takeWay() ?? otherwise), replace: true })
  const answer = useQuery({
    queryKey: ['oidc', state],
    queryFn: async () => {
      const step = await ask(api.signInByOidc, { body: { state, code, ...(iss === undefined ? {} : { iss }) } })
      if (step.step === 'signed_in') {
        await begin(step.user)
        await goOn()
      }
      if (step.step === 'linked' || step.step === 'reauthenticated') await goOn('/profile')
      return step
    },
    enabled: error === undefined && code !== '' && state !== '',
    // The code of the provider works once.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const refused = error !== undefined || code === '' || state === ''
  const step = answer.data
  if (!refused && answer.isPending) return <PageLoading />
  return (
    <VisitorFrame art={false}>
      {step?.step === 'terms' ? (
        <Terms state={state} name={step.name} email={step.email} onIn={() => goOn()} />
      ) : (
        <div className={visitor.form}>
          <PageHeading>{t(user ? 'ways.linked' : 'sign_in.title')}</PageHeading>
          {step?.step === 'link_mailed' ? (
            <Note status="pending">{t('ways.link_mailed', { email: step.email })}</Note>
          ) : (
            <Note status="act_now">
              {refused ? t(user ? 'ways.not_confirmed' : 'ways.refused') : answer.error?.message || t('form:no_answer')}
            </Note>
          )}
          {user ? <BackToProfile /> : <BackToSignIn />}
        </div>
      )}
    </VisitorFrame>
  )
}
