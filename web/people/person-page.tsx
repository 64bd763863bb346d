import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountDetails } from '#shared/contract/accounts/people.ts'
import { api } from '#shared/contract/index.ts'
import { ROLES, type Role, rightsOf } from '#shared/rules/accounts/roles.ts'
import { auditLogScreen } from '../audit/screens.ts'
import { queryOf, type Read, useApiMutation, useRead } from '../kit/api/query.ts'
import { readSession, useUser } from '../kit/api/session.ts'
import { dayIn, momentIn } from '../kit/language/viewer-formats.ts'
import { PageHeading } from '../kit/pages/page.tsx'
import { linkTo } from '../kit/routing/address.ts'
import { ScreenLink, useGo, useScreenParams } from '../kit/routing/link.tsx'
import type { PageAddress } from '../kit/routing/screen.ts'
import { Note } from '../ui/feedback/note.tsx'
import { PartLoading } from '../ui/feedback/page-loading.tsx'
import { ReadBoundary } from '../ui/feedback/read-boundary.tsx'
import { Confirm } from '../ui/overlays/confirm.tsx'
import { AccountLossLists } from '../users/account-loss.tsx'
import { AccountState } from './account-state.tsx'
import { AdminsOnly } from './admins-only.tsx'
import classes from './people.module.css'
import { peopleScreen, personScreen } from './screens.ts'

const AFTER = { refresh: [api.getUser, api.pageUsers] }

const userRead = (id: number) => queryOf(api.getUser, { params: { id } })

export const reads = ({ params }: PageAddress): readonly Read[] =>
  readSession().user?.admin ? [userRead(Number(params.id))] : []

function Roles({ account }: { account: AccountDetails }) {
  const { t } = useTranslation('people')
  const change = useApiMutation(api.changeAccount, AFTER)
  // Shown at once; what the server has stands there again when it has answered.
  const [wanted, setWanted] = useState<Role[] | null>(null)
  const roles = wanted ?? account.roles
  const set = (role: Role, on: boolean) => {
    const next = ROLES.filter(one => (one === role ? on : roles.includes(one)))
    setWanted(next)
    const input = { params: { id: account.id }, body: rightsOf(next) }
    change.mutate(input, { onSettled: () => setWanted(null) })
  }
  return (
    <section className={`bm-card ${classes.part}`}>
      <h2>{t('roles')}</h2>
      {ROLES.map(role => {
        const isLast = role === 'administrator' && account.roles.includes(role) && !account.may_lose_administration
        return (
          <Checkbox
            key={role}
            size="md"
            label={t(`role.${role}`)}
            description={isLast ? t('last_administrator') : t(`role_text.${role}`)}
            checked={roles.includes(role)}
            disabled={isLast}
            onChange={event => set(role, event.currentTarget.checked)}
          />
        )
      })}
      {change.error && <Note status="act_now">{change.error.message || t('failed')}</Note>}
    </section>
  )
}

function Loss({ id }: { id: number }) {
  return <AccountLossLists loss={useRead({ ...queryOf(api.getUserLoss, { params: { id } }), staleTime: 0 })} />
}

type Asked = 'end_sessions' | 'end_codes' | 'suspend' | 'delete'

function AskFirst({
  account: { id, name },
  asked,
  onClose,
}: {
  account: AccountDetails
  asked: Asked
  onClose: () => void
}) {
  const { t } = useTranslation('people')
  const go = useGo()
  const endSessions = useApiMutation(api.endUserSessions, AFTER)
  const endCodes = useApiMutation(api.endUserOneTimeCodes, AFTER)
  const change = useApiMutation(api.changeAccount, AFTER)
  const remove = useApiMutation(api.removeUser, { refresh: [api.pageUsers] })
  const params = { id }
  const leave = () => {
    onClose()
    void go(linkTo(peopleScreen), { replace: true })
  }
  const ways = {
    end_sessions: { ...endSessions, begin: () => endSessions.mutate({ params }, { onSuccess: onClose }) },
    end_codes: { ...endCodes, begin: () => endCodes.mutate({ params }, { onSuccess: onClose }) },
    suspend: { ...change, begin: () => change.mutate({ params, body: { suspended: true } }, { onSuccess: onClose }) },
    delete: { ...remove, begin: () => remove.mutate({ params }, { onSuccess: leave }) },
  }
  const { isPending, error, begin } = ways[asked]
  return (
    <Confirm
      opened
      title={t(`${asked}_title`, { name })}
      action={t(asked)}
      busy={isPending}
      failure={error && (error.message || t('failed'))}
      onConfirm={begin}
      onClose={onClose}
    >
      <p>{t(`${asked}_text`, { name })}</p>
      {asked === 'delete' && (
        <ReadBoundary waiting={<PartLoading />}>
          <Loss id={id} />
        </ReadBoundary>
      )}
    </Confirm>
  )
}

function Access({ account }: { account: AccountDetails }) {
  const { t } = useTranslation('people')
  const { id: ownId, time_zone } = useUser()
  const [asked, setAsked] = useState<Asked | null>(null)
  const lift = useApiMutation(api.changeAccount, AFTER)
  const confirm = useApiMutation(api.confirmAgain, AFTER)
  const failure = lift.error ?? confirm.error
  const params = { id: account.id }
  const isSuspended = account.suspended_at !== null
  // The only administrator stays.
  const isNeeded = !account.may_lose_administration
  return (
    <section className={`bm-card ${classes.part}`}>
      <h2>{t('actions')}</h2>
      {account.suspended_at !== null && <p>{t('suspended_since', { date: dayIn(account.suspended_at, time_zone) })}</p>}
      <div className={classes.buttons}>
        {/* Access tokens and links end with it, which an account may have while it is signed in nowhere. */}
        {account.state === 'active' && (
          <Button variant="default" onClick={() => setAsked('end_sessions')}>
            {t('end_sessions')}
          </Button>
        )}
        {/* Own codes, and the own account, end in the profile, where the password is asked for. */}
        {account.one_time_codes && account.id !== ownId && (
          <Button variant="default" onClick={() => setAsked('end_codes')}>
            {t('end_codes')}
          </Button>
        )}
        {account.state === 'unconfirmed' && (
          <Button variant="default" loading={confirm.isPending} onClick={() => confirm.mutate({ params })}>
            {t('confirm_again')}
          </Button>
        )}
        {isSuspended ? (
          <Button
            variant="default"
            loading={lift.isPending}
            onClick={() => lift.mutate({ params, body: { suspended: false } })}
          >
            {t('lift')}
          </Button>
        ) : (
          <Button variant="default" disabled={isNeeded} onClick={() => setAsked('suspend')}>
            {t('suspend')}
          </Button>
        )}
        {account.id !== ownId && (
          <Button variant="outline" color="red" disabled={isNeeded} onClick={() => setAsked('delete')}>
            {t('delete')}
          </Button>
        )}
      </div>
      {confirm.isSuccess && <Note status="good">{t('confirmation_sent')}</Note>}
      {failure && <Note status="act_now">{failure.message || t('failed')}</Note>}
      {asked && <AskFirst account={account} asked={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}

function Facts({ account }: { account: AccountDetails }) {
  const { t } = useTranslation('people')
  const { time_zone } = useUser()
  const seen = account.last_seen_at
  return (
    <section className={`bm-card ${classes.part}`}>
      <h2>{t('facts')}</h2>
      <p>
        {t('since')} <span className="bm-nowrap">{dayIn(account.created_at, time_zone)}</span> · {t('column.seen')}{' '}
        <span className="bm-nowrap">{seen === null ? t('never') : momentIn(seen, time_zone)}</span>
      </p>
      <p>
        {t('signed_in', { count: account.sessions })} · {t(account.one_time_codes ? 'codes_on' : 'codes_off')} ·{' '}
        {t('tokens', { count: account.tokens })}
      </p>
      <p>
        {t('column.devices')} {account.devices} · {t('column.locations')} {account.locations}
      </p>
      <ScreenLink to={linkTo(auditLogScreen, { search: { user: account.name } })}>{t('log')}</ScreenLink>
    </section>
  )
}

function Person() {
  const { id } = useScreenParams(personScreen)
  const account = useRead(userRead(id))
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div className="bm-grow">
          <PageHeading>{account.name}</PageHeading>
          <p className="bm-muted">{account.email}</p>
        </div>
        <AccountState state={account.state} />
      </header>
      <div className={classes.parts}>
        <Roles account={account} />
        <Access account={account} />
        <Facts account={account} />
      </div>
    </div>
  )
}

export default function PersonPage() {
  return (
    <AdminsOnly>
      <Person />
    </AdminsOnly>
  )
}
