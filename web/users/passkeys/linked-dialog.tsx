import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { useApiMutation, useRead } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { dateTimeIn } from '../../kit/language/format.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { ReadBoundary } from '../../ui/feedback/read-boundary.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import classes from '../profile/profile.module.css'
import { LINKED } from './ways-read.ts'

function Linked() {
  const { t } = useTranslation(['users', 'form'])
  const { time_zone } = useUser()
  const linked = useRead(LINKED)
  const list = useRef<HTMLUListElement>(null)
  const end = useApiMutation(api.deleteLinkedSignIn, { refresh: [api.listLinkedSignIns] })
  return (
    <>
      <p>{t('ways.linked_text')}</p>
      <ul className={classes.sessions} ref={list} tabIndex={-1}>
        {linked.map(({ id, issuer, created_at }) => (
          <li key={id}>
            <span className={classes.rowText}>
              <b>{new URL(issuer).hostname}</b>
              <span>{t('sessions.since', { time: dateTimeIn(created_at, time_zone) })}</span>
            </span>
            <Button
              variant="default"
              loading={end.isPending}
              onClick={() => end.mutate({ params: { id } }, { onSuccess: () => list.current?.focus() })}
            >
              {t('ways.unlink')} <span className="bm-hidden">{new URL(issuer).hostname}</span>
            </Button>
          </li>
        ))}
      </ul>
      {linked.length === 0 && (
        <p className="bm-muted" role="status">
          {t('ways.none_linked')}
        </p>
      )}
      {end.isError && <Note status="act_now">{end.error.message || t('form:no_answer')}</Note>}
    </>
  )
}

/** Accounts at other providers that sign the person in, to end what should not go on. */
export default function LinkedDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('users')
  return (
    <Dialog opened title={t('ways.linked')} size={520} onClose={onClose}>
      <ReadBoundary>
        <Linked />
      </ReadBoundary>
    </Dialog>
  )
}
