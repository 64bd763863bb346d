import { cleanup, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { queryClient } from '../../kit/api/query.ts'
import { startTexts } from '../../kit/language/language.ts'
import { observeNoSizes } from '../../testing/no-layout.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { type DiaryFilters, NOTHING } from '../list/filter.ts'
import { WrittenInspections } from './written.tsx'

beforeEach(async () => {
  observeNoSizes()
  // Another file of this process may have begun with texts of its own.
  delete i18next.options.resources
  await startTexts('en', ['diary'])
  vi.stubGlobal('fetch', async () => ({
    status: 200,
    headers: new Headers({ 'x-barnometer': '1' }),
    text: async () => JSON.stringify({ inspections: [], total: 0, next: null }),
  }))
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = (filters: DiaryFilters) =>
  renderPage(
    <WrittenInspections
      view="list"
      place={null}
      lists={{} as TaxonomyLists}
      locations={[]}
      {...{ filters, onFilter: () => undefined }}
    />,
  )

test('an empty diary has nothing to search and to filter', async () => {
  show(NOTHING)
  await waitFor(() => expect(screen.getByText('No inspections yet')).toBeDefined())
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Good' })).toBeNull()
})

test('filters that leave nothing stay, so that they can be cleared', async () => {
  show({ ...NOTHING, search: 'fans' })
  expect(await screen.findByRole('button', { name: 'Clear filters' })).toBeDefined()
  expect(screen.getByRole('searchbox')).toBeDefined()
})
