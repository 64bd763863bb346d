import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccessToken } from '#shared/contract/accounts/tokens.ts'
import { api } from '#shared/contract/index.ts'
import { TOLD_DAYS } from '#shared/rules/accounts/scopes.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { useRead } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { useFormat } from '../../kit/language/format.ts'
import { dayIn, momentIn } from '../../kit/language/viewer-formats.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { lazyPart } from '../../kit/pages/part.ts'
import { useNow } from '../../kit/time/now.ts'
import classes from '../../ui/data-display/card-list.module.css'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ConfirmDelete } from '../../ui/overlays/confirm-delete.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { TOKENS } from './token-read.ts'

const TokenDialog = lazyPart(() => import('./token-dialog.tsx'))

export const reads = () => [TOKENS] as const

function State({ token, now }: { token: AccessToken; now: number }) {
  const { t } = useTranslation('access-tokens')
  const left = Date.parse(token.expires_at) - now
  if (left <= 0) return <StatusWord status="no_data" word={t('state.ended')} />
  if (left <= TOLD_DAYS * DAY_MS) return <StatusWord status="attention" word={t('state.soon')} />
  return <StatusWord status="good" word={t('state.works')} />
}

function TokenCard({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }) {
  const { t } = useTranslation('access-tokens')
  const { time_zone } = useUser()
  const format = useFormat()
  const now = useNow()
  const { name, scopes, tail, created_at, last_used_at, expires_at } = token
  const ended = Date.parse(expires_at) <= now
  const time = momentIn(expires_at, time_zone)
  return (
    <li className={`bm-card ${classes.card}`}>
      <div className={classes.facts}>
        <b>{name}</b>
        <State token={token} now={now} />
        <span>{scopes.map(scope => t(`scope.${scope}.name`)).join(' · ')}</span>
        <span className="bm-muted">
          <code>…{tail}</code> · {t('made_on', { date: dayIn(created_at, time_zone) })} ·{' '}
          <span className="bm-nowrap">{t(ended ? 'ended_at' : 'ends_at', { time })}</span>
        </span>
        <span className="bm-muted">
          {last_used_at ? t('used', { age: format.age(last_used_at, now) }) : t('unused')}
        </span>
      </div>
      <Button variant="default" aria-label={t(ended ? 'remove_named' : 'revoke_named', { name })} onClick={onRevoke}>
        {t(ended ? 'remove' : 'revoke')}
      </Button>
    </li>
  )
}

function AskRevoke({ token, onClose, onDone }: { token: AccessToken; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation('access-tokens')
  const ended = Date.parse(token.expires_at) <= useNow()
  const { name } = token
  return (
    <ConfirmDelete
      endpoint={api.deleteToken}
      id={token.id}
      refresh={[api.listTokens]}
      title={t(ended ? 'remove_title' : 'revoke_title', { name })}
      action={t(ended ? 'remove' : 'revoke')}
      {...{ onDone, onClose }}
    >
      <p>{t(ended ? 'remove_text' : 'revoke_text')}</p>
    </ConfirmDelete>
  )
}

/** Access tokens of the person, for programs of theirs. */
export default function TokensPage() {
  const { t } = useTranslation(['access-tokens', 'app'])
  const tokens = useRead(TOKENS)
  const list = useRef<HTMLUListElement>(null)
  const [making, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<AccessToken | null>(null)
  const add = (
    <Button leftSection={<IconPlus size={20} stroke={1.9} />} onClick={() => setMaking(true)}>
      {t('add')}
    </Button>
  )
  // The button that was pressed goes with its card.
  const revoked = () => {
    setRevoking(null)
    list.current?.focus()
  }
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div className="bm-grow">
          <PageHeading>{t('app:title.access_tokens')}</PageHeading>
          <p className="bm-muted">
            {t('text')}{' '}
            <a className="bm-link" href="/api/docs#examples" target="_blank" rel="noreferrer">
              {t('docs')}
            </a>
          </p>
        </div>
        {tokens.length > 0 && add}
      </header>
      {tokens.length === 0 ? (
        <EmptyState title={t('empty.title')} text={t('empty.text')} action={add} />
      ) : (
        <ul className={classes.list} ref={list} tabIndex={-1}>
          {tokens.map(token => (
            <TokenCard key={token.id} token={token} onRevoke={() => setRevoking(token)} />
          ))}
        </ul>
      )}
      <p className="bm-small bm-muted">{t('password_note')}</p>
      <Suspense>{making && <TokenDialog onClose={() => setMaking(false)} />}</Suspense>
      {revoking && <AskRevoke token={revoking} onClose={() => setRevoking(null)} onDone={revoked} />}
    </div>
  )
}
