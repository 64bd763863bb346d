import { useTranslation } from 'react-i18next'
import { AUDIT_FIELDS, type AuditChange, type AuditEntry } from '#shared/contract/accounts/audit.ts'
import { ROLES } from '#shared/rules/accounts/roles.ts'
import { isSettingName, settingField } from '#shared/rules/devices/device-settings.ts'
import { useUser } from '../kit/api/session.ts'
import { dateTimeIn } from '../kit/language/format.ts'
import { RecordList } from '../ui/data-display/record-list.tsx'
import classes from './audit.module.css'

const MOMENT = /^\d{4}-\d\d-\d\dT/

const useChangeWords = () => {
  const { t } = useTranslation(['audit', 'device-settings', 'people'])
  const { time_zone } = useUser()
  const field = (name: string): string => {
    const known = AUDIT_FIELDS.find(one => one === name)
    if (known) return t(`audit:field.${known}`)
    if (!isSettingName(name)) return name
    return `${t(`device-settings:group.${settingField(name).group}`)}: ${t(`device-settings:field.${name}`)}`
  }
  const role = (name: string): string => {
    const known = ROLES.find(one => one === name)
    return known ? t(`people:role.${known}`) : name
  }
  const value = (name: string, given: AuditChange['before']): string => {
    if (given === null || given === '') return t('none')
    if (name === 'roles') return String(given).split(', ').map(role).join(', ')
    if (typeof given === 'boolean') return t(given ? 'yes' : 'no')
    return typeof given === 'string' && MOMENT.test(given) ? dateTimeIn(given, time_zone) : String(given)
  }
  return ({ field: name, before, after }: AuditChange): string =>
    // A secret is not told: only that it changed.
    before === null && after === null
      ? field(name)
      : t('change', { field: field(name), before: value(name, before), after: value(name, after) })
}

function Changes({ entry }: { entry: AuditEntry }) {
  const words = useChangeWords()
  if (entry.changes.length === 0) return null
  return (
    <ul className={classes.changes}>
      {entry.changes.map(change => (
        <li key={change.field}>{words(change)}</li>
      ))}
    </ul>
  )
}

function Origin({ entry: { ip, browser } }: { entry: AuditEntry }) {
  return <span className="bm-small">{[ip, browser].filter(Boolean).join(' · ')}</span>
}

function Card({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const { time_zone } = useUser()
  return (
    <>
      <b>{t(`action.${entry.action}`)}</b>
      {entry.object_name && <span>{entry.object_name}</span>}
      <Changes entry={entry} />
      <span className="bm-muted">
        {entry.person ?? t('nobody')} · <span className="bm-nowrap">{dateTimeIn(entry.at, time_zone)}</span>
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
      <td className="bm-nowrap">{dateTimeIn(entry.at, time_zone)}</td>
      <td>{entry.person ?? t('nobody')}</td>
      <th scope="row">{t(`action.${entry.action}`)}</th>
      <td>{entry.object_name}</td>
      <td>
        <Changes entry={entry} />
      </td>
      <td>
        <Origin entry={entry} />
      </td>
    </tr>
  )
}

const COLUMNS = ['time', 'person', 'action', 'object', 'changes', 'origin'] as const

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
