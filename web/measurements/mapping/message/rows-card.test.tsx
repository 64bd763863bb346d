import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import i18next from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test } from 'vitest'
import form from '#shared/locales/en/form.json' with { type: 'json' }
import texts from '#shared/locales/en/mapping.json' with { type: 'json' }
import ui from '#shared/locales/en/ui.json' with { type: 'json' }
import { type Mapping, plainRow } from '#shared/rules/ingest/mapping.ts'
import { observeNoSizes } from '../../../testing/no-layout.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import type { TypesByAbbreviation } from '../../../ui/data-display/formatted-value.ts'
import { emptyRow, type MappingDraft, mappingDraftOf, mappingOf } from '../draft.ts'
import { outcomePlaces, tryMapping } from '../tried.ts'
import { MessageLines } from './message-lines.tsx'
import { RowsCard } from './rows-card.tsx'

beforeAll(async () => {
  observeNoSizes()
  await i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { mapping: texts, ui, form } },
    interpolation: { escapeValue: false },
  })
})
afterEach(cleanup)

const known = (abbreviation: string, unit: string, pq: string, max_value: number) =>
  [abbreviation, { abbreviation, unit, pq, name: abbreviation, min_value: 0, max_value }] as const
const TYPES = new Map([
  known('t', '°C', 'temp_deg_c', 85),
  known('nh3', 'ppm', 'nh3_ppm', 200),
]) as unknown as TypesByAbbreviation

function Page({ mapping, message, disabled = false }: { mapping: Mapping; message: unknown; disabled?: boolean }) {
  const [draft, setDraft] = useState<MappingDraft>(() => mappingDraftOf(mapping))
  const now = mappingOf(draft)
  const mapped = tryMapping(now, { value: message }, TYPES, Date.UTC(2026, 10, 20))
  const places = mapped ? outcomePlaces(now, { value: message }, mapped) : new Map()
  const choose = (path: string) => setDraft({ ...draft, rows: [...draft.rows, emptyRow(path)] })
  return (
    <>
      <MessageLines value={message} places={places} onChoose={disabled ? undefined : choose} />
      <RowsCard
        types={TYPES}
        zone="UTC"
        errors={{ 'rows.0.path': 'This path' }}
        onChange={setDraft}
        {...{ draft, mapped, disabled }}
      />
    </>
  )
}

const rowOf = (number: number) => within(screen.getByRole('listitem', { name: `Row ${number}` }))
const mappingWith = (...rows: Mapping['rows']): Mapping => ({ rows, time_path: null })

test('[decisions §5] says what would become of each value before anything is saved', () => {
  const message = { a: 21.5, b: 'warm', c: 327.67, d: 99, f: 1 }
  renderPage(
    <Page
      mapping={mappingWith(...['a', 'b', 'c', 'd', 'e'].map(path => plainRow(path, 't')), plainRow('f', null))}
      message={message}
    />,
  )
  expect(rowOf(1).getByText('21.5 °C')).toBeTruthy()
  expect(rowOf(2).getByText('already given by row 1')).toBeTruthy()
  expect(rowOf(5).getByText('not in this message')).toBeTruthy()
  expect(rowOf(6).getByText('left out')).toBeTruthy()
  fireEvent.change(rowOf(1).getByLabelText('Path in the message'), { target: { value: 'd' } })
  expect(rowOf(1).getByText('outside 0 to 85 °C')).toBeTruthy()
  expect(rowOf(2).getByText('not a number')).toBeTruthy()
  expect(rowOf(3).getByText('327.67 means that nothing was measured')).toBeTruthy()
})

test('[decisions §5] a value of the message adds a row with its path', () => {
  renderPage(<Page mapping={mappingWith()} message={{ list: [{ mA: 7.26 }] }} />)
  fireEvent.click(screen.getByRole('button', { name: '7.26. Add a row for list[0].mA' }))
  expect((rowOf(1).getByLabelText('Path in the message') as HTMLInputElement).value).toBe('list[0].mA')
  expect(rowOf(1).getByText('choose a measurement')).toBeTruthy()
  expect(rowOf(1).getByText('This path')).toBeTruthy()
})

test('[decisions §5] two points give a 4–20 mA probe its scale, and a broken loop is missing', () => {
  renderPage(<Page mapping={mappingWith(plainRow('mA', 'nh3'))} message={{ mA: 12 }} />)
  fireEvent.click(rowOf(1).getByRole('button', { name: 'Scale from two points, mA' }))
  const second = within(screen.getByRole('group', { name: 'Second point' }))
  fireEvent.click(screen.getByRole('button', { name: 'Use this' }))
  expect(screen.getByRole('alert').textContent).toContain('Enter two different raw values')
  fireEvent.change(second.getByLabelText(/^Means/), { target: { value: '50,0' } })
  fireEvent.click(screen.getByRole('button', { name: 'Use this' }))
  expect((rowOf(1).getByLabelText('× Scale') as HTMLInputElement).value).toBe('3.125')
  expect(rowOf(1).getByText('25 ppm')).toBeTruthy()
  expect(rowOf(1).getByText('missing below 3.6 or above 21')).toBeTruthy()
})

test('whoever may not change it sees it alone', () => {
  renderPage(<Page disabled mapping={mappingWith(plainRow('mA', 'nh3'))} message={{ mA: 12 }} />)
  expect(screen.queryByRole('button')).toBeNull()
  expect(rowOf(1).getByText('12 ppm')).toBeTruthy()
})
