import type { APIRequestContext, Page } from '@playwright/test'
import { begin, expect, expectAccessibleEverywhere, PERSON, type Product, test, toDesk } from './product.ts'

/** A farm of one room with a device that has a key. */
const prepare = async (page: Page, request: APIRequestContext, { origin }: Product) => {
  const token = await page.evaluate(() => localStorage.getItem('barnometer.token'))
  const post = async (path: string, data: unknown, key = token) => {
    const answer = await request.post(`${origin}/api${path}`, { headers: { authorization: `Bearer ${key}` }, data })
    expect(answer.status(), `${path} ${await answer.text()}`).toBeLessThan(300)
    return answer.json()
  }
  const location = await post('/locations', { name: 'Zonneveld', areas: [{ name: 'Room 1', area_type_id: 25 }] })
  const device = await post('/sensors', { name: 'BM 1', device_name: 'BM 1' })
  const { key } = await post(`/sensors/${device.id}/keys`, {})
  await post('/location_research', {
    location_id: location.id,
    area_id: location.areas[0].id,
    device_ids: [device.id],
    start: new Date(Date.now() - 3_600_000).toISOString(),
  })
  return { send: (values: Record<string, number>) => post('/measurements', values, key) }
}

const choose = async (page: Page, token: RegExp, option: string) => {
  await page.getByRole('button', { name: token }).click()
  await page.getByRole('menuitemradio', { name: option, exact: true }).click()
}

test('[specification §2] a rule is said and tried, its alert appears by itself, somebody is on it, and it ends', async ({
  page,
  request,
  product,
}) => {
  await begin(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(PERSON.name)
  const { send } = await prepare(page, request, product)
  await send({ nh3: 4 })

  await page.goto('/alertrules')
  await page.getByRole('link', { name: 'Default rules' }).click()
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await expectAccessibleEverywhere(page)
  await toDesk(page)
  await page.goto('/alertrules')
  await page.getByRole('link', { name: 'New alert rule' }).click()
  await choose(page, /^Period:/, 'At every reading')
  await page.getByRole('button', { name: /^Where:/ }).click()
  await page.getByRole('option', { name: 'all areas', exact: true }).click()
  await page.getByRole('textbox', { name: 'Limit, ppm' }).fill('20,5')
  await page.getByRole('radio', { name: /^Act now/ }).check()
  const tried = page.getByRole('region', { name: 'Tested on your last 30 days' })
  await expect.soft(tried.getByText('alerts in 30 days')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await toDesk(page)
  await page.getByRole('button', { name: 'Save and switch on' }).click()
  await expect(page.getByRole('link', { name: /the reading of NH3 in all areas is above 20\.5.ppm\.$/ })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await toDesk(page)

  await page.goto('/alerts')
  await expect(page.getByText('No alerts')).toBeVisible()
  await send({ nh3: 24.6 })
  const row = page.getByRole('listitem').filter({ hasText: 'NH3 too high' })
  await expect(row).toContainText('24.6')
  const tabs = page.getByRole('navigation', { name: 'Main areas' })
  await expect(tabs.getByRole('link', { name: /^Alerts.*1 open/ })).toBeVisible()
  await row.getByRole('link', { name: /too high/ }).click()
  const open = page.getByRole('article', { name: 'NH3 too high' })
  await expect(open.getByText(/^Past the limit for/)).toBeVisible()
  // Read or not, it is open.
  await expect(tabs.getByRole('link', { name: /^Alerts.*1 open/ })).toBeVisible()
  await page.keyboard.press('a')
  await expect(open.getByText('You have been on it since')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(open.getByText('You have been on it since')).toBeHidden()
  await open.getByRole('button', { name: 'I’m on it' }).click()
  await page.getByRole('button', { name: 'Add a note' }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('Fan 2 was off')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(open.getByText('Fan 2 was off')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await toDesk(page)

  await send({ nh3: 3 })
  await expect(open.getByText(/^Lasted .* worst 24\.6/)).toBeVisible()
})
