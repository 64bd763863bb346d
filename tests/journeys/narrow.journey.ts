import type { Page } from '@playwright/test'
import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { begin, expect, fits, openAs, PHONE, test, toDesk, toPhone } from './product.ts'

const LONG = 'Schweinezuchtabteilung'.padEnd(80, 'x')

/** A place, its area, its device and an inspection there, all named with eighty letters and no space. */
const nameThem = async (page: Page, origin: string) => {
  const token = await page.evaluate(() => localStorage.getItem('barnometer.token') ?? '')
  const caller = { fetch, origin, token }
  const areas = [{ name: LONG, area_type_id: 35 }]
  const location = await call(api.createLocation, { body: { name: LONG, street: LONG, areas } }, caller)
  const [area] = location.areas
  if (!area) throw new Error('no area')
  const device = await call(api.createSensor, { body: { name: LONG, device_name: LONG } }, caller)
  const start = new Date(Date.now() - 86_400_000).toISOString()
  const placed = { location_id: location.id, area_id: area.id, device_ids: [device.id], start }
  await call(api.createLocationResearch, { body: placed }, caller)
  const written = { client_id: crypto.randomUUID(), location_id: location.id, area_ids: [area.id], notes: LONG }
  const inspection = await call(
    api.createInspection,
    { body: { ...written, date: new Date(Date.now() - 3_600_000).toISOString(), reminder: LONG } },
    caller,
  )
  return { location, device, inspection }
}

test.describe.configure({ mode: 'serial' })
/** The narrowest phone. */
const NARROW = { width: 320, height: 700 }
test.use({ ...PHONE, viewport: NARROW })

test('[ui] eighty letters without a space fit a phone of 320 px and a desk', async ({ page, product }) => {
  await begin(page)
  const { location, device, inspection } = await nameThem(page, product.origin)
  const paths = [
    '/',
    `/locations/${location.id}/edit`,
    `/data/${device.id}`,
    `/devices/${device.id}/label`,
    `/device-settings/${device.id}`,
    '/devices',
    '/export',
    '/researchplanning',
    '/researchplanning/quick',
    `/inspections/${inspection.id}`,
    `/alarm-plan/${location.id}`,
  ]
  const wide: string[] = []
  for (const path of paths) {
    await page.goto(path)
    await expect(page.locator('main')).toContainText(LONG)
    if (!(await fits(page))) wide.push(`${path} on a phone`)
    await toDesk(page)
    if (!(await fits(page))) wide.push(`${path} on a desk`)
    await toPhone(page, NARROW)
  }
  expect(wide).toEqual([])
})

/** The longest address that is taken. */
const ADDRESS = `${'a'.repeat(64)}@${`${'b'.repeat(61)}.`.repeat(3)}nl`

test('[ui] an address without a break fits the list of schedules, its runs and the form', async ({ page, product }) => {
  await openAs(page, '/schedules')
  const token = await page.evaluate(() => localStorage.getItem('barnometer.token') ?? '')
  const caller = { fetch, origin: product.origin, token }
  const [location] = await call(api.listLocations, {}, caller)
  const area_ids = location?.areas.map(({ id }) => id) ?? []
  const recipients = [ADDRESS, `c${ADDRESS.slice(1)}`]
  const body = { name: LONG, area_ids, frequency: 'week' as const, language: 'en' as const, recipients }
  const { id } = await call(api.createReportSchedule, { body }, caller)
  await page.route('**/api/research_report/schedule', async route => {
    const answer = await route.fetch()
    const [schedule] = await answer.json()
    const { recipients } = schedule
    const failed = recipients.map((recipient: string) => ({ recipient, error: 'The mailbox does not exist.' }))
    const about = { report_id: 1, time: new Date().toISOString(), state: 'ready', error: null, is_there: true }
    const run = { ...about, recipients, sent: 0, delayed: recipients, failed }
    await route.fulfill({ response: answer, json: [{ ...schedule, stopped: recipients, last_run: run, runs: [run] }] })
  })
  for (const path of ['/schedules', `/schedules/${id}`]) {
    await toPhone(page, NARROW)
    await page.goto(path)
    await expect(page.locator('main')).toContainText('The mailbox does not exist.')
    for (const turn of [() => toPhone(page, NARROW), () => toDesk(page)]) {
      await turn()
      await expect.poll(() => fits(page), path).toBe(true)
      const beyond = await page
        .getByText(ADDRESS)
        .evaluateAll(all => all.filter(one => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0).length)
      expect(beyond, `${path}: addresses that are cut or reach beyond their place`).toBe(0)
    }
  }
})

test('[ui] a menu longer than the screen stays above the tabs and scrolls in itself', async ({ page }) => {
  await openAs(page, '/devices')
  await page.getByRole('button', { name: /^Actions for/ }).click()
  const menu = page.getByRole('menu')
  await expect(menu).toBeVisible()
  const tabs = await page.getByRole('navigation').last().boundingBox()
  const above = async () => {
    const box = await menu.boundingBox()
    return box !== null && tabs !== null && box.y >= 0 && box.y + box.height <= tabs.y
  }
  await expect.poll(above).toBe(true)
  const last = page.getByRole('menuitem').last()
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 1 })
})
