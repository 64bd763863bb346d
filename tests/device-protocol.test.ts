import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { STATE_FIELDS } from '../shared/contract/device-state.ts'
import { SETTING_NAMES, settingField } from '../shared/rules/device-settings.ts'

const text = readFileSync(new URL('../docs/device-protocol.md', import.meta.url), 'utf8')

test('[decisions §4] the protocol page names every setting with its limits and default', () => {
  const rows = text.split('\n').filter(line => line.startsWith('| `'))
  for (const name of SETTING_NAMES) {
    const field = settingField(name)
    const row = rows.find(line => line.startsWith(`| \`${name}\` `)) ?? ''
    if (field.type === 'number')
      expect(row).toContain(`${field.min} to ${field.max}${field.unit ? ` ${field.unit}` : ''} `)
    if (field.type === 'choice') for (const option of field.options) expect(row).toContain(`\`${option}\``)
    expect(row).toContain(field.default === '' ? '–' : `\`${field.default}\``)
    expect(row.includes('secret')).toBe(field.secret === true || name === 'wifi_secret')
  }
})

test('[specification §3] the protocol page names every field of the state', () => {
  for (const name of Object.keys(STATE_FIELDS)) expect(text).toContain(`\`${name}\``)
})
