import { cleanup, renderHook } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test } from 'vitest'
import texts from '#shared/locales/en/measurements.json' with { type: 'json' }
import { useComparedName, useFileComparedName } from './chart-menus.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { measurements: texts } } })
})
afterEach(cleanup)

test('a file, which is read on another day, does not say "yesterday"', () => {
  const period = { choice: { interval: 'day', index: 0 }, comparison: 'previous' } as never
  const { result } = renderHook(() => [useComparedName(period, []), useFileComparedName(period, [])])
  expect(result.current).toEqual([texts.previous.day, texts.key.before])
})

test('a file names a year ago as the screen does', () => {
  const period = { choice: { interval: 'day', index: 0 }, comparison: 'year' } as never
  const { result } = renderHook(() => useFileComparedName(period, []))
  expect(result.current).toBe(texts.compare.year)
})
