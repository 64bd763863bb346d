import { describe, expect, test } from 'vitest'
import { parseLineProtocol } from './line-protocol.ts'

const read = (text: string) => {
  const steps = parseLineProtocol(text, 's')
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

describe('[decisions §5] line protocol', () => {
  test.each([
    ['a quotation mark in a tag', 'mem,host=5" t=21.5 1736845200', [{ t: '21.5', time: '2025-01-14T09:00:00.000Z' }]],
    ['one in the name of the measurement', '"room t=21', [{ t: '21' }]],
    ['an escaped space in a tag', 'mem,host=west\\ wall t=21,h=60i', [{ t: '21', h: '60' }]],
    ['a text with a space and a comma', 'mem note="a, b = c",t=21', [{ note: 'a, b = c', t: '21' }]],
    ['no fields', 'mem,host=a', [null]],
  ])('%s', (_, line, expected) => {
    expect(read(line)).toEqual(expected)
  })
})
