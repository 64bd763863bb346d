import type { Page } from '@playwright/test'
import { begin, expect, test } from './product.ts'

/** Calls the API as whoever has signed in on a page. */
const callsOf = async (page: Page) => {
  const token = await page.evaluate(() => localStorage.getItem('barnometer.token'))
  return async (path: string, data: object) => {
    const answer = await page.request.post(`/api${path}`, { data, headers: { authorization: `Bearer ${token}` } })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
}

const TABS = 9

test('any number of Data tabs opens, all hear what is measured, and other calls get through', async ({
  context,
  page,
}) => {
  await begin(page)
  const post = await callsOf(page)
  const device = await post('/sensors', { name: 'BM 1', device_name: 'BM 1' })
  const { key } = await post(`/sensors/${device.id}/keys`, {})
  const measure = async (t: number) => {
    const headers = { authorization: `Bearer ${key}` }
    expect((await page.request.post('/api/measurements', { headers, data: { t } })).ok()).toBe(true)
  }
  await measure(18.1)
  const tabs = [page]
  while (tabs.length < TABS) tabs.push(await context.newPage())
  for (const tab of tabs) {
    await tab.goto(`/data/${device.id}`)
    await expect(tab.getByRole('region', { name: 'Temperature', exact: true }).getByText('18.1').first()).toBeVisible()
  }
  const answered = await page.evaluate(async () => (await fetch('/api/health')).status)
  expect(answered).toBe(200)
  // The tabs agree on the one that listens within some seconds.
  await expect(async () => {
    const value = 20 + Math.round(Math.random() * 90) / 10
    await measure(value)
    for (const tab of tabs)
      await expect(
        tab.getByRole('region', { name: 'Temperature', exact: true }).getByText(value.toFixed(1)).first(),
      ).toBeVisible({ timeout: 2000 })
  }).toPass()
})
