import { afterEach, describe, expect, test, vi } from 'vitest'
import { takePreloaded } from './preloaded.ts'

const mine = { token: 'mine', language: 'nl' } as const
const answer = Promise.resolve(new Response('[]'))
/** As they would be preloaded `age` ms after the page was asked for. */
const preload = (age = 100) => {
  vi.spyOn(performance, 'now').mockReturnValue(age)
  const preloaded = new Map([['GET /api/locations,mine,nl', answer]])
  window.barnometer = { preloaded, pressed: [], loaded: () => undefined }
}

afterEach(() => {
  vi.restoreAllMocks()
  window.barnometer = undefined
})

describe('[design: first visit on a phone] a read preloaded before the product had come', () => {
  test('is given once', () => {
    preload()
    expect(takePreloaded('GET', '/api/locations', mine)).toBe(answer)
    expect(takePreloaded('GET', '/api/locations', mine)).toBeUndefined()
  })

  test("is nobody else's, and in no other language", () => {
    preload()
    expect(takePreloaded('GET', '/api/locations', { ...mine, token: 'theirs' })).toBeUndefined()
    expect(takePreloaded('GET', '/api/locations', { ...mine, token: null })).toBeUndefined()
    expect(takePreloaded('GET', '/api/locations', { ...mine, language: 'de' })).toBeUndefined()
    expect(takePreloaded('POST', '/api/locations', mine)).toBeUndefined()
  })

  test('is no news after ten seconds', () => {
    preload(10_001)
    expect(takePreloaded('GET', '/api/locations', mine)).toBeUndefined()
  })

  test('is not missed where none was preloaded', () => {
    expect(takePreloaded('GET', '/api/locations', mine)).toBeUndefined()
  })
})
