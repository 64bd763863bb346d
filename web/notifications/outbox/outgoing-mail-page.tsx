import { Modal } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutgoingMail } from '#shared/contract/accounts/mails.ts'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState, ReadFailed } from '../../ui/feedback/error-state.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { MailList } from './mail-list.tsx'
import classes from './mails.module.css'

const RELOAD = 30_000

function MailDialog({ mail, onClose }: { mail: OutgoingMail; onClose: () => void }) {
  const { t } = useTranslation(['users', 'ui'])
  return (
    <Modal
      opened
      onClose={onClose}
      title={mail.subject}
      size={620}
      className="bm-sheet"
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <p className="bm-muted">
        {t('mails.recipient')} {mail.recipient}
      </p>
      {mail.text ? <p className={classes.letter}>{mail.text}</p> : <p className="bm-muted">{t('mails.forgotten')}</p>}
    </Modal>
  )
}

function Mails() {
  const { t } = useTranslation('users')
  const [open, setOpen] = useState<OutgoingMail | null>(null)
  const { data, error, refetch } = useQuery({ ...queryOf(api.listMails, {}), refetchInterval: RELOAD })
  if (!data) return error ? <ReadFailed failure={error} onRetry={() => void refetch()} /> : <PageLoading />
  if (data.length === 0) return <EmptyState title={t('mails.empty')} text={t('mails.empty_text')} />
  return (
    <>
      <MailList mails={data} onOpen={setOpen} />
      {open && <MailDialog mail={open} onClose={() => setOpen(null)} />}
    </>
  )
}

function ForAdministrators() {
  const { t } = useTranslation('users')
  const { data: server, error, refetch } = useQuery(queryOf(api.getServer, {}))
  if (!server) return error ? <ReadFailed failure={error} onRetry={() => void refetch()} /> : <PageLoading />
  return (
    <div className={classes.page}>
      <header>
        <PageHeading>{t('mails.title')}</PageHeading>
        <p className="bm-muted">{t('mails.text')}</p>
      </header>
      {!server.mail && <Note status="attention">{t('mails.no_server')}</Note>}
      <Mails />
    </div>
  )
}

export default function OutgoingMailPage() {
  const { t } = useTranslation('users')
  if (useUser().admin) return <ForAdministrators />
  return (
    <ErrorState
      page
      icon={<IconLock size={30} stroke={1.8} />}
      title={t('mails.admins_only')}
      text={t('mails.admins_only_text')}
    />
  )
}
