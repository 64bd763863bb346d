import { describe, expect, test } from 'vitest'
import { MEASUREMENT_TYPES } from '../../taxonomy/types.ts'
import { takenByHomeAssistant } from '../../testing/home-assistant-schema.ts'
import { discoveryOf } from './discovery.ts'

const NOW = Date.UTC(2026, 0, 1, 8)
const time = new Date(NOW).toISOString()
const told = (device: Partial<Parameters<typeof discoveryOf>[0]> = {}) =>
  discoveryOf(
    {
      id: 7,
      name: 'Barn 1',
      area: 'Piglets',
      uploadInterval: 300,
      last: Object.fromEntries(
        MEASUREMENT_TYPES.map(({ abbreviation, unit }) => [abbreviation, { value: 1, time, unit }]),
      ),
      ...device,
    } as Parameters<typeof discoveryOf>[0],
    { now: NOW, origin: 'https://barn.example', nameOf: key => key },
  )
const configurations = told().filter(([topic]) => topic.endsWith('/config'))

describe('what Home Assistant is told', () => {
  test('is a sensor of each measurement there is', () => {
    expect(configurations).toHaveLength(MEASUREMENT_TYPES.length)
  })

  test.each(configurations)('%s is taken by its schema, with a unit that its class has', (topic, payload) => {
    const sensor = takenByHomeAssistant(topic, payload)
    const [, key = ''] = /value_json\.(\w+) /.exec(sensor.value_template) ?? []
    expect(MEASUREMENT_TYPES.map(({ abbreviation }) => abbreviation)).toContain(key)
    // A number without a unit and a state class would be kept as a text.
    expect(sensor.unit_of_measurement ?? sensor.state_class).toBeDefined()
  })

  test('is refused by that schema where it is wrong, so it tells something', () => {
    const [topic = '', payload = ''] = configurations[0] ?? []
    const changed = (change: object) => JSON.stringify({ ...JSON.parse(payload), ...change })
    for (const wrong of [
      { unit_of_measurement: 'ppb', device_class: 'carbon_dioxide' },
      { device_class: 'ammonia' },
      { state_class: 'total', device_class: 'temperature', unit_of_measurement: '°C' },
      { state_topic: 'a/#' },
      { unit: '°C' },
    ])
      expect(() => takenByHomeAssistant(topic, changed(wrong))).toThrow()
    expect(() => takenByHomeAssistant('homeassistant/sensor/barn 1/t/config', payload)).toThrow()
  })

  test('renders to what is a number or nothing: `None` is unknown', () => {
    const state = told().find(([topic]) => topic.endsWith('/state'))
    const values = JSON.parse(state?.[1] ?? '{}')
    for (const [, payload] of configurations) {
      const [, key = ''] = /value_json\.(\w+) /.exec(JSON.parse(payload).value_template) ?? []
      expect([key, typeof values[key]]).toEqual([key, 'number'])
    }
  })
})
