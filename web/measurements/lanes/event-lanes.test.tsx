import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import measurements from '#shared/locales/en/measurements.json' with { type: 'json' }
import ui from '#shared/locales/en/ui.json' with { type: 'json' }
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { createCursor } from '../../charts/control/cursor.ts'
import { observeNoSizes } from '../../testing/no-layout.ts'
import { renderPage } from '../../testing/render-page.tsx'
import type { Subject } from '../page/subject.ts'
import type { PeriodControl } from '../period/use-period.ts'
import { EventLanes } from './event-lanes.tsx'
import { drawnLane, type LaneEvent, NARROW_TRACK } from './lane.ts'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { measurements, ui } },
    defaultNS: 'measurements',
    interpolation: { escapeValue: false },
  })
})
beforeEach(observeNoSizes)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const FROM = Date.UTC(2026, 10, 1)
const UNTIL = FROM + 30 * DAY_MS
const frame = {
  device_id: 1,
  from: new Date(FROM).toISOString(),
  until: new Date(UNTIL).toISOString(),
  step_seconds: 3600,
  time_zone: 'UTC',
  coverage: 1,
  time: Array.from({ length: 30 * 24 }, (_, hour) => FROM + hour * HOUR_MS),
  series: {},
  compare: null,
}
const alert = (id: number, from: number): LaneEvent => ({
  id: `alert ${id}`,
  from,
  until: from + 10 * MINUTE_MS,
  title: `Noise no. ${id}`,
  text: '',
  to: null,
})

const draw = (events: LaneEvent[]) => {
  const select = vi.fn()
  const lanes = [drawnLane({ key: 'alerts', events }, FROM, UNTIL, NARROW_TRACK)]
  const { container } = renderPage(
    <EventLanes
      subject={{ device_id: 1 } as Subject}
      frame={frame}
      lanes={lanes}
      photos={{ ticks: [], step: 1 }}
      cursor={createCursor()}
      period={{ select } as unknown as PeriodControl}
      isNarrow
      titled
    />,
  )
  return { container, select }
}

test('hundreds of alerts are a handful of marks that say how many they stand for', async () => {
  const { container, select } = draw(Array.from({ length: 400 }, (_, id) => alert(id, FROM + id * 1.5 * HOUR_MS)))
  expect(container.querySelectorAll('*').length).toBeLessThan(120)
  const marks = within(screen.getByRole('list')).getAllByRole('button')
  const counts = marks.map(mark => Number(mark.querySelector('b')?.textContent))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(400)
  fireEvent.click(marks[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', {}, { timeout: 30_000 })
  expect(within(dialog).getAllByRole('button', { name: /^Noise no\./ })).toHaveLength(20)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Show this time' }))
  const last = FROM + ((counts[0] as number) - 1) * 1.5 * HOUR_MS + 2 * MINUTE_MS
  expect(select).toHaveBeenCalledWith('2026-11-01 00:00', new Date(last).toISOString().slice(0, 16).replace('T', ' '))
})

test('an event of a crowd opens in its place', async () => {
  draw(Array.from({ length: 41 }, (_, id) => alert(id, FROM + id * MINUTE_MS)))
  fireEvent.click(screen.getByRole('button', { name: /^Alerts 41/ }))
  fireEvent.click(await screen.findByRole('button', { name: /^Noise no\. 3/ }, { timeout: 30_000 }))
  expect(await screen.findByRole('dialog', { name: 'Noise no. 3' })).toBeDefined()
  expect(screen.getByRole('button', { name: measurements.lanes.around })).toBeDefined()
})

test('few events are shown one by one, above an axis of round times', () => {
  const { container } = draw([alert(1, FROM + DAY_MS), alert(2, FROM + 20 * DAY_MS)])
  expect(screen.getAllByRole('button', { name: /^Noise no\. \d ?2026-11-/ })).toHaveLength(2)
  const labels = [...container.querySelectorAll('[aria-hidden] i span')].map(({ textContent }) => textContent)
  expect(labels.length).toBeGreaterThanOrEqual(2)
  expect(labels.length).toBeLessThanOrEqual(6)
})
