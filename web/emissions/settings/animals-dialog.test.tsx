import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import settings from '#shared/locales/en/emission-settings.json' with { type: 'json' }
import form from '#shared/locales/en/form.json' with { type: 'json' }
import rounds from '#shared/locales/en/rounds.json' with { type: 'json' }
import ui from '#shared/locales/en/ui.json' with { type: 'json' }
import { observeNoSizes } from '../../testing/no-layout.ts'
import { renderPage } from '../../testing/render-page.tsx'
import AnimalsDialog from './animals-dialog.tsx'
import { columnsOf } from './animals-file.ts'

beforeAll(async () => {
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  observeNoSizes()
  await i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { 'emission-settings': settings, form, rounds, ui } },
    interpolation: { escapeValue: false },
  })
})
afterEach(cleanup)

const open = async (onRead: (animals: unknown) => void) => {
  renderPage(<AnimalsDialog columns={columnsOf('dairy_cattle')} onRead={onRead} onClose={() => undefined} />)
  const table = await screen.findByLabelText(settings.animals.import.table)
  return (text: string) => {
    fireEvent.change(table, { target: { value: text } })
    fireEvent.click(screen.getByText(settings.animals.import.action))
  }
}

test('a file of another language is read, and a column that nobody knows is named', async () => {
  const onRead = vi.fn()
  const add = await open(onRead)
  add('Gültig ab;Bemerkung;Tiere;Milch\n2026-01-01;neu;110;30,5')
  expect(screen.getByText(/“Bemerkung”/).textContent).toBe('“Bemerkung” is not read: no column here has this name.')
  expect(onRead).toHaveBeenCalledExactlyOnceWith([
    expect.objectContaining({ valid_from: '2026-01-01', animals: '110', milk: '30.5' }),
  ])
})

test('heads without the first day are refused beside the table, and nothing is read', async () => {
  const onRead = vi.fn()
  const add = await open(onRead)
  add('Start;Animals\n2026-01-01;110')
  const refused = settings.animals.import.head.no_day.replace('{{day}}', settings.valid_from)
  expect(screen.getAllByText(refused).length).toBeGreaterThan(0)
  expect(screen.getByLabelText(settings.animals.import.table).getAttribute('aria-invalid')).toBe('true')
  expect(onRead).not.toHaveBeenCalled()
})

test('a file that Excel saved as plain CSV is read with its own letters', async () => {
  const onRead = vi.fn()
  renderPage(<AnimalsDialog columns={columnsOf('dairy_cattle')} onRead={onRead} onClose={() => undefined} />)
  const table = await screen.findByLabelText(settings.animals.import.table)
  const text = 'Gültig ab;Tiere;Trächtig\r\n2026-01-01;110;120\r\n'
  const file = new File([Uint8Array.from(text, char => char.charCodeAt(0))], 'tiere.csv')
  const input = document.querySelector('input[type=file]')
  if (input) fireEvent.change(input, { target: { files: [file] } })
  await waitFor(() => expect((table as HTMLTextAreaElement).value).toContain('Trächtig'))
  fireEvent.click(screen.getByText(settings.animals.import.action))
  expect(onRead).toHaveBeenCalledExactlyOnceWith([
    expect.objectContaining({ valid_from: '2026-01-01', animals: '110', days_pregnant: '120' }),
  ])
})
