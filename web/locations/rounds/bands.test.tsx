import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { api } from '#shared/contract/index.ts'
import type { Round } from '#shared/contract/places/rounds.ts'
import form from '#shared/locales/en/form.json' with { type: 'json' }
import rounds from '#shared/locales/en/rounds.json' with { type: 'json' }
import ui from '#shared/locales/en/ui.json' with { type: 'json' }
import { USUAL_FORMATS } from '#shared/rules/formats/formats.ts'
import { keyOf, queryClient } from '../../kit/api/query.ts'
import { endSession, setUser, type User } from '../../kit/api/session.ts'
import { observeNoSizes } from '../../testing/no-layout.ts'
import { renderPage } from '../../testing/render-page.tsx'
import RoundDialog from './round-dialog.tsx'
import RoundsCard from './rounds-card.tsx'

vi.mock('../../ui/overlays/leave-guard.tsx', () => ({ LeaveGuard: () => null }))

beforeAll(async () => {
  // jsdom has no fonts that a text could be measured anew with.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  observeNoSizes()
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { rounds, ui, form } }, interpolation: { escapeValue: false } })
})
afterEach(() => {
  cleanup()
  endSession()
})

const ROUND: Round = {
  ...{ id: 7, area_id: 3, name: 'Spring', date_in: '2026-03-01', date_out: null, age_in: 0, animals: 1000 },
  ...{ preset: null, curve: null, state: 'running', age: 3, lost: 0, put_in_later: 0, taken_out: 0, present: 1000 },
  ...{ version: 1, may: ['edit', 'delete'] },
  bands: [
    {
      measure: 't',
      points: [
        { age: 0, low: 31, high: 34 },
        { age: 7, low: 28, high: 31 },
      ],
    },
    { measure: 'nh3', points: [{ age: 0, low: 0, high: 10 }] },
  ],
  wanted: { mass: null, temperature: { low: 29.71, high: 32.71 }, humidity: null },
}
const OWN = { 'x-barnometer': '1' }

describe('own bands of a round', () => {
  test('are drawn on its card without a curve, with the comfort of today', async () => {
    vi.stubGlobal('fetch', async () => Response.json([ROUND], { headers: OWN }))
    renderPage(<RoundsCard area={{ id: 3, name: 'Barn', may: ['edit'] }} species="broiler" timeZone="UTC" />)
    expect(await screen.findByText('29.7–32.7 °C')).toBeDefined()
    expect(screen.getAllByRole('img').map(chart => chart.getAttribute('aria-label'))).toEqual([
      'Own band, Temperature, °C: 31–34 on day 0, 28–31 on day 7',
      'Own band, NH3, ppm: 0–10 on day 0, 0–10 on day 0',
    ])
  })

  test('[decisions 0160] are drawn with the digits they were typed with in °F', async () => {
    setUser({ formats: { ...USUAL_FORMATS, temperature: 'fahrenheit' } } as User)
    const round = { ...ROUND, bands: [{ measure: 't', points: [{ age: 0, low: 23.88888889, high: 26.66666667 }] }] }
    vi.stubGlobal('fetch', async () => Response.json([round], { headers: OWN }))
    queryClient.clear()
    renderPage(<RoundsCard area={{ id: 3, name: 'Barn', may: ['edit'] }} species="broiler" timeZone="UTC" />)
    expect((await screen.findByRole('img')).getAttribute('aria-label')).toMatch(/75–80 on day 0/)
    queryClient.clear()
  })

  /** Opens the dialog of the round; `sent` gets what is saved. Roles are asked for as seldom as can be: each looks at all of it. */
  const openDialog = async () => {
    const sent: unknown[] = []
    vi.stubGlobal('fetch', async (_: string, { method = 'GET', body = '{}' }: { method?: string; body?: string }) => {
      if (method === 'PUT') sent.push(JSON.parse(body))
      return Response.json(ROUND, { headers: OWN })
    })
    const onClose = vi.fn()
    renderPage(
      <RoundDialog areaId={3} species="broiler" round={ROUND} today="2026-03-04" ending={false} onClose={onClose} />,
    )
    const table = await screen.findByLabelText<HTMLTextAreaElement>('Temperature, °C')
    return { sent, onClose, table, save: () => fireEvent.click(screen.getByText('Save')) }
  }

  test('[decisions 0160] a curve says its bounds in the unit its fields are read in, at the field that is wrong', async () => {
    setUser({ formats: { ...USUAL_FORMATS, temperature: 'fahrenheit' } } as User)
    const curve = {
      temperature_margin: 1.5,
      humidity_margin: 10,
      points: [{ age: 0, mass: null, temperature: 33, humidity: 60, water: null }],
    }
    renderPage(
      <RoundDialog
        {...{ areaId: 3, species: 'broiler', today: '2026-03-04', ending: false, onClose: vi.fn() }}
        round={{ ...ROUND, curve, bands: [] }}
      />,
    )
    const margin = await screen.findByLabelText<HTMLInputElement>(rounds.curve.temperature_margin)
    expect(margin.value).toBe('2.7')
    fireEvent.change(margin, { target: { value: '20' } })
    fireEvent.change(screen.getByLabelText(rounds.curve.table), { target: { value: '0;;200;60' } })
    fireEvent.click(screen.getByText('Save'))
    expect(await screen.findByText('Too high. Enter 18 or less')).toBeDefined()
    expect(screen.getByText('Too high. Enter 140 or less')).toBeDefined()
    fireEvent.change(margin, { target: { value: '9' } })
    await waitFor(() => expect(screen.queryByText('Too high. Enter 18 or less')).toBeNull())
  })

  test('are not saved with a row that is wrong, or without any', async () => {
    const { sent, onClose, table, save } = await openDialog()
    expect(table.value).toBe('0; 31; 34\n7; 28; 31')
    fireEvent.change(table, { target: { value: 'day;from;to\n0;31;34\n7;31;28' } })
    expect(screen.getByText('Row 3: the lower value must be below the upper one')).toBeDefined()
    save()
    expect(document.activeElement).toBe(table)
    fireEvent.change(table, { target: { value: '' } })
    expect(screen.getByText('Enter at least one row')).toBeDefined()
    save()
    expect([sent, onClose.mock.calls]).toEqual([[], []])
  })

  test('are told of what the server refuses at the table of each, which gets the focus', async () => {
    const { save } = await openDialog()
    const ofGas = screen.getByLabelText<HTMLTextAreaElement>('NH3, ppm', { selector: 'textarea' })
    const message = 'These bands cannot be kept.'
    const errors = { 'bands.1.points.0': ['Not this gas.'], bands: [message] }
    vi.stubGlobal('fetch', async () =>
      Response.json({ code: 'no_valid_input', message: '', errors }, { status: 422, headers: OWN }),
    )
    save()
    await vi.waitFor(() => expect(document.activeElement).toBe(ofGas))
    expect(ofGas.getAttribute('aria-describedby')).toContain('error')
    expect(screen.getByText('Not this gas.')).toBeDefined()
    expect(screen.getByText(message)).toBeDefined()
  })

  test('have the statistics read anew once they are saved, whose comfort they are', async () => {
    const { onClose, save } = await openDialog()
    const reads = [api.getStatistics, api.getResearchStatistics].map(keyOf)
    for (const key of reads) queryClient.setQueryData(key, { areas: [] })
    save()
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(reads.map(key => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true])
  })

  test('are changed, added and taken away in its dialog', async () => {
    const { sent, onClose, table, save } = await openDialog()
    fireEvent.change(table, { target: { value: '0;31;34\n7;28,5;31' } })
    const [, removeGas] = screen.getAllByText('Remove band')
    if (!removeGas) throw new Error('each band can be taken away')
    fireEvent.click(removeGas)
    expect(document.activeElement).toBe(screen.getByLabelText('Add a band', { selector: 'input' }))
    fireEvent.click(screen.getByLabelText('Add a band', { selector: 'input' }))
    fireEvent.click(await screen.findByText('Humidity, %'))
    fireEvent.change(screen.getByLabelText('Humidity, %', { selector: 'textarea' }), { target: { value: '0;55;65' } })
    save()
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent).toMatchObject([
      {
        bands: [
          {
            measure: 't',
            points: [
              { age: 0, low: 31, high: 34 },
              { age: 7, low: 28.5, high: 31 },
            ],
          },
          { measure: 'h', points: [{ age: 0, low: 55, high: 65 }] },
        ],
      },
    ])
  })
})
