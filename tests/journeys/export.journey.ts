import { readFileSync } from 'node:fs'
import type { APIRequestContext, Download, Page } from '@playwright/test'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { begin, expect, expectAccessibleEverywhere, PERSON, type Product, test, toDesk, toPhone } from './product.ts'

/** A farm of two rooms, each with a device that measured for an hour. */
const prepare = async (page: Page, request: APIRequestContext, { origin }: Product) => {
  const token = await page.evaluate(() => localStorage.getItem('barnometer.token'))
  const post = async (path: string, data: unknown, key = token) => {
    const answer = await request.post(`${origin}/api${path}`, { headers: { authorization: `Bearer ${key}` }, data })
    expect(answer.status(), `${path} ${await answer.text()}`).toBeLessThan(300)
    return answer.json()
  }
  const areas = ['Room 1', 'Room 2'].map(name => ({ name, area_type_id: 25 }))
  const location = await post('/locations', { name: 'Zonneveld', areas })
  const start = new Date(Date.now() - 120 * MINUTE_MS).toISOString()
  for (const [index, name] of ['BM 1', 'BM 2'].entries()) {
    const { id } = await post('/sensors', { name, device_name: name })
    const { key } = await post(`/sensors/${id}/keys`, {})
    const placed = { location_id: location.id, area_id: location.areas[index].id, device_ids: [id], start }
    await post('/location_research', placed)
    const messages = Array.from({ length: 12 }, (_, n) => ({
      time: Date.now() - (n + 1) * 5 * MINUTE_MS,
      t: 20 + n / 4,
      co2: 900 + n,
    }))
    await post('/measurements', messages, key)
  }
}

const textOf = async (download: Download): Promise<string> => readFileSync(await download.path(), 'utf8')

test('[decisions §6] a file is told about before it is made, comes down when it is ready, and is kept', async ({
  page,
  request,
  product,
}) => {
  await toDesk(page)
  await begin(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(PERSON.name)
  await prepare(page, request, product)
  await page.goto('/export')
  await page.getByRole('checkbox', { name: 'Zonneveld' }).check()
  await expect(page.getByText('2 of 2')).toBeVisible()
  await expect(page.getByText('every program, about')).toBeVisible()
  await page.getByRole('checkbox', { name: 'CO2' }).uncheck()
  await expect(page.getByText('t_degC')).toBeVisible()
  await expect(page.getByText('co2_ppm')).toBeHidden()
  await expectAccessibleEverywhere(page)
  await toPhone(page)
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Export, about/ }).click()
  const lines = (await textOf(await coming)).trimEnd().split('\r\n')
  expect([lines.length, lines[0]]).toEqual([25, '\uFEFFtime,device,name,location,area,t_degC'])
  await expect(page.getByRole('button', { name: 'Download Room 1, Room 2, CSV' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Zonneveld' })).toBeChecked()
  await page.getByRole('button', { name: 'Delete Room 1, Room 2, CSV' }).click()
  await expect(page.getByText('None in the last day.')).toBeVisible()

  await toDesk(page)
  await page.goto('/data?interval=hour')
  await page.getByRole('button', { name: 'Download, print or add to a board: Temperature' }).focus()
  await page.keyboard.press('Enter')
  const numbers = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Values as CSV' }).press('Enter')
  expect(await textOf(await numbers)).toContain('"Temperature (°C), mean"')
  await page.getByRole('button', { name: 'Download, print or add to a board: Temperature' }).click()
  const picture = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Image (PNG)' }).click()
  const png = readFileSync(await (await picture).path())
  // Width in the head of the file: 1200 px at twice the pixels.
  expect([png.subarray(1, 4).toString(), png.readUInt32BE(16)]).toEqual(['PNG', 2400])

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Print all charts' }).click()
  await expect(page.locator('body[data-printed]')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('img', { name: 'Temperature · °C, Room' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeHidden()
})
