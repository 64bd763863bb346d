import { cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Device } from '#shared/contract/devices/devices.ts'
import texts from '#shared/locales/en/measurements.json' with { type: 'json' }
import { renderPage } from '../../testing/render-page.tsx'
import { NotHeard } from './not-heard.tsx'

beforeAll(async () => {
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { measurements: texts } }, interpolation: { escapeValue: false } })
})
afterEach(cleanup)

const OWN = { id: 1, eui: null, main_refusal: null, may: ['keys'] }
const { waiting } = texts

test.each([
  ['sends by a key', OWN, [waiting.text, waiting.key], 1],
  ['sends through a network server', { ...OWN, eui: 'A84041FFFF5A5A18' }, [waiting.text, waiting.eui], 1],
  ['belongs to somebody else', { ...OWN, may: [] }, [waiting.text], 0],
  [
    'sends values that are refused',
    { ...OWN, main_refusal: { field: 't', code: 'range', message: 'Too warm.' } },
    ['Messages arrive, but their values are refused: Too warm.'],
    1,
  ],
])('of a device that was never heard and %s it says what to do', (_, device, said, ways) => {
  renderPage(<NotHeard device={device as unknown as Device} />)
  expect(screen.getByText(waiting.title)).toBeDefined()
  expect(screen.getByText(said.join(' '))).toBeDefined()
  expect(screen.queryAllByRole('button', { name: waiting.keys })).toHaveLength(ways)
})
