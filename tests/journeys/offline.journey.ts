import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { keptInBrowser, readsAreKept } from './kept-reads.ts'
import { endEmulation, expect, expectAccessibleEverywhere, openAs, test } from './product.ts'

test.describe.configure({ mode: 'serial' })
test.use({ farm: 'demo', serviceWorkers: 'allow' })

const WORKER = fileURLToPath(new URL('../../dist/web/sw.js', import.meta.url))

const KEPT = ['/locations', '/sensors', '/measurements/last_all', '/alerts']

/** All share one visitor: a browser takes long to fetch what the product needs without a network. */
let page: Page
test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
})
test.afterAll(() => page.close())

test('the browser may put the product on the home screen, and always asks whether there is a newer one', async ({
  request,
}) => {
  const manifest = await request.get('/manifest.webmanifest')
  expect(manifest.headers()['content-type']).toContain('manifest+json')
  const { icons } = (await manifest.json()) as { icons: { src: string; sizes: string; type: string }[] }
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  for (const { src, type } of icons) expect((await request.get(src)).headers()['content-type']).toContain(type)
  for (const path of ['/sw.js', '/manifest.webmanifest', '/'])
    expect((await request.get(path)).headers()['cache-control']).toBe('no-cache')
})

test('[ui §8.9] after one visit the product opens without a network and says how old its data are; back online all comes by itself', async () => {
  const context = page.context()
  await openAs(page, '/')
  await expect(page.getByText('Piglet room 3').first()).toBeVisible()
  await keptInBrowser(page)
  await readsAreKept(page, KEPT)

  await context.setOffline(true)
  await page.reload()
  const bar = page.getByText(/No connection\. Showing data from \d\d:\d\d\./)
  await expect(bar).toBeVisible()
  await expect(page.getByText('Piglet room 3').first()).toBeVisible()
  await expectAccessibleEverywhere(page)
  await endEmulation(page)
  await page.getByRole('navigation', { name: 'Main areas' }).getByRole('link', { name: 'Data' }).click()
  await expect(page).toHaveURL(/\/data/)
  await expect(page.getByRole('img', { name: /^Temperature .*°C/ }).first()).toBeVisible()
  await expect(page.getByText('This is not saved on this device').first()).toBeVisible()
  await page.getByRole('navigation', { name: 'Main areas' }).getByRole('link', { name: 'Alerts' }).click()
  await expect(page.getByText(/This is how it was at \d\d:\d\d\./)).toBeVisible()
  await expect(page.getByText('The server did not answer')).toBeHidden()
  await page.goto('/devices?locale=de')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(/Keine Verbindung\. Stand der Daten: \d\d:\d\d\./)).toBeVisible()
  await page.goto('/?locale=en')
  await expect(bar).toBeVisible()

  const read = page.waitForResponse(response => response.url().includes('/api/measurements/last') && response.ok())
  await context.setOffline(false)
  await read
  await expect(bar).toBeHidden()
  await expect(page.getByText('Piglet room 3').first()).toBeVisible()
})

test('nothing that was read stays with the browser after signing out', async () => {
  await page.goto('/')
  await expect(page.getByText('Piglet room 3').first()).toBeVisible()
  await keptInBrowser(page)
  await readsAreKept(page, KEPT)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await page.context().setOffline(true)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.locator('body')).not.toContainText('Piglet room 3')
})

test('a newer version says that it is there and comes only when somebody wants it', async () => {
  await page.context().setOffline(false)
  await page.goto('/sign-in')
  await keptInBrowser(page)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  const before = readFileSync(WORKER)
  try {
    appendFileSync(WORKER, '\n// newer')
    await page.getByLabel('E-mail').fill('half@typed')
    await page.evaluate(() => navigator.serviceWorker.ready.then(registration => registration.update()))
    const notice = page.getByText('A new version is ready.')
    // The page looks for newer versions some seconds after it is open.
    await expect(notice).toBeVisible()
    await expectAccessibleEverywhere(page)
    await expect(page.getByLabel('E-mail')).toHaveValue('half@typed')
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByLabel('E-mail')).toHaveValue('')
    await expect(notice).toBeHidden()
    await page.waitForTimeout(4000)
    await expect(notice).toBeHidden()
  } finally {
    writeFileSync(WORKER, before)
  }
})
