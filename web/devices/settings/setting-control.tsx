import { NativeSelect, PasswordInput, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Setting } from '#shared/contract/devices/device-settings.ts'
import { type SettingName, type SettingValue, settingField } from '#shared/rules/devices/device-settings.ts'
import { useCommaToPoint } from '../../kit/forms/number-field.tsx'
import { fieldText, fieldValue, unitFor } from '../../kit/language/viewer-formats.ts'
import { optionName } from './setting-values.ts'
import classes from './settings.module.css'

interface Props {
  setting: Setting
  value: SettingValue
  problem: string | undefined
  onChange: (value: SettingValue) => void
}

const ZONES = (): string[] => Intl.supportedValuesOf('timeZone')

const labelled = (name: SettingName, problem: string | undefined) => ({
  'aria-labelledby': `setting-${name}`,
  error: problem !== undefined,
  attributes: { input: { 'aria-describedby': `says-${name}` } },
  size: 'xs' as const,
  className: classes.control,
})

/** Keeps what is typed as it is typed; the value follows it, with comma or point. */
function NumberControl({ setting: { field }, value, problem, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const convertSoon = useCommaToPoint()
  const definition = settingField(field)
  const unit = definition.type === 'number' ? definition.unit : ''
  /** A setting has steps: what was typed is the nearest of them. */
  const valueFor = (text: string): number => {
    const kept = fieldValue(text, unit) ?? Number.NaN
    return unitFor(unit) === unit || definition.type !== 'number'
      ? kept
      : Math.round(kept / definition.step) * definition.step
  }
  const formatted = typeof value === 'number' && Number.isFinite(value) ? fieldText(value, unit) : ''
  const text = typed !== null && Object.is(valueFor(typed), value) ? typed : formatted
  return (
    <TextInput
      {...labelled(field, problem)}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      rightSection={unit && <span className="bm-small bm-muted">{unitFor(unit)}</span>}
      rightSectionWidth={unit ? 18 + unit.length * 7 : undefined}
      rightSectionPointerEvents="none"
      onChange={event => {
        convertSoon(event.currentTarget)
        setTyped(event.currentTarget.value)
        onChange(valueFor(event.currentTarget.value))
      }}
      // A step in °C is seldom what was typed in °F: the field goes on with what will be sent.
      onBlur={() => formatted !== '' && unitFor(unit) !== unit && setTyped(null)}
    />
  )
}

/** The control of a setting, by its type in the table of all settings. */
export function SettingControl(props: Props) {
  const { setting, value, problem, onChange } = props
  const { t } = useTranslation('device-settings')
  const field = settingField(setting.field)
  const common = labelled(setting.field, problem)
  const text = String(value)
  if (field.type === 'switch')
    return (
      <Switch
        aria-labelledby={`setting-${setting.field}`}
        aria-describedby={`says-${setting.field}`}
        size="md"
        checked={value === true}
        onChange={event => onChange(event.currentTarget.checked)}
      />
    )
  if (field.type === 'number') return <NumberControl {...props} />
  if (field.type === 'choice' || field.type === 'time_zone')
    return (
      <NativeSelect
        {...common}
        value={text}
        data={
          field.type === 'choice'
            ? field.options.map(option => ({ value: option, label: optionName(setting.field, option, t) }))
            : [...new Set([text, ...ZONES()])]
        }
        onChange={event => onChange(event.currentTarget.value)}
      />
    )
  if (field.secret)
    return (
      <PasswordInput
        {...common}
        autoComplete="new-password"
        placeholder={setting.set_at ? '••••••••' : ''}
        value={text}
        onChange={event => onChange(event.currentTarget.value)}
      />
    )
  return (
    <TextInput
      {...common}
      autoComplete="off"
      inputMode={field.type === 'ip' ? 'decimal' : undefined}
      value={text}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
