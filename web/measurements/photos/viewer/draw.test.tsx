import { cleanup, fireEvent, screen } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { PhotoMark } from '#shared/contract/measurements/photos.ts'
import photos from '#shared/locales/en/photos.json' with { type: 'json' }
import { observeNoSizes } from '../../../testing/no-layout.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { DrawOn } from './draw.tsx'

beforeEach(observeNoSizes)
beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { photos } } }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const text = (words: string): PhotoMark => ({ type: 'text', at: [0.1, 0.1], text: words })
const [was, theirs] = [text('was there'), text('of somebody else')]

const drawing = (annotation: PhotoMark[], handlers: { onSave: () => void; onChanged: () => void }) => (
  <DrawOn picture="" size={{ width: 64, height: 48 }} annotation={annotation} onLeave={() => undefined} {...handlers} />
)

test('what somebody else draws meanwhile is kept beside the own marks', () => {
  const handlers = { onSave: vi.fn(), onChanged: vi.fn() }
  const { rerender } = renderPage(drawing([was], handlers))
  expect(handlers.onChanged).toHaveBeenLastCalledWith(false)
  fireEvent.click(screen.getByRole('radio', { name: 'Text' }))
  const words = screen.getByRole('textbox', { name: 'Words' })
  fireEvent.change(words, { target: { value: 'own' } })
  fireEvent.keyDown(words, { key: 'Enter' })
  expect(handlers.onChanged).toHaveBeenLastCalledWith(true)
  // The list of photos is read again and again: the same marks are no news.
  rerender(drawing([{ ...was }], handlers))
  rerender(drawing([{ ...was }, theirs], handlers))
  fireEvent.click(screen.getByRole('button', { name: 'Save drawing' }))
  const own = { type: 'text', at: [0.4, 0.5], text: 'own' }
  expect(handlers.onSave).toHaveBeenCalledWith([was, theirs, own], [was, theirs])
})
