import { expect, test } from 'vitest'
import { EXAMPLES, exampleOf } from './example-texts.ts'

const KEY = 'bm_0123456789'
const ORIGIN = 'https://barn.example'

test.each(EXAMPLES)('the example for %s has the key and the address of this server', name => {
  const text = exampleOf(name, KEY, ORIGIN)
  expect(text).toContain(KEY)
  expect(text).toContain(name === 'telegraf' ? `"${ORIGIN}"` : `${ORIGIN}/api/measurements`)
})

test('Tasmota takes all in one line, and YAML is indented by spaces', () => {
  expect(exampleOf('tasmota', KEY, ORIGIN)).not.toContain('\n')
  for (const name of ['esphome', 'home_assistant'] as const) expect(exampleOf(name, KEY, ORIGIN)).not.toMatch(/\t/)
})

test('the body of the example for the command line is JSON that the server knows', () => {
  const [, body = ''] = /-d '(.+)'/.exec(exampleOf('curl', KEY, ORIGIN)) ?? []
  expect(JSON.parse(body)).toEqual({ t: 21.4 })
})

test('the example for Home Assistant stands beside automations of one’s own', () => {
  // A second block without a word of its own would take the place of the first.
  expect(exampleOf('home_assistant', KEY, ORIGIN)).not.toMatch(/^automation:/m)
})
