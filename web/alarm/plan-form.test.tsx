import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { AlarmPlan } from '#shared/contract/alerts/alarm-plans.ts'
import texts from '#shared/locales/en/alarm-plan.json' with { type: 'json' }
import ui from '#shared/locales/en/ui.json' with { type: 'json' }
import { renderPage } from '../testing/render-page.tsx'
import { PlanForm } from './plan-form.tsx'

vi.mock('../ui/overlays/leave-guard.tsx', () => ({ LeaveGuard: () => null }))

beforeAll(async () => {
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { 'alarm-plan': texts, ui } }, interpolation: { escapeValue: false } })
})
afterEach(cleanup)

const READ: AlarmPlan = {
  location_id: 1,
  location_name: 'Zonneveld',
  time_zone: 'Europe/Amsterdam',
  minutes: 15,
  people: [{ name: 'Jan', phone: '0612', email: 'jan@farm.example', consent: 'confirmed' }],
  updated_at: '2026-03-01T08:00:00.000Z',
  tested_at: null,
  test_due: false,
  may: ['edit'],
}
const THEIRS: AlarmPlan = {
  ...READ,
  people: [{ name: 'Piet', phone: '0699', email: 'piet@farm.example', consent: 'confirmed' }],
  updated_at: '2026-03-01T09:00:00.000Z',
}

const OWN = { 'x-barnometer': '1' }

test('a plan that somebody else has saved meanwhile is shown before it is replaced', async () => {
  const saved: string[] = []
  vi.stubGlobal('fetch', async (_: string, { method = 'GET', body = '{}' }: { method?: string; body?: string }) => {
    if (method === 'GET') return Response.json(THEIRS, { headers: OWN })
    const { updated_at } = JSON.parse(body) as { updated_at: string }
    saved.push(updated_at)
    if (updated_at === THEIRS.updated_at) return Response.json(THEIRS, { headers: OWN })
    return Response.json(
      { code: 'changed_meanwhile', message: 'Someone else changed this.' },
      { status: 409, headers: OWN },
    )
  })
  const onDone = vi.fn()
  renderPage(<PlanForm plan={READ} onDone={onDone} />)
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Janneke' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const theirs = await screen.findByRole('region', { name: 'The plan as someone else saved it' })
  expect(within(theirs).getByText('Piet')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Janneke')
  expect(onDone).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(saved).toEqual([READ.updated_at, THEIRS.updated_at])
})
