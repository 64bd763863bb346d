import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import sentence from '#shared/locales/en/alert-sentence.json' with { type: 'json' }
import measurements from '#shared/locales/en/measurements.json' with { type: 'json' }
import { USUAL_FORMATS } from '#shared/rules/formats/formats.ts'
import { queryClient, queryOf } from '../../kit/api/query.ts'
import { endSession, setUser, type User } from '../../kit/api/session.ts'
import { useAlerts } from './use-alerts.ts'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { measurements, 'alert-sentence': sentence } },
    interpolation: { escapeValue: false },
  })
})
afterEach(() => endSession())

const alert = {
  ...{ id: 1, kind: 'rule', rule_name: 'A', measurement: 't', physical_quantity_id: 1, unit: '°C' },
  ...{ fired_at: '2026-11-01T00:00:00Z', resolved_at: null, comparator: 'greater' },
}
const lists = {
  measurement_types: [],
  physical_quantities: [{ id: 1, abbreviation: 'temp_deg_c', unit: '°C', decimals: 1 }],
}

test.each([
  [{ calculation: 'average', comparison: 'value', worst_value: 30, threshold_value: 25 }, /86\.0\s°F.*77\s°F/],
  [{ calculation: 'average', comparison: 'absolute_change', worst_value: 6, threshold_value: 5 }, /10\.8\s°F.*9\s°F/],
  [{ calculation: 'derivative', comparison: 'value', worst_value: 6, threshold_value: 5 }, /10\.8\s°F.*9\s°F/],
  [{ calculation: 'count', comparison: 'value', worst_value: 6, threshold_value: 5 }, /^[^°]*6[^°]*5[^°]*$/],
] as const)(
  '[decisions 0160] an alert is told in °F, a difference without the 32 and a count as it is',
  (part, said) => {
    setUser({ formats: { ...USUAL_FORMATS, temperature: 'fahrenheit' } } as User)
    queryClient.setQueryData(queryOf(api.listAlerts, { query: { device_id: 7 } }).queryKey, [
      { ...alert, ...part },
    ] as never)
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    )
    const { result } = renderHook(() => useAlerts(7, lists as never), { wrapper })
    expect(result.current[0]?.text).toMatch(said)
  },
)
