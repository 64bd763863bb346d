import { cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Device } from '#shared/contract/devices/devices.ts'
import texts from '#shared/locales/en/measurements.json' with { type: 'json' }
import { renderPage } from '../../testing/render-page.tsx'
import { NotPlaced } from './not-placed.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { measurements: texts } } })
})
afterEach(cleanup)

const PLACEMENT = { area_id: 1 }

test.each([
  ['hangs nowhere and may be placed', null, ['place'], 1, 1],
  ['hangs nowhere and is only seen', null, [], 1, 0],
  ['hangs in an area', PLACEMENT, ['place'], 0, 0],
])(
  '[specification §4] a device that %s says why it has no grade, with the way out',
  (_, placement, may, said, ways) => {
    renderPage(<NotPlaced device={{ id: 1, placement, may } as unknown as Device} />)
    expect(screen.queryAllByText(texts.not_placed_text)).toHaveLength(said)
    expect(screen.queryAllByRole('button', { name: texts.place })).toHaveLength(ways)
  },
)
