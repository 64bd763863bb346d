import { Button, MultiSelect, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import { currentLanguage } from '../../kit/language/language.ts'
import { shownHour, viewerFormats } from '../../kit/language/viewer-formats.ts'
import classes from './rule.module.css'
import type { RuleValues } from './rule-values.ts'

const HOURS = [...Array(24).keys()]
const MONTHS = [...Array(12).keys()].map(index => index + 1)

/** An hour in a cell, where its half of the day may stand below. */
const shortHour = (hour: number): string =>
  viewerFormats().clock === '24' ? String(hour) : shownHour(hour).replace('\u00A0', ' ')

const toggled = (all: readonly number[], one: number): number[] =>
  all.includes(one) ? all.filter(other => other !== one) : [...all, one].sort((a, b) => a - b)

/** Neighbours in a list of hours as spans: [9, 10, 14] is 09–11 and 14–15. */
export const spansOf = (hours: readonly number[]): string[] => {
  const starts = hours.filter(hour => !hours.includes(hour - 1))
  return starts.map(start => {
    let end = start
    while (hours.includes(end)) end++
    return `${shownHour(start)}–${shownHour(end)}`
  })
}

interface CellsProps {
  label: string
  said: string
  cells: readonly { value: number; short: string; long: string }[]
  out: readonly number[]
  onChange: (out: number[]) => void
}

function Cells({ label, said, cells, out, onChange }: CellsProps) {
  const { t } = useTranslation('alert-rules')
  return (
    <fieldset className={classes.cells}>
      <legend>
        {label} <span className="bm-small bm-muted">{said}</span>
      </legend>
      <div>
        {cells.map(({ value, short, long }) => (
          <button
            key={value}
            type="button"
            className={classes.cell}
            aria-pressed={out.includes(value)}
            onClick={() => onChange(toggled(out, value))}
          >
            {short} <span className="bm-hidden">{t('except.leave_out', { name: long })}</span>
          </button>
        ))}
      </div>
      {out.length > 0 && (
        <Button variant="subtle" size="compact-md" onClick={() => onChange([])}>
          {t('except.none_left_out')}
        </Button>
      )}
    </fieldset>
  )
}

interface Props {
  values: RuleValues
  devices: readonly Device[]
  onChange: (change: Partial<RuleValues>) => void
}

/** Hours and months of the place, and devices, for which the rule keeps still. */
export function RuleExcept({ values, devices, onChange }: Props) {
  const { t } = useTranslation('alert-rules')
  const name = (month: number, style: 'narrow' | 'short' | 'long') =>
    new Intl.DateTimeFormat(currentLanguage(), { month: style, timeZone: 'UTC' }).format(Date.UTC(2026, month - 1, 15))
  const { exclude_hours, exclude_months, exclude_device_ids } = values
  // A device that is not the caller's to see any more stays left out.
  const unseen = exclude_device_ids.filter(id => !devices.some(device => device.id === id))
  return (
    <section className={`bm-card ${classes.part}`}>
      <h2>{t('except.title')}</h2>
      <p className="bm-small bm-muted">{t('except.help')}</p>
      <Cells
        label={t('except.hours')}
        said={exclude_hours.length === 0 ? t('except.always') : spansOf(exclude_hours).join(', ')}
        cells={HOURS.map(hour => ({
          value: hour,
          short: shortHour(hour),
          long: spansOf([hour]).join(),
        }))}
        out={exclude_hours}
        onChange={hours => onChange({ exclude_hours: hours })}
      />
      <Cells
        label={t('except.months')}
        said={
          exclude_months.length === 0
            ? t('except.all_year')
            : exclude_months.map(month => name(month, 'short')).join(', ')
        }
        cells={MONTHS.map(month => ({ value: month, short: name(month, 'narrow'), long: name(month, 'long') }))}
        out={exclude_months}
        onChange={months => onChange({ exclude_months: months })}
      />
      <MultiSelect
        size="md"
        searchable
        label={t('except.devices')}
        placeholder={exclude_device_ids.length === 0 ? t('except.no_devices') : undefined}
        data={devices.map(device => ({
          value: String(device.id),
          label: device.placement ? `${device.name} · ${device.placement.area_name}` : device.name,
        }))}
        value={exclude_device_ids.filter(id => !unseen.includes(id)).map(String)}
        onChange={ids => onChange({ exclude_device_ids: [...unseen, ...ids.map(Number)] })}
      />
      <Switch
        label={t('except.empty')}
        description={t('except.empty_help')}
        checked={values.exclude_empty}
        onChange={event => onChange({ exclude_empty: event.currentTarget.checked })}
      />
    </section>
  )
}
