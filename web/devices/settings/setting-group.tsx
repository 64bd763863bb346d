import {
  IconAntennaBars5,
  IconBulb,
  IconCamera,
  IconCheck,
  IconClock,
  IconGridDots,
  IconNetwork,
  IconPropeller,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Setting } from '#shared/contract/devices/device-settings.ts'
import { type SettingGroup as Group, type SettingName, settingField } from '#shared/rules/devices/device-settings.ts'
import { useFormat } from '../../kit/language/format.ts'
import { shownDate } from '../../kit/language/viewer-formats.ts'
import { useNow } from '../../kit/time/now.ts'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import { SettingControl } from './setting-control.tsx'
import { type Edits, readable, standing, withEdit } from './setting-values.ts'
import classes from './settings.module.css'

const ICONS = {
  camera: IconCamera,
  thermal: IconGridDots,
  network: IconNetwork,
  modem: IconAntennaBars5,
  led: IconBulb,
  pump: IconPropeller,
  intervals: IconClock,
} as const

export interface SettingEdits {
  edits: Edits
  problems: Partial<Record<SettingName, string>>
  onEdit: (edits: Edits) => void
}

/** Answer of the device to a setting: the same, not yet, no, or nothing. */
function Says({ setting, problem }: { setting: Setting; problem: string | undefined }) {
  const { t } = useTranslation('device-settings')
  const format = useFormat()
  const now = useNow()
  const { field, reported, state, since, reason, set_at } = setting
  const told = settingField(field).secret
    ? set_at && t('set_at', { date: shownDate(set_at.slice(0, 10)) })
    : reported !== null && readable(field, reported, t)
  if (problem)
    return (
      <>
        <StatusShape status="act_now" size={16} />
        {problem}
      </>
    )
  if (state === 'pending')
    return (
      <>
        <StatusShape status="pending" size={16} />
        <span>{[told, since && t('sent', { age: format.age(since, now) })].filter(Boolean).join(', ')}</span>
      </>
    )
  if (state === 'failed')
    return (
      <>
        <StatusShape status="act_now" size={16} />
        <span>{reason === 'kept_other' ? t('kept_other', { value: told || '–' }) : t('refused', { reason })}</span>
      </>
    )
  if (state === 'not_reported') return <span>{t(settingField(field).secret ? 'not_set' : 'not_reported')}</span>
  return (
    <>
      <IconCheck size={15} stroke={2.6} className={classes.same} aria-hidden="true" />
      <span>{told || t('accepted')}</span>
    </>
  )
}

const stateOf = (setting: Setting, edited: boolean, problem: string | undefined): string | undefined => {
  if (problem) return 'failed'
  if (edited) return 'edited'
  return setting.state === 'pending' || setting.state === 'failed' ? setting.state : undefined
}

/** The settings of one group: what we want beside what the device says. */
export function SettingGroupCard({
  group,
  settings,
  editing,
}: {
  group: Group
  settings: readonly Setting[]
  editing: SettingEdits
}) {
  const { t } = useTranslation('device-settings')
  const Icon = ICONS[group]
  const { edits, problems, onEdit } = editing
  const waiting = settings.filter(({ state }) => state === 'pending').length
  return (
    <section className={`bm-card ${classes.group}`} aria-labelledby={`group-${group}`}>
      <header>
        <Icon size={19} stroke={1.8} aria-hidden="true" />
        <h2 id={`group-${group}`}>{t(`group.${group}`)}</h2>
        <span className="bm-grow" />
        {waiting > 0 && (
          <span className={classes.waits}>
            <StatusShape status="pending" size={14} />
            {t('waits', { count: waiting })}
          </span>
        )}
      </header>
      {settings.map(setting => {
        const { field } = setting
        const edited = field in edits
        const secret = settingField(field).secret
        return (
          <div key={field} className={classes.row} data-state={stateOf(setting, edited, problems[field])}>
            <span id={`setting-${field}`}>{t(`field.${field}`)}</span>
            <span className={classes.wanted}>
              <SettingControl
                setting={setting}
                value={edits[field] ?? (secret ? '' : standing(setting))}
                problem={problems[field]}
                onChange={value => onEdit(withEdit(edits, setting, value))}
              />
            </span>
            <span id={`says-${field}`} className={classes.says}>
              <Says setting={setting} problem={problems[field]} />
            </span>
          </div>
        )
      })}
    </section>
  )
}
