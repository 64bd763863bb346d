import type { Page } from '@playwright/test'
import { DRAWN_FROM } from '#shared/contract/sketches.ts'
import { expect, PERSON, PHONE, signInUnseen, test, toPhone } from './product.ts'

test.describe.configure({ mode: 'serial' })
test.use({ farm: 'demo', ...PHONE })

/** A phone's, by which the server knows how wide to draw the sign-in. */
const PHONE_AGENT =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'
test.use({ userAgent: PHONE_AGENT })

/** Keeps the product from coming until it is let go, as on a slow network. */
const validity = async (page: Page) => {
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/assets/react-*.js', async route => {
    await released
    await route.continue()
  })
  return async () => {
    release()
    await expect(page.locator('#sketch')).toHaveCount(0)
  }
}
const sketchOf = (page: Page) => page.locator('#sketch')

/** Opens a screen until the server has drawn it: a busy one gives up rather than let somebody wait. */
const openSketched = async (page: Page, path: string, before = () => {}) => {
  await expect(async () => {
    before()
    await page.goto(path)
    await expect(sketchOf(page).getByRole('heading', { level: 1 })).toBeVisible({ timeout: 4000 })
  }).toPass()
}

/** The server draws as soon as its pages are loaded, shortly after it has begun. */
test.beforeAll(async ({ browser, product }) => {
  const page = await browser.newPage({ baseURL: product.origin, userAgent: PHONE_AGENT })
  await expect(async () => {
    await page.goto('/sign-in')
    expect(await page.content()).toContain('data-sketch="en phone"')
  }).toPass()
  await page.close()
})

test('[design: first visit on a phone] what is typed into the drawn sign-in is there when the product comes', async ({
  page,
}) => {
  const letGo = await validity(page)
  await page.goto('/sign-in')
  await sketchOf(page).getByLabel('E-mail').fill(PERSON.email)
  await sketchOf(page).getByLabel('Password', { exact: true }).fill(PERSON.password)
  await letGo()
  await expect(page.getByLabel('E-mail')).toHaveValue(PERSON.email)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('[design: first visit on a phone] home and data are seen before the product has come', async ({ page }) => {
  const letGo = await validity(page)
  await signInUnseen(page)
  await openSketched(page, '/')
  await expect(
    sketchOf(page)
      .getByRole('link', { name: /Piglet room 3/ })
      .first(),
  ).toBeVisible()
  // A tap is kept for the product.
  await sketchOf(page).getByRole('link', { name: 'Data', exact: true }).click()
  await letGo()
  await expect(page).toHaveURL(/\/data\/\d+/)
  // The worst one; a cold noon makes it the calf barn.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Piglet room 3|Calf barn)$/)
})

test('[design: first visit on a phone] the product begins with what the sketch was drawn from, and its charts are read meanwhile', async ({
  page,
}) => {
  const letGo = await validity(page)
  await signInUnseen(page)
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  const timesAsked = (path: string) => asked.filter(one => one === path).length
  await openSketched(page, '/data', () => {
    asked.length = 0
  })
  await expect.poll(() => timesAsked('/api/measurements/series')).toBe(1)
  await letGo()
  await expect(page.getByRole('img', { name: /^Temperature in °C: minimum/ })).toBeVisible()
  expect(timesAsked('/api/measurements/series')).toBe(1)
  for (const path of ['/api/sensors', '/api/taxonomy/lists', '/api/settings']) expect(timesAsked(path), path).toBe(0)
})

test('[design: first visit on a phone] an answer that stalls behind the sketch keeps nothing waiting', async ({
  page,
}) => {
  await page.addInitScript(marker => {
    const ask = window.fetch
    window.fetch = async (url, init) => {
      const answer = await ask(url, init)
      if (!String(url).startsWith('/api/sketch')) return answer
      const begun = (await answer.text()).split(marker)[0] + marker
      const stalled = new ReadableStream({ start: sent => sent.enqueue(new TextEncoder().encode(begun)) })
      return new Response(stalled, answer)
    }
  }, DRAWN_FROM)
  await signInUnseen(page)
  const asked = page.waitForRequest('**/api/sensors')
  await page.goto('/data')
  await asked
  await expect(page.getByRole('img', { name: /^Temperature in °C: minimum/ })).toBeVisible()
})

test('[design: first visit on a phone] the product looks as it was drawn, in the language of the address', async ({
  page,
}) => {
  const letGo = await validity(page)
  await signInUnseen(page)
  await openSketched(page, '/data?locale=de')
  const dials = sketchOf(page).locator('svg[role="img"]')
  await expect(dials.first()).toBeVisible()
  const drawn = await sketchOf(page).getByRole('heading').allInnerTexts()
  const wide = await sketchOf(page).locator('main').boundingBox()
  await letGo()
  expect(await page.getByRole('heading').allInnerTexts()).toEqual(expect.arrayContaining(drawn))
  expect((await page.locator('main').boundingBox())?.width).toBe(wide?.width)
})

test('[design: first visit on a phone] how far down the drawn screen was scrolled is remembered', async ({ page }) => {
  await toPhone(page, { height: 600 })
  const letGo = await validity(page)
  await signInUnseen(page)
  await openSketched(page, '/')
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY))
  await page.mouse.move(195, 400)
  await page.mouse.wheel(0, 200)
  await expect.poll(scrolled).toBe(200)
  await letGo()
  expect(await scrolled()).toBe(200)
  const tabs = page.getByRole('navigation', { name: 'Main areas' })
  await tabs.getByRole('link', { name: 'Data' }).click()
  await expect(page.getByRole('region', { name: 'Temperature', exact: true })).toBeVisible()
  expect(await scrolled()).toBe(0)
  await tabs.getByRole('link', { name: 'Locations' }).click()
  await expect.poll(scrolled).toBe(200)
})

test('[design: first visit on a phone] nothing is drawn for who shows neutral names', async ({ page }) => {
  const letGo = await validity(page)
  await page.addInitScript(() => localStorage.setItem('barnometer.demo_mode', 'on'))
  await signInUnseen(page)
  await page.goto('/')
  await expect(page.locator('#boot')).toBeVisible()
  await expect(sketchOf(page)).toHaveCount(0)
  await letGo()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
