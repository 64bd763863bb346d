import type { APIRequestContext, Page } from '@playwright/test'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { begin, expect, expectAccessibleEverywhere, PERSON, type Product, test, toDesk, toPhone } from './product.ts'

const TOKEN = 'barnometer.token'

/** The calls a device owner made before: a farm of two rooms and three devices. */
const prepare = async (page: Page, request: APIRequestContext, { origin }: Product) => {
  const token = await page.evaluate(key => localStorage.getItem(key), TOKEN)
  const headers = { authorization: `Bearer ${token}` }
  const post = async (path: string, data: unknown, key?: string) => {
    const answer = await request.post(`${origin}/api${path}`, {
      headers: key ? { authorization: `Bearer ${key}` } : headers,
      data,
    })
    expect(answer.status(), `${path} ${await answer.text()}`).toBeLessThan(300)
    return answer.json()
  }
  const areas = ['Room 1', 'Room 2'].map(name => ({ name, area_type_id: 25 }))
  const location = await post('/locations', { name: 'Zonneveld', areas })
  const devices = []
  for (const name of ['BM 1', 'BM 2', 'BM 3']) {
    const device = await post('/sensors', { name, device_name: name })
    const { key } = await post(`/sensors/${device.id}/keys`, {})
    devices.push({ ...device, key })
  }
  return { post, location, devices }
}

test.describe.configure({ mode: 'serial' })

test('[specification §2] two devices are planned into a research on the phone, a third is refused with the reason', async ({
  page,
  request,
  product,
}) => {
  await toPhone(page)
  await begin(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(PERSON.name)
  const { post, location, devices } = await prepare(page, request, product)
  const [, , third] = devices
  await post('/location_research', {
    location_id: location.id,
    area_id: location.areas[1].id,
    device_ids: [third.id],
    start: new Date(Date.now() - 48 * HOUR_MS).toISOString(),
    end: new Date(Date.now() + 240 * HOUR_MS).toISOString(),
  })
  await page.goto('/researchplanning')
  await expectAccessibleEverywhere(page)
  await toPhone(page)
  await page.getByRole('link', { name: 'Quick start' }).click()
  await page.getByRole('button', { name: 'Room 1' }).click()
  await page.getByRole('button', { name: 'Room 2' }).click()
  await page.getByRole('button', { name: 'One round, 42 days' }).click()
  await page.getByLabel('Name of a project').fill('Winter air')
  const people = page.getByRole('combobox', { name: 'Add people by e-mail' })
  await people.fill('anna@wur.example')
  await people.press('Enter')
  await page.getByRole('checkbox', { name: 'BM 1' }).check()
  await page.getByRole('checkbox', { name: 'BM 2' }).check()
  await expect(page.getByRole('checkbox', { name: 'BM 3' })).toBeDisabled()
  await expect(page.getByText('Room 2, Zonneveld')).toBeVisible()
  await expect(page.getByText(/^Busy until/)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await toPhone(page)
  await expect(page.getByText('2 devices in 2 areas')).toBeVisible()
  await page.getByRole('button', { name: 'Save plan' }).click()
  await expect(page).toHaveURL(/\/researchplanning\?id=/)
  await expect(page.getByRole('region', { name: 'Invited, not accepted yet' })).toContainText('anna@wur.example')
  await expect(page.getByRole('heading', { name: 'Winter air' })).toBeVisible()
})

test('[decisions §4] a broken device is swapped from the calendar, and the plan is shortened', async ({ page }) => {
  await page.goto('/researchplanning')
  await page.getByLabel('E-mail').fill(PERSON.email)
  await page.getByLabel('Password', { exact: true }).fill(PERSON.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: /^No project: BM 3 in Room 2/ }).click()
  await page.getByRole('button', { name: 'Move to…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Device' }).click()
  await page.getByRole('option', { name: 'BM 1' }).click()
  await dialog.getByRole('button', { name: 'Move to…' }).click()
  await expect(dialog.getByText(/in use|Busy|not free|already/i).first()).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Device' }).click()
  await page.getByRole('option', { name: 'BM 3' }).click()
  await dialog.getByRole('combobox', { name: 'Area' }).click()
  await page.getByRole('option', { name: 'Room 1' }).click()
  await dialog.getByRole('button', { name: 'Move to…' }).click()
  await expect(page.getByRole('button', { name: /BM 3 in Room 1, Zonneveld/ })).toBeVisible()
  await page.getByRole('button', { name: /BM 3 in Room 1, Zonneveld/ }).click()
  await page.getByRole('button', { name: 'End now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click()
  await expect(page.getByRole('heading', { name: 'Available now' }).locator('..').getByText('BM 3')).toBeVisible()
  await toDesk(page)
  for (const view of ['By device', 'By project']) await page.getByText(view, { exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Winter air' }).first()).toBeVisible()
  await page.getByText('Year', { exact: true }).click()
  await page.getByRole('button', { name: 'Later' }).click()
  await page.getByRole('button', { name: 'Today', exact: true }).click()
})
