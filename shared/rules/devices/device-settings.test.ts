import { describe, expect, test } from 'vitest'
import { SETTING_SCHEMAS } from '../../contract/devices/device-settings.ts'
import {
  DEVICE_SETTINGS,
  isSettingName,
  outcomeOf,
  SETTING_GROUPS,
  SETTING_NAMES,
  type SettingName,
  settingField,
  settingsAtOdds,
} from './device-settings.ts'

describe('[decisions §4] the table of device settings', () => {
  test('has every group, and a default within its own limits', () => {
    expect([...new Set(SETTING_NAMES.map(name => settingField(name).group))]).toEqual(SETTING_GROUPS)
    for (const name of SETTING_NAMES)
      expect(SETTING_SCHEMAS[name].safeParse(DEVICE_SETTINGS[name].default).success).toBe(true)
  })

  test('knows no name of an object', () => {
    expect(['constructor', 'toString', '__proto__', ''].filter(isSettingName)).toEqual([])
  })

  test.each<[SettingName, unknown[], unknown[]]>([
    ['upload_interval', [10, 3600], [9, 3601, 10.5, '60', null, Number.NaN, true]],
    ['sensor_interval', [1, 86_400], [0, 86_401, -1]],
    ['particulate_interval', [30], [29, 20]],
    ['reboot_interval', [0, 720], [-1]],
    ['pump_flow', [0, 0.5, 0.25], [0.51, -0.01, '0.4']],
    ['thermal_emissivity', [0.1, 0.95, 1], [0, 1.01]],
    ['led_brightness', [0, 100], [-1, 101]],
    ['camera_on', [true, false], [1, 'true', null]],
    ['camera_resolution', ['1920x1080'], ['8x8', '', 1920]],
    ['network_ip', ['10.0.4.41', ''], ['10.0.4', '300.1.1.1', '::1', 'x', '10.0.4.41 ']],
    ['wifi_secret', ['12345678', ''], ['1234567', 'x'.repeat(64)]],
    ['modem_pin', ['0000', '12345678', ''], ['123', '123456789', '12a4', 1234]],
    ['time_zone', ['Europe/Amsterdam', 'UTC'], ['Mars/Base', '', 1]],
  ])('[specification §5] %s takes %j and refuses %j', (name, good, bad) => {
    for (const value of good) expect([value, SETTING_SCHEMAS[name].safeParse(value).success]).toEqual([value, true])
    for (const value of bad) expect([value, SETTING_SCHEMAS[name].safeParse(value).success]).toEqual([value, false])
  })

  test('[decisions §4] a fixed address needs its parts, and a range an order', () => {
    expect(settingsAtOdds({ network_mode: 'dhcp' })).toEqual([])
    const whole = {
      network_mode: 'fixed',
      network_ip: '10.0.0.2',
      network_mask: '255.0.0.0',
      network_gateway: '10.0.0.1',
    }
    expect(settingsAtOdds(whole)).toEqual([])
    expect(settingsAtOdds({ ...whole, network_mask: '' })).toEqual([{ field: 'network_mask', code: 'required' }])
    expect(settingsAtOdds({ thermal_range_min: 40, thermal_range_max: 40 })).toHaveLength(1)
  })
})

describe('[decisions §4] what became of a change of the upload interval to 60 in version 3', () => {
  const change = { field: 'upload_interval', value: 60, version: 3 } as const
  test.each([
    ['an older version', { version: 2, settings: {}, refused: {} }, { state: 'pending' }],
    [
      'an older version with the old value',
      { version: 2, settings: { upload_interval: 300 }, refused: {} },
      { state: 'pending' },
    ],
    ['the value', { version: 2, settings: { upload_interval: 60 }, refused: {} }, { state: 'confirmed' }],
    ['the version alone', { version: 3, settings: {}, refused: {} }, { state: 'confirmed' }],
    ['version and value', { version: 4, settings: { upload_interval: 60 }, refused: {} }, { state: 'confirmed' }],
    [
      'the version with another value',
      { version: 3, settings: { upload_interval: 300 }, refused: {} },
      { state: 'failed', reason: 'kept_other' },
    ],
    [
      'a refusal',
      { version: 3, settings: {}, refused: { upload_interval: 'too fast' } },
      { state: 'failed', reason: 'too fast' },
    ],
    [
      'a refusal of an older version',
      { version: 2, settings: {}, refused: { upload_interval: 'too fast' } },
      { state: 'pending' },
    ],
    ['no version', { version: null, settings: {}, refused: {} }, { state: 'pending' }],
  ])('%s', (_, report, outcome) => {
    expect(outcomeOf(change, report)).toEqual(outcome)
  })

  test('a secret is confirmed by the version alone', () => {
    const secret = { field: 'wifi_secret', value: null, version: 3 } as const
    expect(outcomeOf(secret, { version: 3, settings: {}, refused: {} })).toEqual({ state: 'confirmed' })
    expect(outcomeOf(secret, { version: 2, settings: {}, refused: {} })).toEqual({ state: 'pending' })
  })
})
