import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#shared/contract/index.ts'
import type { AreaNight as Night } from '#shared/contract/measurements/nights.ts'
import home from '#shared/locales/en/home.json' with { type: 'json' }
import { queryClient, queryOf } from '../../kit/api/query.ts'
import AreaNight from './area-night.tsx'
import type { AreaProps } from './area-parts.tsx'

beforeAll(() =>
  i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { home } }, interpolation: { escapeValue: false } }),
)
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-15T07:00:00Z') }))
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  queryClient.clear()
})

const LISTS = {
  measurement_types: [{ abbreviation: 'nh3', physical_quantity_id: 4, chart_group_id: 4 }],
  physical_quantities: [{ id: 4, name: 'Ammonia', unit: 'ppm', decimals: 1 }],
  chart_groups: [{ id: 4, area_type_boundaries: [] }],
} as unknown as AreaProps['lists']
const STATE = {
  ...{ area: { id: 3, area_type_id: 35 }, location: { time_zone: 'Europe/Amsterdam' } },
} as AreaProps['state']
const NIGHT: Night = {
  area_id: 3,
  from: '2026-01-14T21:00:00.000Z',
  until: '2026-01-15T05:00:00.000Z',
  coverage: 1,
  missing_hours: 0,
  finding: null,
}
const AMMONIA = { kind: 'over_limit', measurement: 'nh3', hours: 4, extreme: 24 } as const

const said = (nights: readonly Night[]): string | null => {
  queryClient.setQueryData(queryOf(api.listNights, {}).queryKey, [...nights])
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <AreaNight state={STATE} lists={LISTS} />
    </QueryClientProvider>,
  )
  return container.textContent?.replaceAll('\u00a0', ' ') ?? null
}

test.each<[string, Partial<Night>, string]>([
  ['well', {}, 'Night: All within comfort'],
  ['a limit', { finding: AMMONIA }, 'Night: Ammonia over the limit for 4 h, highest 24.0 ppm'],
  ['minutes', { finding: { ...AMMONIA, hours: 0.25 } }, 'Night: Ammonia over the limit for 15 min, highest 24.0 ppm'],
  [
    'half hours',
    { finding: { ...AMMONIA, kind: 'above', hours: 3.42 } },
    'Night: Ammonia too high for 3.5 h, highest 24.0 ppm',
  ],
  ['nothing known', { coverage: 0.5, missing_hours: 4 }, 'Night: No data for 4 h'],
  [
    'half of it',
    { coverage: 0.6, missing_hours: 3.2, finding: AMMONIA },
    'Night: No data for 3 h · Ammonia over the limit for 4 h, highest 24.0 ppm',
  ],
  ['most of it', { coverage: 0.75, missing_hours: 2 }, 'Night: All within comfort'],
])('says how the night was: %s', (_, changed, sentence) => {
  expect(said([{ ...NIGHT, ...changed }])).toBe(sentence)
})

test.each(['2026-01-15T13:00:00Z', '2026-01-16T07:00:00Z'])('says nothing of a night that is over, at %s', now => {
  vi.setSystemTime(Date.parse(now))
  expect(said([NIGHT])).toBe('')
})

test('says nothing of an area whose night is not told', () => {
  expect(said([{ ...NIGHT, area_id: 4 }])).toBe('')
})
