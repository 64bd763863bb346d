import { expect, test } from 'vitest'
import { ALL_EXAMPLES, brokerOf, EXAMPLES, exampleOf, needs, PLACEHOLDERS } from './examples.ts'

const KEY = 'bm_0123456789'
const ORIGIN = 'https://barn.example'
const VALUES = { ...PLACEHOLDERS, key: KEY, origin: ORIGIN }

test.each(EXAMPLES)('the example for %s has the key and the address of this server', name => {
  const text = exampleOf(name, VALUES)
  expect(text).toContain(KEY)
  expect(text).toContain(name === 'telegraf' ? `"${ORIGIN}"` : `${ORIGIN}/api/measurements`)
})

test('no example has a value in it that it does not say it needs', () => {
  for (const name of ALL_EXAMPLES) {
    const text = exampleOf(name, {
      ...VALUES,
      device: 'd3v1c3',
      secret: 's3cr3t',
      broker: brokerOf('mqtts://br0k3r:8884'),
    })
    const found = { key: KEY, device: 'd3v1c3', secret: 's3cr3t', broker: 'br0k3r' }
    for (const [value, word] of Object.entries(found))
      expect([name, value, needs(name, value as keyof typeof found)]).toEqual([name, value, text.includes(word)])
  }
})

test('Tasmota takes all in one line, and YAML is indented by spaces', () => {
  expect(exampleOf('tasmota', VALUES)).not.toContain('\n')
  expect(exampleOf('tasmota_mqtt', VALUES)).not.toContain('\n')
  for (const name of ['esphome', 'esphome_mqtt', 'home_assistant'] as const)
    expect(exampleOf(name, VALUES)).not.toMatch(/\t/)
})

test('the body of the example for the command line is JSON that the server knows', () => {
  const [, body = ''] = /-d '(.+)'/.exec(exampleOf('curl', VALUES)) ?? []
  expect(JSON.parse(body)).toEqual({ t: 21.4 })
})

test('the example for Home Assistant stands beside automations of one’s own', () => {
  // A second block without a word of its own would take the place of the first.
  expect(exampleOf('home_assistant', VALUES)).not.toMatch(/^automation:/m)
})

test('a broker behind TLS is written so', () => {
  const secure = { ...VALUES, broker: brokerOf('mqtts://broker.example:8883') }
  expect(exampleOf('tasmota_mqtt', secure)).toContain('SetOption103 1')
  expect(exampleOf('esphome_mqtt', secure)).toContain('certificate_authority: |')
  expect(exampleOf('esphome_mqtt', VALUES)).not.toContain('certificate_authority')
  expect(exampleOf('zigbee2mqtt_bridge', secure)).toContain('bridge_capath')
  expect(exampleOf('zigbee2mqtt_bridge', VALUES)).not.toContain('bridge_capath')
})
