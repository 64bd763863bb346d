import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#shared/contract/accounts/audit.ts'
import { useUser } from '../kit/api/session.ts'
import { momentIn } from '../kit/language/viewer-formats.ts'
import { RecordList } from '../ui/data-display/record-list.tsx'
import classes from './audit.module.css'
import { Changes, changesOf } from './changes.tsx'

function Origin({ entry: { address, browser, token_name } }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const program = token_name === null ? null : t('via', { name: token_name })
  return <span className="bm-small">{[address, browser, program].filter(Boolean).join(' · ')}</span>
}

function Card({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const { time_zone } = useUser()
  return (
    <>
      <b>{t(`action.${entry.action}`)}</b>
      {entry.object_name && <span>{entry.object_name}</span>}
      <Changes changes={changesOf(entry)} />
      <span className="bm-muted">
        {entry.user ?? t('nobody')} · <span className="bm-nowrap">{momentIn(entry.time, time_zone)}</span>
      </span>
      <Origin entry={entry} />
    </>
  )
}

function Row({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const { time_zone } = useUser()
  return (
    <tr className={classes.row}>
      <td className="bm-nowrap">{momentIn(entry.time, time_zone)}</td>
      <td>{entry.user ?? t('nobody')}</td>
      <th scope="row">{t(`action.${entry.action}`)}</th>
      <td>{entry.object_name}</td>
      <td>
        <Changes changes={changesOf(entry)} />
      </td>
      <td>
        <Origin entry={entry} />
      </td>
    </tr>
  )
}

const COLUMNS = ['time', 'user', 'action', 'object_name', 'changes', 'origin'] as const

export function AuditList({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation('audit')
  return (
    <RecordList
      entries={entries}
      heads={COLUMNS.map(column => t(`column.${column}`))}
      row={entry => <Row entry={entry} />}
      card={entry => <Card entry={entry} />}
    />
  )
}
