import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { hideToast, showToast } from './toast.ts'
import Toasts from './toasts.tsx'

afterEach(cleanup)

const gone = (text: string) => waitFor(() => expect(screen.queryByText(text)).toBeNull(), { timeout: 20_000 })

test('a toast takes the place of the one with its id, with time of its own', async () => {
  await renderPage(<Toasts />)
  act(() => showToast({ id: 'inspection', message: 'Not saved', autoClose: false }))
  expect(await screen.findByText('Not saved')).toBeTruthy()
  act(() => showToast({ id: 'inspection', message: 'Saved', autoClose: 500 }))
  expect(await screen.findByText('Saved')).toBeTruthy()
  await gone('Not saved')
  await gone('Saved')
})

test('a hidden toast is gone, and its id can be shown again', async () => {
  await renderPage(<Toasts />)
  act(() => showToast({ id: 'deleted', message: 'Deleted', autoClose: false }))
  expect(await screen.findByText('Deleted')).toBeTruthy()
  act(() => hideToast('deleted'))
  await gone('Deleted')
  act(() => showToast({ id: 'deleted', message: 'Deleted again' }))
  expect(await screen.findByText('Deleted again')).toBeTruthy()
})
