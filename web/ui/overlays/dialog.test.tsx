import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { observeNoSizes } from '../../testing/no-layout.ts'
import { Dialog } from './dialog.tsx'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  observeNoSizes()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('Escape closes the topmost dialog alone', async () => {
  const [closeTable, closeWhy] = [vi.fn(), vi.fn()]
  const draw = (why: boolean) => (
    <MantineProvider env="test">
      <Dialog opened title="Table" onClose={closeTable}>
        numbers
      </Dialog>
      <Dialog opened={why} title="Why" onClose={closeWhy}>
        reasons
      </Dialog>
    </MantineProvider>
  )
  const { rerender } = render(draw(false))
  rerender(draw(true))
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(closeWhy).toHaveBeenCalledOnce()
  expect(closeTable).not.toHaveBeenCalled()
  rerender(draw(false))
  await vi.waitFor(() => {
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(closeTable).toHaveBeenCalled()
  })
})

test('a dialog that comes and goes with its element gives the focus back to what opened it', async () => {
  const draw = (opened: boolean) => (
    <MantineProvider env="test">
      <button type="button">Change the name</button>
      {opened && (
        <Dialog opened title="Name" onClose={() => {}}>
          <input aria-label="Name" />
        </Dialog>
      )}
    </MantineProvider>
  )
  const { rerender, getByRole } = render(draw(false))
  const opener = getByRole('button', { name: 'Change the name' })
  opener.focus()
  rerender(draw(true))
  getByRole('textbox', { name: 'Name' }).focus()
  rerender(draw(false))
  await vi.waitFor(() => expect(document.activeElement).toBe(opener))
})

test('a dialog that was opened from a menu gives the focus back to the button of the menu', async () => {
  const draw = (at: 'menu' | 'dialog' | 'end') => (
    <MantineProvider env="test">
      <button type="button" id="more">
        More
      </button>
      {at === 'menu' && (
        <div role="menu" aria-labelledby="more">
          <button type="button" role="menuitem">
            Rename
          </button>
        </div>
      )}
      {at === 'dialog' && (
        <Dialog opened title="Name" onClose={() => {}}>
          <input aria-label="Name" />
        </Dialog>
      )}
    </MantineProvider>
  )
  const { rerender, getByRole } = render(draw('menu'))
  getByRole('menuitem').focus()
  rerender(draw('dialog'))
  getByRole('textbox', { name: 'Name' }).focus()
  rerender(draw('end'))
  await vi.waitFor(() => expect(document.activeElement).toBe(getByRole('button', { name: 'More' })))
})
