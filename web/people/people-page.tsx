import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Account, USERS_PER_PAGE } from '#shared/contract/accounts/people.ts'
import { api } from '#shared/contract/index.ts'
import { ACCOUNT_STATES } from '#shared/rules/accounts/account-states.ts'
import { ROLES } from '#shared/rules/accounts/roles.ts'
import { queryOf, THROWN } from '../kit/api/query.ts'
import { useUser } from '../kit/api/session.ts'
import { momentIn } from '../kit/language/viewer-formats.ts'
import { PageHeading } from '../kit/pages/page.tsx'
import { linkTo } from '../kit/routing/address.ts'
import { ScreenLink, useChangeSearch, useScreenSearch } from '../kit/routing/link.tsx'
import { PageNumbers } from '../ui/data-display/page-numbers.tsx'
import { RecordList } from '../ui/data-display/record-list.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { PageLoading } from '../ui/feedback/page-loading.tsx'
import { SearchField } from '../ui/forms/search-field.tsx'
import { AccountState } from './account-state.tsx'
import { AdminsOnly } from './admins-only.tsx'
import classes from './people.module.css'
import { peopleScreen, personScreen } from './screens.ts'

function Person({ account: { id, name, email } }: { account: Account }) {
  const { t } = useTranslation('people')
  const own = useUser().id === id
  return (
    <span className={classes.person}>
      <ScreenLink to={linkTo(personScreen, { params: { id } })} className={classes.name}>
        {name}
      </ScreenLink>
      {own && <span className="bm-muted"> {t('you')}</span>}
      <span className="bm-small bm-muted">{email}</span>
    </span>
  )
}

const useWords = () => {
  const { t } = useTranslation('people')
  const { time_zone } = useUser()
  return {
    roles: ({ roles }: Account) => roles.map(role => t(`role.${role}`)).join(', ') || t('no_roles'),
    seen: ({ last_seen_at }: Account) => (last_seen_at === null ? t('never') : momentIn(last_seen_at, time_zone)),
  }
}

const COLUMNS = ['name', 'roles', 'state', 'devices', 'locations', 'seen'] as const

function Accounts({ users }: { users: readonly Account[] }) {
  const { t } = useTranslation('people')
  const words = useWords()
  return (
    <RecordList
      entries={users}
      heads={COLUMNS.map(column => t(`column.${column}`))}
      row={account => (
        <tr>
          <th scope="row">
            <Person account={account} />
          </th>
          <td>{words.roles(account)}</td>
          <td>
            <AccountState state={account.state} />
          </td>
          <td>{account.devices}</td>
          <td>{account.locations}</td>
          <td className="bm-nowrap">{words.seen(account)}</td>
        </tr>
      )}
      card={account => (
        <>
          <Person account={account} />
          <AccountState state={account.state} />
          {account.roles.length > 0 && <span>{words.roles(account)}</span>}
          <span className="bm-small">
            {t('column.devices')} {account.devices} · {t('column.locations')} {account.locations} · {t('column.seen')}{' '}
            <span className="bm-nowrap">{words.seen(account)}</span>
          </span>
        </>
      )}
    />
  )
}

function People() {
  const { t } = useTranslation('people')
  const { search = '', role, state, page = 1 } = useScreenSearch(peopleScreen)
  const change = useChangeSearch(peopleScreen)
  const wanted = { search: search || undefined, role, state, page }
  const { data } = useQuery({
    ...queryOf(api.pageUsers, { query: wanted }),
    placeholderData: before => before,
    ...THROWN,
  })
  const pages = Math.ceil((data?.total ?? 0) / USERS_PER_PAGE)
  return (
    <div className={classes.page}>
      <header>
        <PageHeading>{t('title')}</PageHeading>
        {data && (
          <p className="bm-muted" role="status">
            {t('count', { count: data.total })}
          </p>
        )}
      </header>
      <search className={classes.filters}>
        <SearchField
          label={t('search')}
          search={search}
          onSearch={words => void change({ search: words || null, page: null })}
        />
        <Select
          size="md"
          clearable
          aria-label={t('role_filter')}
          placeholder={t('every_role')}
          value={role ?? null}
          data={ROLES.map(value => ({ value, label: t(`role.${value}`) }))}
          onChange={value => void change({ role: ROLES.find(one => one === value) ?? null, page: null })}
        />
        <Select
          size="md"
          clearable
          aria-label={t('state_filter')}
          placeholder={t('every_state')}
          value={state ?? null}
          data={ACCOUNT_STATES.map(value => ({ value, label: t(`state.${value}`) }))}
          onChange={value => void change({ state: ACCOUNT_STATES.find(one => one === value) ?? null, page: null })}
        />
      </search>
      {data === undefined && <PageLoading />}
      {data?.users.length === 0 && (
        <EmptyState
          title={t('empty.title')}
          text={t('empty.text')}
          action={
            <Button onClick={() => void change({ search: null, role: null, state: null, page: null })}>
              {t('reset')}
            </Button>
          }
        />
      )}
      {data && data.users.length > 0 && <Accounts users={data.users} />}
      <PageNumbers page={page} pages={pages} onChange={number => void change({ page: number })} />
    </div>
  )
}

export default function PeoplePage() {
  return (
    <AdminsOnly>
      <People />
    </AdminsOnly>
  )
}
