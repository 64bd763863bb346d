import { describe, expect, it } from 'vitest'
import { SETTING_SCHEMAS } from '#shared/contract/devices/device-settings.ts'
import { STATE_FIELDS } from '#shared/contract/devices/device-state.ts'
import { FARMS } from '../farms/farms.ts'
import { createReporter, factorySettings } from './reports.ts'

const NOW = Date.UTC(2026, 10, 20, 22)
const devices = FARMS.flatMap(farm => farm.areas.flatMap(area => area.devices))

describe('what a virtual device says of itself', () => {
  it.each(devices.map(device => [device.name, device] as const))('%s: nothing a server would refuse', (_, device) => {
    for (let hours = 0; hours < 48; hours++) {
      const { settings = {}, ...state } = createReporter(device, factorySettings()).report(
        { time: NOW, battery: hours * 2 },
        NOW + hours * 3_600_000,
      )
      for (const [field, value] of Object.entries(state))
        expect([field, STATE_FIELDS[field as keyof typeof STATE_FIELDS].safeParse(value).success]).toEqual([
          field,
          true,
        ])
      for (const [field, value] of Object.entries(settings))
        expect([field, SETTING_SCHEMAS[field as keyof typeof SETTING_SCHEMAS].safeParse(value).success]).toEqual([
          field,
          true,
        ])
    }
  })

  it('takes the settings it is given, never tells a secret, and confirms once', () => {
    const configuration = factorySettings()
    const reporter = createReporter(devices[0] as never, configuration)
    expect(reporter.report(null, NOW)).toMatchObject({ settings_version: 0, settings: { upload_interval: 60 } })
    expect(reporter.report(null, NOW)).not.toHaveProperty('settings')
    expect(reporter.hear({ settings: { version: 3, upload_interval: 120, wifi_secret: 'abcdefgh' } }, NOW)).toBe(true)
    const told = reporter.report(null, NOW)
    expect(told).toMatchObject({ settings_version: 3, settings: { upload_interval: 120 } })
    expect(JSON.stringify([told, configuration])).not.toContain('abcdefgh')
    expect(reporter.hear(undefined, NOW)).toBe(false)
  })

  it('goes into focus mode and out of it', () => {
    const reporter = createReporter({ ...(devices[0] as never as object), plan: 'pro' } as never, factorySettings())
    const until = new Date(NOW + 60_000).toISOString()
    expect(reporter.hear({ focus: { on: true, until } }, NOW)).toBe(true)
    expect(reporter.report(null, NOW)).toMatchObject({ focus: true })
    expect(reporter.report(null, NOW + 60_000)).toMatchObject({ focus: false })
    expect(reporter.hear({ focus: { on: false, until: null } }, NOW)).toBe(true)
    expect(reporter.report(null, NOW)).toMatchObject({ focus: false })
  })
})
