import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import ui from '#shared/locales/en/ui.json' with { type: 'json' }
import { addressesIn, EmailChips, looksLikeEmail } from './email-chips.tsx'

beforeAll(async () => {
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { ui } }, interpolation: { escapeValue: false } })
})
afterEach(cleanup)

let now: string[] = []
function Chips({ first = [] }: { first?: string[] }) {
  const [value, setValue] = useState(first)
  now = value
  return <EmailChips label="People" value={value} onChange={setValue} />
}
const field = () => screen.getByLabelText<HTMLInputElement>('People')

describe('[specification §9] addresses are added with comma or Enter', () => {
  test.each([',', ';'])('%j makes a chip', mark => {
    render(<Chips />)
    fireEvent.change(field(), { target: { value: `Anna@Farm.nl${mark}` } })
    expect(now).toEqual(['anna@farm.nl'])
    expect(field().value).toBe('')
  })

  test('Enter and leaving the field make one too, and nothing twice', () => {
    render(<Chips first={['a@farm.nl']} />)
    fireEvent.change(field(), { target: { value: 'b@farm.nl' } })
    fireEvent.keyDown(field(), { key: 'Enter' })
    fireEvent.change(field(), { target: { value: 'a@farm.nl' } })
    fireEvent.blur(field())
    expect(now).toEqual(['a@farm.nl', 'b@farm.nl'])
  })

  test('[design §8.7] Backspace at the start takes the last one back for editing', () => {
    render(<Chips first={['a@farm.nl', 'b@farm']} />)
    fireEvent.keyDown(field(), { key: 'Backspace' })
    expect(now).toEqual(['a@farm.nl'])
    expect(field().value).toBe('b@farm')
  })

  test('a pasted list is split, a wrong one stays and is marked', () => {
    render(<Chips />)
    const clipboardData = { getData: () => 'Anna <a@farm.nl>, Piet <p@farm.nl>; x@farm' }
    fireEvent.paste(field(), { clipboardData })
    expect(now).toEqual(['a@farm.nl', 'p@farm.nl', 'x@farm'])
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('x@farm is not an e-mail address.')).toBeTruthy()
  })
})

test('lists as people paste them', () => {
  expect(addressesIn('a@b.nl\nc@d.nl  a@b.nl')).toEqual(['a@b.nl', 'c@d.nl'])
  expect(addressesIn(' , ;')).toEqual([])
  expect(['a@b.nl', 'a.b+c@d-e.co.uk'].every(looksLikeEmail)).toBe(true)
  expect(['a@b', '@b.nl', 'a b@c.nl', 'a@b.', ''].some(looksLikeEmail)).toBe(false)
})
