import { cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import texts from '#shared/locales/en/locations.json' with { type: 'json' }
import { ALL, changeHomeView } from '../../kit/browser/home-view.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ViewButton } from './view-button.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { locations: texts } } })
})
beforeEach(() => changeHomeView(ALL))
afterEach(cleanup)

test('the folded button counts farms of others that are left out, as it does other filters', () => {
  changeHomeView({ belowSix: true })
  renderPage(<ViewButton open={false} onlyOwn />)
  expect(screen.getByRole('button', { name: 'View and filters, 2 filters on' }).textContent).toBe('2')
})

test('the button says no number where nothing is left out', () => {
  renderPage(<ViewButton open={false} onlyOwn={false} />)
  expect(screen.getByRole('button', { name: texts.view.open }).textContent).toBe('')
})
