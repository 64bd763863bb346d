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
