import { cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import texts from '#shared/locales/en/measurements.json' with { type: 'json' }
import { renderPage } from '../../testing/render-page.tsx'
import { Dials } from './dials.tsx'

/** Dial whose brass hand stands somewhere, whatever the readings. */
const DIAL = {
  definition: {
    type: { abbreviation: 't', name: 'Temperature' },
    quantity: { abbreviation: 't', unit: '°C', decimals: 1 },
  },
  last: { value: 21, time: '2026-11-21T12:00:00Z' },
  low: 20,
  mean: 21,
  high: 22,
  before: 20.5,
  status: null,
}
vi.mock('../page/dial-values.ts', () => ({
  dialValues: () => [DIAL],
  dialMeans: () => [DIAL],
  beforeAt: () => 20.5,
  endsOf: () => ({ min: 0, max: 40 }),
}))
vi.mock('../chart-cards/air.tsx', () => ({ Air: () => null }))

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { measurements: texts } } })
})
afterEach(cleanup)

test.each([
  ['now', true, texts.previous.day],
  ['of a period that is over', false, texts.key.before],
])('the brass hand of what is %s is named by what it stands for', (_, running, name) => {
  renderPage(
    <Dials
      running={running}
      device={undefined}
      beforeName={texts.previous.day}
      last={{}}
      state={{ finding: null, grade: null, lastTime: null } as never}
      areaTypeId={undefined}
      lists={{ area_types: [] } as never}
      frame={{ from: '2026-11-20T00:00:00Z', until: '2026-11-21T00:00:00Z' } as never}
      now={Date.parse('2026-11-21T12:01:00Z')}
      timeZone="UTC"
    />,
  )
  const [other] = [texts.previous.day, texts.key.before].filter(one => one !== name)
  expect(screen.getByText(name, { exact: false })).toBeTruthy()
  expect(screen.queryByText(other as string, { exact: false })).toBeNull()
})
