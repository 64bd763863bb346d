import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { CallFailed } from '#shared/contract/call.ts'
import ui from '#shared/locales/en/ui.json' with { type: 'json' }
import { endSession, startSession, type User } from '../../kit/api/session.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { hideToast, showToast, takeToasts } from './toast.ts'
import Toasts from './toasts.tsx'
import { useUndoToast } from './use-undo-toast.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { ui } } })
})
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

test('what was said to one person is not there for who signs in next, nor the way back of what they did', async () => {
  const host = await renderPage(<Toasts />)
  startSession('mariekes', { id: 1, name: 'Marieke' } as User)
  act(() => showToast({ id: 'not-placed', message: 'Front is where it was.', autoClose: false }))
  expect(await screen.findByText('Front is where it was.')).toBeTruthy()
  host.unmount()
  showToast({ id: 'barn', message: 'Barn 3 is deleted.', autoClose: false })
  endSession()
  expect(takeToasts()).toEqual([])
  startSession('piets', { id: 2, name: 'Piet' } as User)
  await renderPage(<Toasts />)
  act(() => showToast({ id: 'welcome', message: 'Saved' }))
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(screen.queryByText('Front is where it was.')).toBeNull()
  expect(screen.queryByText('Barn 3 is deleted.')).toBeNull()
})

function Deleted({ bringBack }: { bringBack: () => Promise<unknown> }) {
  const tellDeleted = useUndoToast()
  return (
    <button type="button" onClick={() => tellDeleted('barn', 'Barn 3 is deleted.', bringBack)}>
      Delete
    </button>
  )
}

test('what is gone comes back from its toast, and a way back that fails says why', async () => {
  const answers = [
    () => Promise.resolve(),
    () => Promise.reject(new CallFailed(404, { message: 'Somebody else deleted the farm.' })),
  ]
  await renderPage(
    <>
      <Toasts />
      <Deleted bringBack={() => (answers.shift() ?? Promise.reject)()} />
    </>,
  )
  for (const left of [1, 0]) {
    fireEvent.click(await screen.findByText('Delete'))
    fireEvent.click(await screen.findByText('Undo'))
    await gone('Barn 3 is deleted.')
    expect(answers).toHaveLength(left)
    if (left) expect(screen.queryByText('Somebody else deleted the farm.')).toBeNull()
  }
  expect(await screen.findByText('Somebody else deleted the farm.')).toBeTruthy()
})
