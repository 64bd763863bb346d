import { QueryClient } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import type { Location } from '#shared/contract/places/locations.ts'
import texts from '#shared/locales/en/locations.json' with { type: 'json' }
import { queryOf } from '../../kit/api/query.ts'
import { startSession, type User } from '../../kit/api/session.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { DemoStrip } from './demo-strip.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { locations: texts } } })
  startSession('a token', { id: 2, admin: false } as User)
})
afterEach(cleanup)

test.each([
  [[true], 1],
  [[false, true], 1],
  [[false], 0],
  [[], 0],
])('[specification §2] farms of which %s are made up: said %s times', (demos, said) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(queryOf(api.getDemo, {}).queryKey, { state: 'on', progress: 1 } as never)
  renderPage(<DemoStrip locations={demos.map(demo => ({ demo }) as Location)} />, { client })
  expect(screen.queryAllByText(texts.demo.on)).toHaveLength(said)
})
