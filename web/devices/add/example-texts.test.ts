import { expect, test } from 'vitest'
import { EXAMPLES, exampleOf } from './example-texts.ts'

const KEY = 'bm_0123456789'
const ORIGIN = 'https://barn.example'

test.each(EXAMPLES)('the example for %s has the key and the address of this server', name => {
  const text = exampleOf(name, KEY, ORIGIN)
  expect(text).toContain(KEY)
  expect(text).toContain(name === 'telegraf' ? `"${ORIGIN}"` : `${ORIGIN}/api/measurements`)
})

test('Tasmota takes a rule as one line, and YAML is indented by spaces', () => {
  expect(exampleOf('tasmota', KEY, ORIGIN).split('\n')).toHaveLength(2)
  for (const name of ['esphome', 'home_assistant'] as const) expect(exampleOf(name, KEY, ORIGIN)).not.toMatch(/\t/)
})

test('the body of the example for the command line is JSON that the server knows', () => {
  const [, body = ''] = /-d '(.+)'/.exec(exampleOf('curl', KEY, ORIGIN)) ?? []
  expect(JSON.parse(body)).toEqual({ t: 21.4, nh3: 8.1 })
})
