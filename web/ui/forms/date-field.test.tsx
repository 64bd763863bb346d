import { cleanup, fireEvent, screen } from '@testing-library/react'
import i18next from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test } from 'vitest'
import dates from '#shared/locales/en/dates.json' with { type: 'json' }
import ui from '#shared/locales/en/ui.json' with { type: 'json' }
import { fieldOf, instantOf } from '../../kit/time/instant.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { DateField, DateTimeField } from './date-field.tsx'

const ZONE = 'Europe/Amsterdam'

beforeAll(async () => {
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { dates, ui } }, interpolation: { escapeValue: false } })
})
afterEach(cleanup)

function Held({ moment, tell, min }: { moment: string; tell: (value: string) => void; min?: string }) {
  const [value, setValue] = useState(fieldOf(moment, ZONE))
  tell(value)
  return <DateTimeField zone={ZONE} label="When" value={value} onChange={setValue} min={min} />
}

/** A field for a moment, and what it holds at last. */
const field = (moment: string, more: { min?: string } = {}) => {
  let held = ''
  const tell = (value: string) => {
    held = value
  }
  renderPage(<Held moment={moment} tell={tell} {...more} />)
  return {
    input: screen.getByLabelText<HTMLInputElement>('When'),
    moment: () => instantOf(held, ZONE),
    held: () => held,
  }
}
const type = (input: HTMLInputElement, text: string) => fireEvent.change(input, { target: { value: text } })

test('shows a moment as the product writes it, and keeps it to the second while nobody changes it', () => {
  const { input, moment } = field('2026-11-22T09:11:42.000Z')
  expect(input.value).toBe('2026-11-22 10:11')
  fireEvent.focus(input)
  fireEvent.blur(input)
  expect(moment()).toBe('2026-11-22T09:11:42.000Z')
  type(input, '2026-11-22 10:12')
  expect(moment()).toBe('2026-11-22T09:12:00.000Z')
})

test('tells apart the two moments of the hour that comes twice in autumn', () => {
  const { moment } = field('2026-10-25T01:30:00.000Z')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Second time (+01:00)' }).checked).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: 'First time (+02:00)' }))
  expect(moment()).toBe('2026-10-25T00:30:00.000Z')
})

test('what is no date is told once the field is left, and nothing typed is thrown away', () => {
  const { input, moment } = field('2026-11-22T09:11:00.000Z')
  type(input, '2026-11')
  expect(screen.queryByText(/Enter date and time like/)).toBeNull()
  fireEvent.blur(input)
  expect(input.value).toBe('2026-11')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  screen.getByText(/Enter date and time like/)
  expect(moment()).toBe('')
})

test('a day alone keeps the time it had; what is too early is told', () => {
  const { input, held } = field('2026-11-22T09:11:00.000Z', { min: '2026-11-20T00:00' })
  type(input, '2026-11-21')
  fireEvent.blur(input)
  expect(held()).toBe('2026-11-21T00:00')
  type(input, '2026-11-19 08:00')
  fireEvent.blur(input)
  screen.getByText('Not before 2026-11-20 00:00')
})

test('says how it is written, and which field its calendar is of', () => {
  renderPage(<DateField label="First day" value="" onChange={() => undefined} />)
  const spoken = screen.getByLabelText('First day').getAttribute('aria-description')
  expect(spoken).toBe('Year, month, day: 2026-11-22')
  screen.getByRole('button', { name: 'Calendar: First day' })
})
