import { useTranslation } from 'react-i18next'
import type { OutgoingMail } from '#shared/contract/accounts/mails.ts'
import { useUser } from '../../kit/api/session.ts'
import { useFormat } from '../../kit/language/format.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { useNow } from '../../kit/time/now.ts'
import { RecordList } from '../../ui/data-display/record-list.tsx'
import type { Status } from '../../ui/status/status.ts'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { type MailState, mailStateOf } from './mail-state.ts'
import classes from './mails.module.css'

const STATUS: Record<MailState['name'], Status> = {
  sent: 'good',
  file: 'attention',
  refused: 'attention',
  waits: 'pending',
}

interface Props {
  mails: readonly OutgoingMail[]
  onOpen: (mail: OutgoingMail) => void
}
type RowProps = Omit<Props, 'mails'> & { mail: OutgoingMail; now: number }

function State({ mail, now }: Omit<RowProps, 'onOpen'>) {
  const { t } = useTranslation('users')
  const { name, tries, nextInMinutes } = mailStateOf(mail, now)
  const next = nextInMinutes ? t('mails.next', { count: nextInMinutes }) : t('mails.next_soon')
  return (
    <>
      <StatusWord status={tries > 0 ? 'attention' : STATUS[name]} word={t(`mails.${name}`)} />
      {tries > 0 && (
        <span className="bm-small">
          {t('mails.tries', { count: tries })}, {next}
        </span>
      )}
    </>
  )
}

function Time({ mail, now }: Pick<RowProps, 'mail' | 'now'>) {
  const format = useFormat()
  const { time_zone } = useUser()
  return (
    <>
      {momentIn(mail.created_at, time_zone)}{' '}
      <span className="bm-muted bm-nowrap">{format.age(mail.created_at, now)}</span>
    </>
  )
}

function LastError({ mail }: Pick<RowProps, 'mail'>) {
  const { t } = useTranslation('users')
  return mail.last_error && <p className={classes.error}>{t('mails.last_error', { error: mail.last_error })}</p>
}

/** Address, with the channel where it is not email. */
function Recipient({ mail }: Pick<RowProps, 'mail'>) {
  const { t } = useTranslation('alert-delivery')
  if (mail.channel === 'email') return mail.recipient
  return (
    <>
      {mail.recipient} <span className="bm-small">{t(`${mail.channel}.title`)}</span>
    </>
  )
}

function Subject({ mail, onOpen }: Pick<RowProps, 'mail' | 'onOpen'>) {
  return (
    <button type="button" className={classes.subject} onClick={() => onOpen(mail)}>
      {mail.subject}
    </button>
  )
}

function Row({ mail, now, onOpen }: RowProps) {
  return (
    <tr className={classes.row}>
      <th scope="row">
        <Subject mail={mail} onOpen={onOpen} />
        <LastError mail={mail} />
      </th>
      <td>
        <Recipient mail={mail} />
      </td>
      <td>
        <span className={classes.state}>
          <State mail={mail} now={now} />
        </span>
      </td>
      <td className="bm-nowrap">
        <Time mail={mail} now={now} />
      </td>
    </tr>
  )
}

function Card({ mail, now, onOpen }: RowProps) {
  return (
    <>
      <Subject mail={mail} onOpen={onOpen} />
      <p className="bm-muted">
        <Recipient mail={mail} />
      </p>
      <p className={classes.state}>
        <State mail={mail} now={now} />
      </p>
      <p className="bm-small">
        <Time mail={mail} now={now} />
      </p>
      <LastError mail={mail} />
    </>
  )
}

const COLUMNS = ['subject', 'recipient', 'state', 'time'] as const

export function MailList({ mails, onOpen }: Props) {
  const now = useNow()
  const { t } = useTranslation('users')
  return (
    <RecordList
      entries={mails}
      heads={COLUMNS.map(column => t(`mails.${column}`))}
      row={mail => <Row mail={mail} now={now} onOpen={onOpen} />}
      card={mail => <Card mail={mail} now={now} onOpen={onOpen} />}
    />
  )
}
