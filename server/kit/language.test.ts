import { describe, expect, test } from 'vitest'
import { USUAL_FORMATS } from '#shared/rules/formats/formats.ts'
import { fill, languageOf, textsOf, wordsFor, wordsIn } from './language.ts'

describe('the words of the server', () => {
  test('are those of the language asked for', () => {
    expect(wordsIn('de')('errors.not_found')).toBe(textsOf('de', 'server').errors.not_found)
    expect(wordsIn('en')('errors.not_found')).toBe('Not found.')
    expect(wordsIn('en')('fields.too_big', { limit: 5 })).toBe('Enter 5 or less.')
  })

  test('have dates and times in the formats of their reader, and all else as it is', () => {
    const values = { from: '2026-11-02', until: '2026-11-27 16:09' }
    const outside = (formats: object) =>
      wordsFor({ language: 'en', formats: { ...USUAL_FORMATS, ...formats } })('fields.loss_outside', values)
    expect(outside({})).toBe('Choose a day of the round: 2026-11-02 to 2026-11-27 16:09.')
    expect(outside({ dates: 'month_first', clock: '12' })).toBe(
      'Choose a day of the round: 11/02/2026 to 11/27/2026 4:09\u00A0pm.',
    )
    const words = wordsFor({ language: 'nl', formats: { ...USUAL_FORMATS, dates: 'language' } })
    expect(words('fields.busy', { place: '2026-11-02' })).toContain('2026-11-02')
    expect(
      words('fields.outside_research', { research: '2026-11', start: '2026-11-02 08:00', end: '2026-11-27 16:09' }),
    ).toMatch(/2026-11\b.*02-11-2026 08:00.*27-11-2026 16:09/)
    expect(words('errors.not_found')).toBe(wordsIn('nl')('errors.not_found'))
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
