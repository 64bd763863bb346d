import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { DeviceSettings, SettingHistory } from '#shared/contract/devices/device-settings.ts'
import { api } from '#shared/contract/index.ts'
import { type SettingName, type SettingValue, settingField } from '#shared/rules/devices/device-settings.ts'
import { useApiMutation } from '../../kit/api/query.ts'
import { useFormat } from '../../kit/language/format.ts'
import { useNow } from '../../kit/time/now.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import type { SettingEdits } from '../settings/setting-group.tsx'
import { readable } from '../settings/setting-values.ts'
import classes from '../settings/settings.module.css'

/** "Camera: every, 30 min"; what is an interval needs no group. */
function ChangeName({ field, value }: { field: SettingName; value: SettingValue | null }) {
  const { t } = useTranslation('device-settings')
  const { group } = settingField(field)
  return (
    <b>
      {group !== 'intervals' && `${t(`group.${group}`)}: `}
      {t(`field.${field}`)}, {readable(field, value, t)}
    </b>
  )
}

function Open({ change }: { change: SettingHistory }) {
  const { t } = useTranslation('device-settings')
  const format = useFormat()
  const now = useNow()
  const takeBack = useApiMutation(api.takeBackSetting, { refresh: [api.getDeviceSettings] })
  const failed = change.state === 'failed'
  const reason = change.reason === 'kept_other' ? t('kept_own') : t('refused', { reason: change.reason })
  return (
    <li>
      <StatusShape status={failed ? 'act_now' : 'pending'} size={19} />
      <span className="bm-grow">
        <ChangeName field={change.field} value={change.value} />
        <span className="bm-small bm-muted">
          {failed ? reason : t('sent', { age: format.age(change.created_at, now) })}
        </span>
        {takeBack.error && <Note status="act_now">{takeBack.error.message || t('not_taken_back')}</Note>}
      </span>
      <button
        type="button"
        className="bm-link"
        disabled={takeBack.isPending}
        onClick={() => takeBack.mutate({ params: { id: change.id } })}
      >
        {t('take_back')}
        <span className="bm-hidden">{t(`field.${change.field}`)}</span>
      </button>
    </li>
  )
}

/** Time until the device will hear of what is wanted. */
function Next({ settings }: { settings: DeviceSettings }) {
  const { t } = useTranslation('device-settings')
  const now = useNow()
  const { next_message_at } = settings
  if (next_message_at === null) return t('next.never')
  const minutes = Math.ceil((Date.parse(next_message_at) - now) / 60_000)
  if (minutes < -10) return t('next.overdue')
  return minutes <= 1 ? t('next.soon') : t('next.in', { count: minutes })
}

interface Props {
  settings: DeviceSettings
  editing: SettingEdits
  busy: boolean
  failure: string | null
  onSend: () => void
}

/** All changes that are not with the device yet: typed, on their way, or refused. */
export function ChangesCard({ settings, editing: { edits, problems, onEdit }, busy, failure, onSend }: Props) {
  const { t } = useTranslation('device-settings')
  const open = settings.changes.filter(({ state }) => state === 'pending' || state === 'failed')
  const typed = Object.entries(edits) as [SettingName, SettingValue][]
  const wrong = Object.keys(problems).length
  return (
    <section className={`bm-card ${classes.side}`} aria-labelledby="changes">
      <header>
        <h2 id="changes">{t('changes')}</h2>
        <span className="bm-grow" />
        <span className="bm-small bm-muted">
          {settings.reported_version === null
            ? t('version_unknown', { version: settings.version })
            : t('version', { version: settings.version, reported: settings.reported_version })}
        </span>
      </header>
      <ul className={classes.changes}>
        {typed.map(([field, value]) => (
          <li key={field}>
            <StatusShape status={problems[field] ? 'act_now' : 'pending'} size={19} />
            <span className="bm-grow">
              <ChangeName field={field} value={value} />
              <span className="bm-small bm-muted">{problems[field] ?? t('not_sent')}</span>
            </span>
          </li>
        ))}
        {open.map(change => (
          <Open key={change.id} change={change} />
        ))}
      </ul>
      {typed.length === 0 && open.length === 0 && <p className="bm-muted">{t('no_changes')}</p>}
      <p className={classes.next}>
        <IconRefresh size={17} stroke={1.8} aria-hidden="true" />
        <Next settings={settings} />
      </p>
      {failure && <Note status="act_now">{failure}</Note>}
      <div className={classes.buttons} data-typed={typed.length > 0 || undefined}>
        <Button variant="default" disabled={typed.length === 0} onClick={() => onEdit({})}>
          {t('discard')}
        </Button>
        <Button disabled={typed.length === 0 || wrong > 0} loading={busy} onClick={onSend}>
          {typed.length === 0 ? t('send_none') : t('send', { count: typed.length })}
        </Button>
      </div>
    </section>
  )
}

const PAST = {
  confirmed: 'good',
  taken_back: 'no_data',
  replaced: 'no_data',
  pending: 'pending',
  failed: 'act_now',
} as const

/** List of who changed what, and what became of it. */
export function HistoryCard({ changes }: { changes: readonly SettingHistory[] }) {
  const { t } = useTranslation('device-settings')
  const format = useFormat()
  const now = useNow()
  if (changes.length === 0) return null
  return (
    <section className={`bm-card ${classes.side}`} aria-labelledby="history">
      <header>
        <h2 id="history">{t('history')}</h2>
      </header>
      <ol className={`${classes.changes} ${classes.history}`}>
        {changes.map(change => (
          <li key={change.id}>
            <StatusShape status={PAST[change.state]} size={17} />
            <span className="bm-grow">
              <ChangeName field={change.field} value={change.value} />
              <span className="bm-small bm-muted">
                {t(`state.${change.state}`)}
                {change.previous !== null && `, ${t('before', { value: readable(change.field, change.previous, t) })}`}
              </span>
              <span className="bm-small bm-muted">
                {change.changed_by ?? t('somebody')}, {format.age(change.created_at, now)}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
