import { useTranslation } from 'react-i18next'
import { AUDIT_FIELDS, type AuditChange, type AuditEntry } from '#shared/contract/accounts/audit.ts'
import { SHARE_RIGHTS } from '#shared/contract/places/shares.ts'
import { ROLES } from '#shared/rules/accounts/roles.ts'
import { SCOPES } from '#shared/rules/accounts/scopes.ts'
import { isSettingName, settingField } from '#shared/rules/devices/device-settings.ts'
import { GROUP_ROLES } from '#shared/rules/groups/roles.ts'
import { useUser } from '../kit/api/session.ts'
import { momentIn } from '../kit/language/viewer-formats.ts'
import classes from './audit.module.css'

const MOMENT = /^\d{4}-\d\d-\d\dT/

/** A change of a field as a sentence: `Role: Member → Admin`. */
const useChangeWords = () => {
  const { t } = useTranslation(['audit', 'device-settings', 'people', 'access-tokens', 'groups'])
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
  const scope = (name: string): string => {
    const known = SCOPES.find(one => one === name)
    return known ? t(`access-tokens:scope.${known}.name`) : name
  }
  const groupRole = (name: string): string => {
    const known = GROUP_ROLES.find(one => one === name)
    return known ? t(`groups:role.${known}`) : name
  }
  const right = (name: string): string => {
    const known = SHARE_RIGHTS.find(one => one === name)
    return known ? t(`groups:right.${known}`) : name
  }
  const value = (name: string, given: AuditChange['before']): string => {
    if (given === null || given === '') return t('none')
    if (name === 'roles') return String(given).split(', ').map(role).join(', ')
    if (name === 'scopes') return String(given).split(', ').map(scope).join(', ')
    if (name === 'group_role') return groupRole(String(given))
    if (name === 'share') return right(String(given))
    if (typeof given === 'boolean') return t(given ? 'yes' : 'no')
    return typeof given === 'string' && MOMENT.test(given) ? momentIn(given, time_zone) : String(given)
  }
  return ({ field: name, before, after }: AuditChange): string =>
    // A secret is not told: only that it changed.
    before === null && after === null
      ? field(name)
      : t('change', { field: field(name), before: value(name, before), after: value(name, after) })
}

/** Changes of an entry of the log. */
export const changesOf = ({ before, after }: Pick<AuditEntry, 'before' | 'after'>): AuditChange[] =>
  Object.entries(after ?? {}).map(([field, value]) => ({ field, before: before?.[field] ?? null, after: value }))

/** Changes of an entry, field by field. Needs the texts of CHANGE_TEXTS. */
export function Changes({ changes }: { changes: readonly AuditChange[] }) {
  const words = useChangeWords()
  if (changes.length === 0) return null
  return (
    <ul className={classes.changes}>
      {changes.map(change => (
        <li key={change.field}>{words(change)}</li>
      ))}
    </ul>
  )
}
