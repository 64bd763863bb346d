import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TokenNumber } from '../../alerts/rules/token.tsx'
import { renderPage } from '../../testing/render-page.tsx'
import { CountField } from './count-field.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Count() {
  const [value, setValue] = useState('')
  return <CountField label="Number" value={value} most={99} onChange={setValue} />
}
function Token() {
  const [value, setValue] = useState('')
  return <TokenNumber label="Number" value={value} unit="" wrong={false} onChange={setValue} />
}

test.each([
  ['a count', Count],
  ['a number in the sentence of a rule', Token],
])('[specification §5] a decimal comma of %s becomes a point when typing pauses for 1200 ms', (_, Field) => {
  renderPage(<Field />)
  const field = screen.getByLabelText<HTMLInputElement>('Number')
  fireEvent.change(field, { target: { value: '12,5' } })
  act(() => void vi.advanceTimersByTime(1199))
  expect(field.value).toBe('12,5')
  act(() => void vi.advanceTimersByTime(1))
  expect(field.value).toBe('12.5')
})
