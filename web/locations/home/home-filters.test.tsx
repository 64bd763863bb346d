import { cleanup, fireEvent, screen } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import texts from '#shared/locales/en/locations.json' with { type: 'json' }
import { ALL, changeHomeView } from '../../kit/browser/home-view.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { HomeFilters } from './home-filters.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { locations: texts } } })
})
beforeEach(() => changeHomeView(ALL))
afterEach(cleanup)

test('other farms have other animals: leaving some out, or not, takes the kind of animals off', () => {
  const species = [
    { id: 1, name: 'Sows' },
    { id: 2, name: 'Calves' },
  ] as never
  changeHomeView({ species: 3, onlyOwn: false })
  renderPage(<HomeFilters locations={[]} species={species} own visible={0} all={4} />)
  expect(screen.getByText('Clear (1)')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: texts.filter.only_own }))
  expect(screen.queryByText('Clear (1)')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('4 areas')
})
