import { Modal } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutgoingMail } from '#shared/contract/accounts/mails.ts'
import { api } from '#shared/contract/index.ts'
import { queryOf, type Read, useRead } from '../../kit/api/query.ts'
import { readSession, useUser } from '../../kit/api/session.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { ReadBoundary } from '../../ui/feedback/read-boundary.tsx'
import { useFocusGivenBack } from '../../ui/overlays/focus-given-back.ts'
import { MailList } from './mail-list.tsx'
import classes from './mails.module.css'

const RELOAD = 30_000

function MailDialog({ mail, onClose }: { mail: OutgoingMail; onClose: () => void }) {
  const { t } = useTranslation(['users', 'ui'])
  useFocusGivenBack(true)
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
      {mail.text ? <p className={classes.mail}>{mail.text}</p> : <p className="bm-muted">{t('mails.forgotten')}</p>}
    </Modal>
  )
}

const MAILS = { ...queryOf(api.listMails, {}), refetchInterval: RELOAD }
const SERVER = queryOf(api.getServer, {})

export const reads = (): readonly Read[] => (readSession().user?.admin ? [SERVER, MAILS] : [])

function Mails() {
  const { t } = useTranslation('users')
  const [open, setOpen] = useState<OutgoingMail | null>(null)
  const mails = useRead(MAILS)
  if (mails.length === 0) return <EmptyState title={t('mails.empty')} text={t('mails.empty_text')} />
  return (
    <>
      <MailList mails={mails} onOpen={setOpen} />
      {open && <MailDialog mail={open} onClose={() => setOpen(null)} />}
    </>
  )
}

function ForAdministrators() {
  const { t } = useTranslation('users')
  const server = useRead(SERVER)
  return (
    <div className={classes.page}>
      <header>
        <PageHeading>{t('mails.title')}</PageHeading>
        <p className="bm-muted">{t('mails.text')}</p>
      </header>
      {!server.mail && <Note status="attention">{t('mails.no_server')}</Note>}
      <ReadBoundary waiting={<PageLoading />}>
        <Mails />
      </ReadBoundary>
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
