import { expect, test } from 'vitest'
import { createPatterns } from './patterns.ts'
import { parseQuery } from './promql.ts'

const matcherOf = (query: string) => {
  const found = parseQuery(query)
  const [matcher] = found.kind === 'selector' ? found.matchers : []
  if (!matcher) throw new Error('no matcher')
  return matcher
}

test.each([
  // Thirty characters that took half a minute over all metrics.
  '{__name__=~"(.?){1000}(.?){1000}(.?){1000}"}',
  '{__name__=~"(.?){300}"}',
  '{__name__=~"((a?){30}){40}"}',
  '{__name__=~"x.?{0,900}"}',
  '{__name__=~"x.?{900,}"}',
  `{__name__=~"${'.?'.repeat(400)}"}`,
  `{${Array.from({ length: 50 }, () => '__name__=~"x.+y.+z"').join(', ')}}`,
])('%.60s is refused before it costs anything', query => {
  expect(() => parseQuery(query)).toThrow(expect.objectContaining({ reason: 'costly' }))
})

test('a pattern is held against each text once, and against no more of them than a bound', () => {
  const fits = createPatterns().matching('x?.*[ab]{9}.*y')
  expect(() => {
    for (let index = 0; index < 100_000; index += 1) fits(`text ${index % 10}`)
  }).not.toThrow()
  expect(() => {
    for (let index = 0; index < 100_000; index += 1) fits(`text ${index}`)
  }).toThrow(expect.objectContaining({ reason: 'costly' }))
})

test.each([
  ['.*', 'anything', true],
  ['Barn [0-9]{1,3}', 'Barn 12', true],
  ['Barn 1', 'Barn 12', false],
  ['(Barn 1|Barn\\.2)', 'Barn.2', true],
  ['(Barn 1|Barn\\.2)', 'Barnx2', false],
  ['(a|b)|(c)', 'c', true],
  ['a\\|b|c', 'a|b', true],
  ['\\x41', 'A', true],
  ['', '', true],
  ['a|', '', true],
])('%s fits %s: %s', (pattern, text, fits) => {
  expect(matcherOf(`{area=~\`${pattern}\`, x="y"}`).matches(text)).toBe(fits)
})

test('a list of texts may be as long as a query', () => {
  const texts = Array.from({ length: 200 }, (_, index) => `Barn number ${index}`)
  const { matches } = matcherOf(`{area=~"(${texts.join('|')})"}`)
  expect([matches('Barn number 199'), matches('Barn number 200')]).toEqual([true, false])
})
