import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
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

describe('[specification §5] a decimal comma becomes a point when typing pauses for 1200 ms', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const type = (value: string) => {
    const field = screen.getByLabelText<HTMLInputElement>('Height')
    fireEvent.change(field, { target: { value } })
    return field
  }
  const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

  test('and not before, nor between two keys', () => {
    render(<Height />)
    const field = type('2,')
    wait(1000)
    type('2,7')
    wait(1100)
    type('2,75')
    wait(1199)
    expect(field.value).toBe('2,75')
    wait(1)
    expect(field.value).toBe('2.75')
    expect(screen.getByRole('status').textContent).toBe('2.75')
  })

  test('the caret stays where it was', () => {
    render(<Height />)
    const field = type('12,5')
    field.focus()
    field.setSelectionRange(1, 1)
    wait(1200)
    expect([field.value, field.selectionStart]).toEqual(['12.5', 1])
  })

  test.each(['2,', ',', '1,2,3', '1.234,5', 'two, three', '2.5', ''])('"%s" is left as it is', text => {
    render(<Height />)
    const field = type(text)
    wait(5000)
    expect(field.value).toBe(text)
  })

  test('a field that is gone by then is left alone', () => {
    render(<Height />)
    type('2,5')
    cleanup()
    wait(5000)
  })
})

test('a stored number is edited with the comma of the language and read back the same', () => {
  expect(numberText(1234.5)).toBe('1234,5')
  expect(numberIn(numberText(1234.5))).toBe(1234.5)
  expect(numberText(null)).toBe('')
})
