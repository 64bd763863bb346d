import { cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Location } from '#shared/contract/places/locations.ts'
import locations from '#shared/locales/en/locations.json' with { type: 'json' }
import ui from '#shared/locales/en/ui.json' with { type: 'json' }
import type { AreaState } from '#shared/rules/locations/area-state.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { DeviceAge } from '../area/area-parts.tsx'
import { GroupHead } from './group-head.tsx'

vi.mock('../../kit/routing/link.tsx', () => ({ ScreenLink: () => null }))

beforeAll(() =>
  i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { locations, ui } }, interpolation: { escapeValue: false } }),
)
afterEach(cleanup)

const FARM = { id: 1, name: 'De Linde', groups: [], areas: [], may: [] } as unknown as Location
const area = (changes: Partial<AreaState>) =>
  ({ status: 'no_data', stale: false, device: { name: 'BM 1' }, lastTime: null, waiting: [], ...changes }) as AreaState

const HEARD = '2026-11-26T08:00:00.000Z'
const BARE = area({ device: null })
const WAITING = area({})
const SILENT = area({ lastTime: HEARD })

test.each([
  ['an area without a device is not yet equipped', [BARE], ['1 without a device'], [ui.status.no_data]],
  ['one that was never heard waits', [WAITING], [locations.not_started], [ui.status.no_data, 'without a device']],
  ['one that was heard before has no data', [SILENT, BARE], [ui.status.no_data, '1 without a device'], []],
])('at the heading of a farm %s', (_, states, said, unsaid) => {
  renderPage(<GroupHead location={FARM} states={states} collapsed={false} />)
  const { textContent } = screen.getByRole('banner')
  for (const text of said) expect(textContent).toContain(text)
  for (const text of unsaid) expect(textContent).not.toContain(text)
})

test.each([
  [[], null],
  [['BM 2'], 'BM 2: waiting for the first value'],
  [['BM 2', 'BM 3'], '2 devices waiting for the first value'],
])('beside the device that was heard, the new ones %j are named as waiting', (names, said) => {
  const waiting = names.map(name => ({ name }) as AreaState['waiting'][number])
  const { container } = renderPage(<DeviceAge state={area({ lastTime: HEARD, waiting })} />)
  expect(container.textContent).toContain('BM 1')
  expect(container.textContent?.includes('waiting')).toBe(said !== null)
  if (said) expect(container.textContent).toContain(said)
})
