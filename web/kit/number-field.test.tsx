import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { NumberField, numberIn, numberText } from './number-field.tsx'

beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  await i18next
    .use(initReactI18next)
    .init({ lng: 'de', supportedLngs: ['de', 'en'], resources: { de: { ui: { optional: 'optional' } } } })
})
afterEach(cleanup)

function Height() {
  const [text, setText] = useState('')
  return (
    <MantineProvider>
      <NumberField label="Height" unit="m" value={text} onChange={event => setText(event.currentTarget.value)} />
      <output>{String(numberIn(text))}</output>
    </MantineProvider>
  )
}

test('[specification §8] comma and point mean the same, and what is typed is left alone while it is typed', () => {
  render(<Height />)
  const field = screen.getByLabelText<HTMLInputElement>('Height')
  for (const [typed, read] of [
    ['2', '2'],
    ['2,8', '2.8'],
    ['2.8', '2.8'],
    ['-0,5', '-0.5'],
    ['', 'null'],
    ['two', 'NaN'],
  ] as const) {
    fireEvent.change(field, { target: { value: typed } })
    expect(field.value).toBe(typed)
    expect(screen.getByRole('status').textContent).toBe(read)
  }
})

test('a stored number is edited with the comma of the language and read back the same', () => {
  expect(numberText(1234.5)).toBe('1234,5')
  expect(numberIn(numberText(1234.5))).toBe(1234.5)
  expect(numberText(null)).toBe('')
})
