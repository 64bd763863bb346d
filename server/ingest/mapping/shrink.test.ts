import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shrink } from './shrink.ts'

describe('[decisions §4] a message that is kept for looking at', () => {
  test('is the message, where it is short', () => {
    const sent = { a: [1, 'two', null, true, { b: {} }], 'a name': -0.5 }
    expect(JSON.parse(shrink(sent).body)).toEqual(sent)
    expect(shrink(sent).cut).toBe(false)
    expect(shrink('t=1\nt=2')).toEqual({ body: '"t=1\\nt=2"', cut: false })
  })

  test('holds no secret', () => {
    const names = [
      'key',
      'api_key',
      'apiKey',
      'wifi_password',
      'Token',
      'client_secret',
      'authorization',
      'modem_pin',
      'psk',
    ]
    const { body } = shrink({ deep: [Object.fromEntries(names.map(name => [name, 'hidden'])), { monkey: 'seen' }] })
    expect(body).not.toContain('hidden')
    expect(body).toContain('seen')
    const url = `http://x/write?p=bm_${'a1_-'.repeat(8)}&q=1`
    expect(shrink({ url, compass: 180 }).body).toBe('{"url":"http://x/write?p=•••&q=1","compass":180}')
  })

  test('is valid JSON of at most 8 kB, whatever was sent', () => {
    const wide = Array.from({ length: 100_000 }, (_, index) => ({ index }))
    const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`)
    for (const sent of [
      wide,
      deep,
      'x'.repeat(100_000),
      { text: '\u0000"'.repeat(9000) },
      Object.fromEntries(wide.entries()),
    ]) {
      const { body, cut } = shrink(sent)
      expect(cut).toBe(true)
      expect(body.length).toBeLessThanOrEqual(8300)
      JSON.parse(body)
    }
  })

  test('never throws', () => {
    fc.assert(fc.property(fc.anything(), sent => void JSON.parse(shrink(sent).body)))
  })
})
