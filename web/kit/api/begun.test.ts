import { afterEach, describe, expect, test, vi } from 'vitest'
import { takeBegun } from './begun.ts'

const mine = { token: 'mine', language: 'nl' } as const
const answer = Promise.resolve(new Response('[]'))
/** As the product would begin them `age` ms after the page was asked for. */
const begin = (age = 100) => {
  vi.spyOn(performance, 'now').mockReturnValue(age)
  window.barnometerBegun = new Map([['GET /api/locations,mine,nl', answer]])
}

afterEach(() => {
  vi.restoreAllMocks()
  window.barnometerBegun = undefined
})

describe('[design: first visit on a phone] a read begun before the product had come', () => {
  test('is handed over once', () => {
    begin()
    expect(takeBegun('GET', '/api/locations', mine)).toBe(answer)
    expect(takeBegun('GET', '/api/locations', mine)).toBeUndefined()
  })

  test("is nobody else's, and in no other language", () => {
    begin()
    expect(takeBegun('GET', '/api/locations', { ...mine, token: 'theirs' })).toBeUndefined()
    expect(takeBegun('GET', '/api/locations', { ...mine, token: null })).toBeUndefined()
    expect(takeBegun('GET', '/api/locations', { ...mine, language: 'de' })).toBeUndefined()
    expect(takeBegun('POST', '/api/locations', mine)).toBeUndefined()
  })

  test('is no news after ten seconds', () => {
    begin(10_001)
    expect(takeBegun('GET', '/api/locations', mine)).toBeUndefined()
  })

  test('is not missed where none was begun', () => {
    expect(takeBegun('GET', '/api/locations', mine)).toBeUndefined()
  })
})
