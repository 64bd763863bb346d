import type { UseQueryResult } from '@tanstack/react-query'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { LogbookEntry } from '#shared/contract/places/emissions.ts'
import type { MeasurementType } from '#shared/contract/places/taxonomy.ts'
import emission from '#shared/locales/en/emission.json' with { type: 'json' }
import { renderPage } from '../../testing/render-page.tsx'
import { Logbook } from './logbook.tsx'

vi.mock('../../kit/api/session.ts', async original => ({
  ...(await original<object>()),
  useUser: () => ({ time_zone: 'Europe/Amsterdam' }),
}))

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { emission } },
    interpolation: { escapeValue: false },
  })
})
afterEach(cleanup)

const TYPE: MeasurementType = {
  ...{ id: 1, abbreviation: 't', name: 'Temperature', unit: '°C', physical_quantity_id: 1, pq: 'temp_deg_c' },
  ...{ pq_name_unit: 'Temperature (°C)', chart_group_id: 1, show_in_dials: true, min_value: -60, max_value: 100 },
}
const ENTRY: LogbookEntry = {
  ...{ at: '2026-03-26T08:00:00.000Z', kind: 'manual', area_id: 3, area_name: 'Barn 1', device_name: 'BM 2041' },
  ...{ measurement: 'nh3', value: 4.5, length: null },
}

test('the log names what was measured, and its unit', () => {
  const data: LogbookEntry[] = [ENTRY, { ...ENTRY, kind: 'calibration', measurement: 't', value: 0.5 }]
  const query = { data, isPending: false, error: null } as UseQueryResult<LogbookEntry[]>
  renderPage(
    <Logbook query={query} measurements={[{ ...TYPE, id: 4, abbreviation: 'nh3', name: 'NH3', unit: 'ppm' }, TYPE]} />,
  )
  expect(screen.getAllByRole('listitem').map(one => one.textContent?.replaceAll(/\s/g, ' '))).toEqual([
    '2026-03-26NH3 measured by hand: 4.50 ppm, BM 2041',
    '2026-03-26Temperature +0.50 °C, BM 2041',
  ])
})

test('the log says that older measurements by hand are left out only where some are', () => {
  const all = Array.from({ length: 50 }, (_, hour): LogbookEntry => ({ ...ENTRY, value: hour }))
  const render = (data: LogbookEntry[]) => {
    renderPage(
      <Logbook
        query={{ data, isPending: false, error: null } as UseQueryResult<LogbookEntry[]>}
        measurements={[TYPE]}
      />,
    )
    fireEvent.click(screen.getByRole('button', { name: 'All 50' }))
    const [rows, said] = [screen.getAllByRole('listitem').length, screen.queryByText(/only the newest 50/) !== null]
    cleanup()
    return { rows, said }
  }
  expect(render(all)).toEqual({ rows: 50, said: false })
  expect(render([...all, { ...ENTRY, kind: 'manual_cut' }])).toEqual({ rows: 50, said: true })
})
