import { cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { api } from '#shared/contract/index.ts'
import emission from '#shared/locales/en/emission.json' with { type: 'json' }
import { LOCATIONS } from '../../kit/api/locations.ts'
import { queryClient, queryOf } from '../../kit/api/query.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { EmptiedHint } from './emptied-hint.tsx'

vi.mock('../../kit/routing/link.tsx', () => ({
  ScreenLink: ({ to, children }: { to: { search: unknown }; children: ReactNode }) => (
    <a href={JSON.stringify(to.search)}>{children}</a>
  ),
}))

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { emission } },
    interpolation: { escapeValue: false },
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const hint = (round: { id: number; since: string } | null, may: string[], until = '2027-01-01') => {
  queryClient.setQueryData(queryOf(api.getEmptied, { params: { id: 3 } }).queryKey, { round })
  queryClient.setQueryData(LOCATIONS.queryKey, [{ id: 1, areas: [{ id: 3, may }] }] as never)
  renderPage(<EmptiedHint areaId={3} areaName="Barn 1" until={until} />)
}
const SINCE = { id: 9, since: '2026-11-20' }

test('a barn that seems empty is said, and who may end its round is led to the question', () => {
  hint(SINCE, ['edit'])
  expect(screen.getByText(/^Seems to have been empty since 2026-11-20/)).toBeTruthy()
  expect(screen.getByRole('link', { name: /^Has the round ended\? ?Barn 1$/ }).getAttribute('href')).toBe(
    '{"area_id":"3"}',
  )
})

test('who may only read is told without a question', () => {
  hint(SINCE, [])
  expect(screen.getByText(/^Seems to have been empty/)).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

test.each([
  ['animals are there', null, '2027-01-01'],
  ['the days shown were over before', SINCE, '2026-11-20'],
] as const)('nothing is said where %s', (_, round, until) => {
  hint(round, ['edit'], until)
  expect(screen.queryByText(/empty/)).toBeNull()
})
