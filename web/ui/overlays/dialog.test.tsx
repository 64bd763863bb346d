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
