import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import i18next from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Setting } from '#shared/contract/devices/device-settings.ts'
import texts from '#shared/locales/en/device-settings.json' with { type: 'json' }
import ui from '#shared/locales/en/ui.json' with { type: 'json' }
import { SETTING_NAMES, settingField } from '#shared/rules/devices/device-settings.ts'
import { USUAL_FORMATS } from '#shared/rules/formats/formats.ts'
import { endSession, setUser, type User } from '../../kit/api/session.ts'
import { observeNoSizes } from '../../testing/no-layout.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { SettingGroupCard } from './setting-group.tsx'
import { type Edits, problemsOf, withEdit } from './setting-values.ts'

beforeAll(async () => {
  observeNoSizes()
  await i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { 'device-settings': texts, ui } },
    interpolation: { escapeValue: false },
  })
})
afterEach(() => {
  cleanup()
  endSession()
})

const as = (field: Setting['field'], changes: Partial<Setting> = {}): Setting => ({
  field,
  wanted: null,
  reported: null,
  set_at: null,
  state: 'not_reported',
  since: null,
  reason: null,
  ...changes,
})
const t = i18next.getFixedT('en', 'device-settings')

function Group({ settings, onEdits }: { settings: Setting[]; onEdits: (edits: Edits) => void }) {
  const [edits, setEdits] = useState<Edits>({})
  const onEdit = (next: Edits) => {
    setEdits(next)
    onEdits(next)
  }
  return (
    <SettingGroupCard
      group="intervals"
      settings={settings}
      editing={{ edits, problems: problemsOf(edits, settings, t), onEdit }}
    />
  )
}
const show = (...settings: Setting[]) => {
  const onEdits = vi.fn()
  renderPage(<Group settings={settings} onEdits={onEdits} />)
  return onEdits
}

test('[decisions 0160] a temperature typed in °F is the nearest step once its field is left', () => {
  setUser({ formats: { ...USUAL_FORMATS, temperature: 'fahrenheit' } } as User)
  const onEdits = show(as('thermal_range_max', { wanted: 45, reported: 45, state: 'as_reported' }))
  const input = screen.getByRole<HTMLInputElement>('textbox')
  expect(input.value).toBe('113')
  fireEvent.change(input, { target: { value: '75' } })
  expect(input.value).toBe('75')
  expect(onEdits).toHaveBeenLastCalledWith({ thermal_range_max: 24 })
  fireEvent.blur(input)
  expect(input.value).toBe('75.2')
  fireEvent.change(input, { target: { value: 'warm' } })
  fireEvent.blur(input)
  expect(input.value).toBe('warm')
})

describe('[decisions §4] wanted against reported', () => {
  test('a value that waits says what the device still has, since when, and the head counts it', () => {
    const since = new Date(Date.now() - 3 * 60_000).toISOString()
    show(as('upload_interval', { wanted: 300, reported: 600, state: 'pending', since }))
    const group = screen.getByRole('region', { name: 'Intervals' })
    expect(within(group).getByText('600 s, sent 3 min ago')).toBeDefined()
    expect(within(group).getByText('1 waiting')).toBeDefined()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Upload' }).value).toBe('300')
  })

  test('a value the device refused says why', () => {
    show(
      as('upload_interval', { wanted: 10, reported: 600, state: 'failed', reason: 'too fast' }),
      as('sensor_interval', { wanted: 10, reported: 60, state: 'failed', reason: 'kept_other' }),
    )
    expect(screen.getByText('refused: too fast')).toBeDefined()
    expect(screen.getByText('kept 60 s')).toBeDefined()
  })

  test('[specification §5] a value outside its limit is marked with the limit; comma or point, both are read', () => {
    const onEdits = show(as('particulate_interval', { wanted: 60, reported: 60, state: 'as_reported' }))
    const input = screen.getByRole('textbox', { name: 'Particulates' })
    fireEvent.change(input, { target: { value: '20' } })
    expect(screen.getByText('at least 30 s')).toBeDefined()
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(input.getAttribute('aria-describedby')).toContain('says-particulate_interval')
    fireEvent.change(input, { target: { value: '90' } })
    expect(onEdits).toHaveBeenLastCalledWith({ particulate_interval: 90 })
    fireEvent.change(input, { target: { value: '60' } })
    expect(onEdits).toHaveBeenLastCalledWith({})
    fireEvent.change(input, { target: { value: '' } })
    expect(screen.getByText('enter a number')).toBeDefined()
  })

  test('a setting nobody said anything about takes its default, too', () => {
    expect(withEdit({}, as('led_on'), true)).toEqual({ led_on: true })
    const refused = as('led_on', { wanted: true, reported: false, state: 'failed', reason: 'kept_other' })
    expect(withEdit({ led_on: false }, refused, true)).toEqual({ led_on: true })
    expect(withEdit({ led_on: false }, as('led_on', { reported: true }), true)).toEqual({})
    expect(withEdit({ wifi_secret: 'x' }, as('wifi_secret'), '')).toEqual({})
  })

  test('parts of a fixed address that are missing are named', () => {
    expect(
      problemsOf({ network_mode: 'fixed', network_ip: '10.0.0.2' }, [as('network_mask', { reported: '' })], t),
    ).toEqual({
      network_mask: 'required for a fixed address',
      network_gateway: 'required for a fixed address',
    })
  })
})

test('[architecture §6] every setting, group and choice has its word', () => {
  for (const name of SETTING_NAMES) {
    const field = settingField(name)
    expect(texts.field).toHaveProperty(name)
    expect(texts.group).toHaveProperty(field.group)
    if (field.type === 'choice' && name !== 'camera_resolution')
      for (const option of field.options) expect(texts.option).toHaveProperty(option)
  }
})
