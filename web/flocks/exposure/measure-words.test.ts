import { afterEach, expect, test } from 'vitest'
import flocks from '#shared/locales/en/flocks.json' with { type: 'json' }
import { USUAL_FORMATS } from '#shared/rules/formats/formats.ts'
import { endSession, setUser, type User } from '../../kit/api/session.ts'
import { type ExposureWords, explainMeasure } from './measure-words.ts'

afterEach(() => endSession())

const LOAD = flocks.explain.load.t
const words = {
  t: (key: string, values: Record<string, string> = {}) =>
    key === 'explain.load.t' ? LOAD.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '') : key,
  number: (value: number, decimals = 0) => value.toFixed(decimals),
} as unknown as ExposureWords
const part = { from: '2026-11-01', until: '2026-11-08', round: null }
const measured = {
  measure: 't',
  low: 18,
  high: 25,
  by_age: false,
  hours: 10,
  coverage: 1,
  below: 0,
  above: 4,
  load: 10,
}
const said = () =>
  explainMeasure(words, part as never, measured as never)
    .steps.flatMap(({ lines }) => lines)
    .find(line => String(line).includes('·h'))

test('[decisions 0160] the load of heat is in the unit of whoever reads it, without the 32 of a scale', () => {
  expect(said()).toMatch(/^10\.0 K·h/)
  setUser({ formats: { ...USUAL_FORMATS, temperature: 'fahrenheit' } } as User)
  expect(said()).toMatch(/^18\.0 °F·h/)
})
