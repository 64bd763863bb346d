import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDiscovery } from './discovery.ts'

const at = (name: string) => `homeassistant/sensor/${name}/config`
const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
const TEMPERATURE = {
  device_class: 'temperature',
  state_topic: 'gateway/BTtoMQTT/A4C138',
  unit_of_measurement: '°C',
  value_template: '{{ value_json.tempc | round(1) }}',
}

describe('[decisions §5] a device that announces itself', () => {
  test('is listened to once, and its values are told by what they are', () => {
    const discovery = createDiscovery()
    expect(discovery.learn(at('t'), bytes(TEMPERATURE))).toBe('gateway/BTtoMQTT/A4C138')
    const humidity = {
      '~': 'gateway/BTtoMQTT',
      stat_t: '~/A4C138',
      dev_cla: 'humidity',
      val_tpl: "{{value_json['hum']}}",
    }
    expect(discovery.learn(at('h'), bytes(humidity))).toBeNull()
    expect(discovery.read('gateway/BTtoMQTT/A4C138', bytes({ tempc: 21.5, hum: 60, rssi: -70 }))).toEqual({
      source: 'homeassistant',
      topic: 'gateway/BTtoMQTT/A4C138',
      message: { temperature: { value: 21.5, unit: '°C' }, humidity: 60 },
    })
    expect(discovery.read('gateway/BTtoMQTT/A4C138', bytes({ rssi: -70 }))).toBeNull()
    expect(discovery.read('gateway/other', bytes({ tempc: 21.5 }))).toBeNull()
  })

  test('is none where it is announced by the product itself, for Home Assistant', () => {
    const discovery = createDiscovery()
    expect(discovery.learn(at('own'), bytes({ ...TEMPERATURE, origin: { name: 'Barnometer' } }))).toBeNull()
    expect(discovery.learn(at('other'), bytes({ ...TEMPERATURE, origin: { name: 'Gateway' } }))).not.toBeNull()
  })

  test('may say a plain number, or a nested one', () => {
    const discovery = createDiscovery()
    discovery.learn(at('plain'), bytes({ state_topic: 'barn/t', device_class: 'temperature' }))
    expect(discovery.read('barn/t', bytes('20.5'))).toMatchObject({ message: { temperature: 20.5 } })
    discovery.learn(at('nested'), bytes({ state_topic: 'barn/air', value_template: '{{ value_json.air.co2 }}' }))
    expect(discovery.read('barn/air', bytes({ air: { co2: 900 } }))).toMatchObject({ message: { co2: 900 } })
  })

  test.each([
    ['a template that reckons', { ...TEMPERATURE, value_template: '{{ value_json.t * 2 }}' }],
    ['a template with two values', { ...TEMPERATURE, value_template: '{{ value_json.a }}{{ value_json.b }}' }],
    ['a wildcard', { ...TEMPERATURE, state_topic: 'gateway/#' }],
    ["the broker's own topics", { ...TEMPERATURE, state_topic: '$SYS/broker/uptime' }],
    ['no topic', { device_class: 'temperature' }],
    ['a topic without end', { ...TEMPERATURE, state_topic: 'x'.repeat(300) }],
    ['an announcement taken back', ''],
    ['rubbish', '{"'],
    ['a list', [TEMPERATURE]],
  ])('%s is not followed', (_, config) => {
    expect(createDiscovery().learn(at('x'), bytes(config))).toBeNull()
  })

  test('nothing breaks it, and there is an end to what it follows', () => {
    const discovery = createDiscovery()
    fc.assert(
      fc.property(fc.json(), fc.string(), (text, topic) => {
        discovery.learn(at('x'), Buffer.from(text))
        discovery.read(topic, Buffer.from(text))
      }),
    )
    const followed = Array.from({ length: 1500 }, (_, index) =>
      discovery.learn(at(String(index)), bytes({ ...TEMPERATURE, state_topic: `a/${index}` })),
    )
    expect(followed.filter(topic => topic !== null).length).toBe(1000)
  })
})
