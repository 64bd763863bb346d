import { NativeSelect } from '@mantine/core'
import { IconMoon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../kit/api/session.ts'
import { shownClock } from '../kit/language/viewer-formats.ts'
import { Note } from '../ui/feedback/note.tsx'
import classes from './alert-delivery.module.css'
import { DeliveryCard } from './card.tsx'
import type { Choosing } from './choices.ts'
import { SwitchRow } from './switch-row.tsx'

const hours = () =>
  Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: shownClock(`${String(hour).padStart(2, '0')}:00`),
  }))
/** Quiet hours offered to a person who had none. */
const NIGHT = { quiet_from: 22, quiet_until: 6 }
const NONE = { quiet_from: null, quiet_until: null }

interface HourProps {
  label: string
  hour: number
  onChoose: (hour: number) => void
}

function Hour({ label, hour, onChoose }: HourProps) {
  return (
    <NativeSelect
      size="md"
      label={label}
      data={hours()}
      value={String(hour)}
      onChange={event => onChoose(Number(event.currentTarget.value))}
    />
  )
}

/** Quiet hours, and when the daily email comes. */
export function TimesCard({ choices: { chosen, choose, failure } }: { choices: Choosing }) {
  const { t } = useTranslation(['alert-delivery', 'form'])
  const { time_zone: zone } = useUser()
  const { quiet_from, quiet_until, digest_hour } = chosen
  const hasQuiet = quiet_from !== null && quiet_until !== null
  return (
    <DeliveryCard icon={IconMoon} title={t('times.title')} text={t('times.zone', { zone })}>
      {failure && <Note status="act_now">{failure.message || t('form:no_answer')}</Note>}
      <SwitchRow
        name={t('times.quiet')}
        text={t('times.quiet_text')}
        checked={hasQuiet}
        onChange={isOn => choose(isOn ? NIGHT : NONE)}
      />
      {hasQuiet && (
        <div className={classes.hours}>
          <Hour label={t('times.from')} hour={quiet_from} onChoose={hour => choose({ quiet_from: hour })} />
          <Hour label={t('times.until')} hour={quiet_until} onChoose={hour => choose({ quiet_until: hour })} />
        </div>
      )}
      <div className={classes.digest}>
        <Hour label={t('times.digest')} hour={digest_hour} onChoose={hour => choose({ digest_hour: hour })} />
        <p className="bm-small bm-muted">{t('times.digest_text')}</p>
      </div>
    </DeliveryCard>
  )
}
