import { describe, expect, test } from 'vitest'
import { fill, languageOf, textsOf, wordsIn } from './language.ts'

describe('the words of the server', () => {
  test('are those of the language asked for', () => {
    expect(wordsIn('de')('errors.not_found')).toBe(textsOf('de', 'server').errors.not_found)
    expect(wordsIn('en')('errors.not_found')).toBe('Not found.')
    expect(wordsIn('en')('fields.too_big', { limit: 5 })).toBe('Enter 5 or less.')
  })

  test('take what somebody wrote as it is, whatever it looks like', () => {
    const place = '$t(errors.not_found) {{place}} <b>$& & "x"</b>'
    expect(wordsIn('en')('fields.busy', { place })).toBe(`Busy in this period: ${place}.`)
    expect(fill('At {{place}}', { place })).toBe(`At ${place}`)
  })

  test('a key that is in no file does not compile', () => {
    // @ts-expect-error: no language has it
    expect(wordsIn('en')('errors.no_such_error')).toBe('errors.no_such_error')
  })
})

test.each([
  [undefined, 'en'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr, nl;q=0.4, es;q=0.7', 'es'],
  ['fr', 'en'],
  ['en;q=0.5, nl', 'nl'],
] as const)('the language of %s is %s', (header, language) => {
  expect(languageOf(header)).toBe(language)
})
