import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { observeNoSizes } from '../../testing/no-layout.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import FullChart from './full-chart.tsx'

vi.mock('./chart-card.tsx', () => ({ ChartCard: () => 'the chart' }))

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  observeNoSizes()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const CARD = { place: 'Room 3', compare: null } as ComponentProps<typeof FullChart>['card']

test('Escape closes a dialog above the chart that fills the screen, then the chart', async () => {
  const [closeChart, closeTable] = [vi.fn(), vi.fn()]
  const draw = (table: boolean) => (
    <MantineProvider env="test">
      <FullChart opened onClose={closeChart} card={CARD} compareName="" empty={false} />
      <Dialog opened={table} title="Table" onClose={closeTable}>
        numbers
      </Dialog>
    </MantineProvider>
  )
  const { rerender } = render(draw(false))
  rerender(draw(true))
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(closeTable).toHaveBeenCalledOnce()
  expect(closeChart).not.toHaveBeenCalled()
  rerender(draw(false))
  await vi.waitFor(() => {
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(closeChart).toHaveBeenCalled()
  })
})
