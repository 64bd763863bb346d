import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeStates, readReportedState } from './state.ts'

describe('[decisions §5] the state of a message', () => {
  test('takes each good field and names each bad one', () => {
    const { state, bad } = readReportedState({
      battery: 71,
      charging: true,
      power_state: 'low_power',
      modem_signal: 6,
      modem_operator: 'KPN',
      settings_version: 4,
      colour: 'red',
      connection_type: 7,
      modem_network: null,
      settings: { upload_interval: 60, camera_on: 'yes', unknown: 1, wifi_secret: 'abcdefgh' },
      settings_refused: { pump_flow: 'no pump', nothing: 'x' },
    })
    expect(state).toEqual({
      values: {
        battery_percentage: 71,
        charging: true,
        power_state: 'low_power',
        modem_operator: 'KPN',
        settings_version: 4,
      },
      settings: { upload_interval: 60 },
      refused: { pump_flow: 'no pump' },
    })
    expect(bad.map(({ field, code }) => [field, code])).toEqual([
      ['state.modem_signal', 'bad_state'],
      ['state.colour', 'unknown_state'],
      ['state.connection_type', 'bad_state'],
      ['state.settings.camera_on', 'bad_state'],
      ['state.settings.unknown', 'unknown_state'],
      ['state.settings_refused.nothing', 'unknown_state'],
    ])
  })

  test.each([null, 'on', 7, [], [1], true])('%j is no state', sent => {
    expect(readReportedState(sent)).toMatchObject({ state: null, bad: [{ field: 'state', code: 'bad_state' }] })
  })

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('a field called %s is unknown', field => {
    const sent = JSON.parse(`{"${field}": 1, "settings": {"${field}": 1}, "settings_refused": {"${field}": "x"}}`)
    expect(readReportedState(sent).bad.map(({ code }) => code)).toEqual([
      'unknown_state',
      'unknown_state',
      'unknown_state',
    ])
  })

  test('no rubbish breaks it, and nothing comes through unchecked', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom(
            'battery',
            'charging',
            'power_state',
            'modem_signal',
            'settings',
            'settings_refused',
            'focus',
            'x',
          ),
          fc.anything(),
        ),
        sent => {
          const { state } = readReportedState(sent)
          const { battery_percentage = 0, charging = true, modem_signal = 1 } = state?.values ?? {}
          expect(battery_percentage).toBeGreaterThanOrEqual(0)
          expect(battery_percentage).toBeLessThanOrEqual(100)
          expect(typeof charging).toBe('boolean')
          expect([1, 2, 3, 4, 5]).toContain(modem_signal)
          expect(Object.getPrototypeOf(state?.values ?? {})).toBe(Object.prototype)
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('of two reports each field is the newest', () => {
    const [one, two] = [
      readReportedState({ battery: 50, charging: true }).state,
      readReportedState({ battery: 49 }).state,
    ]
    if (!one || !two) throw new Error('no state')
    expect(mergeStates(one, two).values).toEqual({ battery_percentage: 49, charging: true })
  })
})
