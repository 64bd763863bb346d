import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResponseOf } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { agentOf } from '#shared/rules/formats/agent.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { queryOf, useApiMutation, useRead } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { useNow } from '../../kit/time/now.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { ReadBoundary } from '../../ui/feedback/read-boundary.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import classes from './profile.module.css'

type Session = ResponseOf<typeof api.listSessions>[number]

export const SESSIONS = queryOf(api.listSessions, {})

const useWords = () => {
  const { t } = useTranslation('users')
  const { time_zone } = useUser()
  const now = useNow()
  return ({ agent, created_at, last_used_at }: Session) => {
    const { browser, system } = agentOf(agent)
    // The server notes the use of a session at most once a day, so that is how exactly it can be told.
    const days = Math.floor((now - Date.parse(last_used_at)) / DAY_MS)
    const known = browser && system ? t('sessions.agent', { browser, system }) : (browser ?? system)
    return {
      agent: known ?? t('sessions.unknown'),
      time: momentIn(created_at, time_zone),
      used: days < 2 ? t('sessions.lately') : t('sessions.days', { count: days }),
    }
  }
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: (() => void) | undefined }) {
  const { t } = useTranslation('users')
  const { agent, time, used } = useWords()(session)
  return (
    <li>
      <span className={classes.rowText}>
        <b>{agent}</b>
        <span>
          {t('sessions.since', { time })}
          {session.current ? '' : `, ${used}`}
        </span>
      </span>
      {session.current ? (
        <StatusWord status="good" word={t('sessions.this')} />
      ) : (
        <Button
          variant="default"
          aria-label={t('sessions.end_named', { agent, time })}
          disabled={!onEnd}
          onClick={onEnd}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}

function Sessions() {
  const sessions = useRead(SESSIONS)
  const { t } = useTranslation(['users', 'form'])
  const list = useRef<HTMLUListElement>(null)
  const one = useApiMutation(api.endSession, { refresh: [api.listSessions] })
  const others = useApiMutation(api.endOtherSessions, { refresh: [api.listSessions] })
  const busy = one.isPending || others.isPending
  const failure = one.error ?? others.error
  // The button that was pressed goes with its row.
  const onSuccess = () => list.current?.focus()
  const sorted = [...sessions].sort((a, b) => Number(b.current) - Number(a.current) || b.id - a.id)
  return (
    <>
      <ul className={classes.sessions} ref={list} tabIndex={-1}>
        {sorted.map(session => (
          <SessionRow
            key={session.id}
            session={session}
            onEnd={busy ? undefined : () => one.mutate({ params: { id: session.id } }, { onSuccess })}
          />
        ))}
      </ul>
      {failure && <Note status="act_now">{failure.message || t('form:no_answer')}</Note>}
      {sessions.length > 1 ? (
        <Button variant="outline" color="red" fullWidth loading={busy} onClick={() => others.mutate({}, { onSuccess })}>
          {t('sessions.end_others')}
        </Button>
      ) : (
        <p className="bm-muted" role="status">
          {t('sessions.only')}
        </p>
      )}
    </>
  )
}

/** Sessions of the person signed in, to end what should not go on. */
export function SessionsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['users', 'ui'])
  return (
    <Dialog opened title={t('sessions.title')} size={520} onClose={onClose}>
      <ReadBoundary>
        <Sessions />
      </ReadBoundary>
    </Dialog>
  )
}
