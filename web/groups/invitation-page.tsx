import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Invitation } from '#shared/contract/accounts/groups.ts'
import { isNotFound } from '#shared/contract/call.ts'
import { DEFAULT_TIME_ZONE } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { queryOf, useApiMutation } from '../kit/api/query.ts'
import { useSession } from '../kit/api/session.ts'
import { momentIn } from '../kit/language/viewer-formats.ts'
import { PageHeading } from '../kit/pages/page.tsx'
import { hrefOf, linkTo } from '../kit/routing/address.ts'
import { ScreenLink, useGo, useScreenParams } from '../kit/routing/link.tsx'
import { homeScreen } from '../locations/screens.ts'
import { Note } from '../ui/feedback/note.tsx'
import { PageLoading } from '../ui/feedback/page-loading.tsx'
import { signInScreen, signUpScreen } from '../users/screens.ts'
import visitor from '../users/sign-in/visitor.module.css'
import { VisitorFrame } from '../users/sign-in/visitor-frame.tsx'
import { SIGHT_READS } from './queries.ts'
import { groupScreen, invitationScreen } from './screens.ts'

const invitationRead = (token: string) => ({ ...queryOf(api.getInvitation, { params: { token } }), staleTime: 0 })

function ToHome() {
  const { t } = useTranslation('groups')
  return (
    <p>
      <ScreenLink to={linkTo(homeScreen)} className="bm-link">
        {t('page.to_start')}
      </ScreenLink>
    </p>
  )
}

function Decline({ token }: { token: string }) {
  const { t } = useTranslation('groups')
  const decline = useApiMutation(api.declineInvitation, { refresh: [api.getInvitation, api.listGroups] })
  return (
    <>
      <Button
        variant="default"
        fullWidth
        loading={decline.isPending}
        onClick={() => decline.mutate({ params: { token } })}
      >
        {t('invitation.decline')}
      </Button>
      {decline.error && <Note status="act_now">{decline.error.message || t('failed')}</Note>}
    </>
  )
}

function Join({ token }: { token: string }) {
  const { t } = useTranslation('groups')
  const go = useGo()
  const accept = useApiMutation(api.acceptInvitation, { refresh: [...SIGHT_READS, api.getInvitation] })
  return (
    <>
      <Button
        fullWidth
        loading={accept.isPending}
        onClick={() =>
          accept.mutate(
            { params: { token } },
            { onSuccess: ({ id }) => go(linkTo(groupScreen, { params: { id } }), { replace: true }) },
          )
        }
      >
        {t('invitation.join')}
      </Button>
      {accept.error && <Note status="act_now">{accept.error.message || t('failed')}</Note>}
    </>
  )
}

/** Ways of somebody who is not signed in: both offered to everybody, for nobody is told whether the address has an account. */
function Enter({ token, email }: { token: string; email: string }) {
  const { t } = useTranslation('groups')
  const redirectFrom = hrefOf(linkTo(invitationScreen, { params: { token } }))
  return (
    <>
      <p>{t('page.sign_in', { email })}</p>
      <Button component={ScreenLink} to={linkTo(signInScreen, { search: { email, redirectFrom } })} fullWidth>
        {t('page.to_sign_in')}
      </Button>
      <Button
        component={ScreenLink}
        to={linkTo(signUpScreen, { search: { email, redirectFrom } })}
        variant="default"
        fullWidth
      >
        {t('page.to_sign_up')}
      </Button>
    </>
  )
}

function Waiting({ token, invitation }: { token: string; invitation: Invitation }) {
  const { t } = useTranslation('groups')
  const { user } = useSession()
  const { email, invited_by, group_name, role, expires_at, mine } = invitation
  const zone = user?.time_zone ?? DEFAULT_TIME_ZONE
  return (
    <>
      <p>{t('page.text', { email: invited_by, group: group_name })}</p>
      <p className="bm-muted">{t(`invitation.as.${role}`)}</p>
      <p className="bm-muted">{t('invitation.until', { date: momentIn(expires_at, zone) })}</p>
      {user === null && <Enter token={token} email={email} />}
      {user !== null && !mine && (
        <>
          <Note status="attention">{t('page.wrong_account', { email, own: user.email })}</Note>
          <ToHome />
        </>
      )}
      {mine && <Join token={token} />}
      {(mine || user === null) && <Decline token={token} />}
    </>
  )
}

function Over({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('groups')
  const { state, group_id, invited_by } = invitation
  if (state === 'waiting') return null
  return (
    <>
      <Note status={state === 'accepted' ? 'good' : 'no_data'}>{t(`page.${state}`, { email: invited_by })}</Note>
      {group_id === null ? (
        <ToHome />
      ) : (
        <Button component={ScreenLink} to={linkTo(groupScreen, { params: { id: group_id } })} fullWidth>
          {t('page.to_group')}
        </Button>
      )}
    </>
  )
}

/** Opened by the link of an invitation, by whoever has it: signed in or out, in time or too late. */
export default function InvitationPage() {
  const { t } = useTranslation('groups')
  const { token = '' } = useScreenParams(invitationScreen)
  const { data, error, isPending, refetch } = useQuery({ ...invitationRead(token), retry: false })
  if (isPending) return <PageLoading />
  return (
    <VisitorFrame art={false}>
      <div className={visitor.form}>
        <PageHeading>{t('page.title')}</PageHeading>
        {data?.state === 'waiting' && <Waiting token={token} invitation={data} />}
        {data && data.state !== 'waiting' && <Over invitation={data} />}
        {error && !data && (
          <>
            <Note status="attention">{isNotFound(error) ? t('page.unknown') : error.message || t('failed')}</Note>
            {isNotFound(error) ? (
              <ToHome />
            ) : (
              <Button variant="default" fullWidth onClick={() => void refetch()}>
                {t('page.again')}
              </Button>
            )}
          </>
        )}
      </div>
    </VisitorFrame>
  )
}
