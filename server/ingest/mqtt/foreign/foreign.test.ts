import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PRESETS } from '#shared/rules/ingest/mapping-presets.ts'
import { FOREIGN_TOPICS, presetOf, readForeignTopic } from './foreign.ts'

const TASMOTA = { Time: '2026-01-01T00:00:00', SI7021: { Temperature: 21.5, Humidity: 60 }, TempUnit: 'C' }
const ZIGBEE = { battery: 90, humidity: 61.2, linkquality: 80, temperature: 20.1 }
const SHELLY = { src: 'shellyplusht-1', method: 'NotifyFullStatus', params: { 'temperature:0': { tC: 22.1 } } }

describe('[decisions §5] topics of common firmware', () => {
  test.each([
    ['tele/barn1/SENSOR', TASMOTA, 'tasmota', 'tele/barn1'],
    ['zigbee2mqtt/barn/north', ZIGBEE, 'zigbee2mqtt', 'zigbee2mqtt/barn/north'],
    ['shellyplusht-1/events/rpc', SHELLY, 'shelly', 'shellyplusht-1'],
    ['shellies/shellyht-1/info', { tmp: { tC: 20 } }, 'shelly', 'shellies/shellyht-1'],
  ])('%s holds a message as it is', (topic, message, source, device) => {
    expect(readForeignTopic(topic, Buffer.from(JSON.stringify(message)))).toEqual({ source, topic: device, message })
  })

  test.each([
    ['barn/sensor/temperature/state', '21.5', 'esphome', 'barn', { temperature: 21.5 }],
    ['shellies/shellyht-1/sensor/humidity', '61', 'shelly', 'shellies/shellyht-1', { humidity: 61 }],
    ['shellyplus-1/status/temperature:0', '{"tC": 20}', 'shelly', 'shellyplus-1', { 'temperature:0': { tC: 20 } }],
  ])('%s holds one value of it', (topic, payload, source, device, message) => {
    expect(readForeignTopic(topic, Buffer.from(payload))).toEqual({ source, topic: device, message })
  })

  test.each([
    ['tele/barn1/LWT', 'Online', true],
    ['tele/barn1/LWT', 'Offline', false],
    ['zigbee2mqtt/barn/availability', '{"state":"offline"}', false],
    ['zigbee2mqtt/barn/availability', 'online', true],
    ['shellies/shellyht-1/online', 'false', false],
    ['shellyplus-1/online', 'true', true],
    ['barn/status', 'offline', false],
  ])('%s says %s', (topic, payload, online) => {
    expect(readForeignTopic(topic, Buffer.from(payload))).toMatchObject({ online })
  })

  test.each([
    ['zigbee2mqtt/bridge/devices', '[{}]'],
    ['zigbee2mqtt/bridge', '{}'],
    ['zigbee2mqtt/barn/set', '{"state":"ON"}'],
    ['barn/sensor/temperature/state', 'unavailable'],
    ['barn/sensor/temperature/state', 'NaN'],
    ['tele/barn1/STATE', '{}'],
    ['tele/barn1/SENSOR', 'rubbish'],
    ['tele/barn1/LWT', 'perhaps'],
    ['barnometer/barn/up', '{"t":21}'],
  ])('%s with %s says nothing to us', (topic, payload) => {
    expect(readForeignTopic(topic, Buffer.from(payload))).toBeNull()
  })

  test('nothing breaks it', () => {
    const level = fc.oneof(fc.string(), fc.constantFrom('tele', 'zigbee2mqtt', 'shellies', 'sensor', 'state', 'status'))
    fc.assert(
      fc.property(fc.array(level, { maxLength: 6 }), fc.uint8Array(), (levels, bytes) => {
        readForeignTopic(levels.join('/'), Buffer.from(bytes))
      }),
      { numRuns: 1000 },
    )
  })

  test('each has a mapping there is, and all are subscribed to', () => {
    const preset = (topic: string, message: unknown) => {
      const read = readForeignTopic(topic, Buffer.from(JSON.stringify(message)))
      return read && presetOf(read)
    }
    const ids = PRESETS.map(({ id }) => id)
    expect(ids).toContain(preset('tele/barn1/SENSOR', TASMOTA))
    expect(ids).toContain(preset('zigbee2mqtt/barn', ZIGBEE))
    expect(ids).toContain(preset('shelly-1/events/rpc', SHELLY))
    expect(ids).toContain(preset('shellies/shellyht-1/info', { tmp: { tC: 20 } }))
    expect(FOREIGN_TOPICS.length).toBeGreaterThan(8)
  })
})
