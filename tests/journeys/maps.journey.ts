import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { begin, expect, expectAccessible, openAs, postingAs, test } from './product.ts'

test.describe.configure({ mode: 'serial' })
const HOST = 'https://pictures.example'
test.use({
  settings: { MAP_AERIAL_URL: `${HOST}/{z}/{x}/{y}.png`, MAP_AERIAL_ATTRIBUTION: 'National Survey' },
  // A worker would ask for tiles past what stands for their server here.
  serviceWorkers: 'block',
})

const tile = sharp({ create: { width: 256, height: 256, channels: 3, background: '#507040' } })
  .png()
  .toBuffer()

/** Answers as the survey would; returns the tiles that were asked for. */
const survey = async (page: Page): Promise<string[]> => {
  const asked: string[] = []
  await page.route(`${HOST}/**`, async route => {
    asked.push(route.request().url())
    await route.fulfill({ contentType: 'image/png', body: await tile, headers: { 'access-control-allow-origin': '*' } })
  })
  return asked
}
const map = (page: Page) => page.getByRole('region', { name: 'Map of the locations' })

test('a map shows pictures from the air to who chose so, wherever they open it', async ({ page }) => {
  const asked = await survey(page)
  await begin(page)
  const post = await postingAs(page)
  const areas = [{ name: 'Barn 1', area_type_id: 25 }]
  await post('/locations', { name: 'Zonneveld', lat: 51.29, lon: 5.74, areas })
  await page.goto('/')
  const aerial = map(page).getByRole('button', { name: 'Show aerial picture' })
  await expect(aerial).toBeVisible()
  await expect(map(page).getByText('National Survey')).toHaveCount(0)
  expect(asked).toEqual([])
  const saved = page.waitForResponse(
    answer => answer.url().endsWith('/api/settings') && answer.request().method() === 'POST',
  )
  await aerial.click()
  await expect(map(page).getByText('National Survey')).toBeVisible()
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  expect(asked[0]).toMatch(/^https:\/\/pictures\.example\/\d+\/\d+\/\d+\.png$/)
  await expectAccessible(page)
  expect((await saved).ok()).toBe(true)
  await page.reload()
  await expect(map(page).getByText('National Survey')).toBeVisible()
  await map(page).getByRole('button', { name: 'Show street map' }).click()
  await expect(map(page).getByText('Natural Earth')).toBeVisible()
  await expect(map(page).getByText('National Survey')).toHaveCount(0)
})

test('where the pictures cannot be had the map is outlines, until they are there as it is moved', async ({ page }) => {
  await page.route(`${HOST}/**`, route => route.abort())
  await openAs(page, '/')
  await map(page).getByRole('button', { name: 'Show aerial picture' }).click()
  await expect(map(page).getByText('National Survey')).toBeVisible()
  await expect(map(page).getByText('National Survey')).toHaveCount(0)
  await expect(map(page).getByText('Natural Earth')).toBeVisible()
  await page.unroute(`${HOST}/**`)
  await survey(page)
  // Pictures are asked for again some seconds after they were last.
  await expect(async () => {
    await page.locator('canvas.maplibregl-canvas').first().press('ArrowRight')
    await expect(map(page).getByText('National Survey')).toBeVisible({ timeout: 1500 })
  }).toPass({ timeout: 25_000 })
})
