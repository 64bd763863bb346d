import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { SearchField } from './search-field.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Field whose words stand in an address that changes some time after it was asked to. */
function Page() {
  const [search, setSearch] = useState('2041')
  const later = (next: string) => void setTimeout(() => setSearch(next), 100)
  return (
    <>
      <SearchField label="Search" search={search} onSearch={later} />
      <output>{search}</output>
      <button type="button" onClick={() => setSearch('')}>
        Clear
      </button>
    </>
  )
}

test('typing in the middle goes on in the middle while the address follows', () => {
  renderPage(<Page />)
  const field = screen.getByLabelText<HTMLInputElement>('Search')
  for (const text of ['B2041', 'BM2041', 'BM 2041']) {
    fireEvent.change(field, { target: { value: text } })
    field.setSelectionRange(text.length - 4, text.length - 4)
    act(() => void vi.advanceTimersByTime(50))
    expect(field.value).toBe(text)
    expect(field.selectionStart).toBe(text.length - 4)
  }
  act(() => void vi.advanceTimersByTime(1000))
  expect([field.value, field.selectionStart, screen.getByRole('status').textContent]).toEqual(['BM 2041', 3, 'BM 2041'])
  fireEvent.click(screen.getByRole('button'))
  expect(field.value).toBe('')
})
