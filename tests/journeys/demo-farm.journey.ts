import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectAccessibleEverywhere,
  FIXTURE_MS,
  openAs,
  PERSON,
  signIn,
  signUp,
  test,
  toPhone,
} from './product.ts'

test.describe.configure({ mode: 'serial' })

test('the first account loads the demo farm and sees which area needs somebody', async ({ page }) => {
  test.setTimeout(2 * FIXTURE_MS)
  await signUp(page, true)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/area|areas/, { timeout: FIXTURE_MS })
  await expect(page.getByText('Piglet room 3').first()).toBeVisible()
  await expect(page.getByText('No data').first()).toBeVisible()
  // The areas are there while values are still loaded, the oldest first: the next tests look at those of the last week.
  await expect(page.getByText('Demo farm: sample barns')).toBeVisible({ timeout: FIXTURE_MS })
  await expectAccessibleEverywhere(page)
})

test('a guarded address asks for the sign-in first and goes on to it afterwards', async ({ page }) => {
  await page.goto('/data/2?interval=week')
  await expect(page).toHaveURL(/\/sign-in\?redirectFrom=/)
  await expectAccessibleEverywhere(page)
  await signIn(page)
  await expect(page).toHaveURL(/\/data\/2\?interval=week/)
  await expect(page.getByRole('region', { name: 'NH3' })).toBeVisible()
})

test('the Data screen shows dials and charts, and the period lives in the address', async ({ page }) => {
  await openAs(page, '/data')
  await expect(page).toHaveURL(/\/data\/\d+/)
  await expect(page.getByRole('img', { name: /^Temperature .*°C/ }).first()).toBeVisible()
  await expect(page.getByRole('img', { name: /^Temperature in °C: minimum/ })).toBeVisible()
  await page.getByText('Week', { exact: true }).click()
  await expect(page).toHaveURL(/interval=week/)
  await expect(page.getByText('30 min means')).toBeVisible()
  await page.getByRole('button', { name: 'Previous period' }).click()
  await expect(page).toHaveURL(/index=1/)
  await page.getByRole('button', { name: 'Now', exact: true }).click()
  await expect(page).not.toHaveURL(/index=/)
  await page.goBack()
  await expect(page).toHaveURL(/\/data\/\d+$/)
  // Charts of the period before are pale until those of this one are there.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expectAccessibleEverywhere(page)
})

test('what happened and insights stand beside the charts, and stay in sight while the charts scroll', async ({
  page,
}) => {
  await openAs(page, '/data/1?interval=month')
  const lanes = page.getByRole('region', { name: 'What happened' })
  const insights = page.getByRole('region', { name: 'Smart insights' })
  const charts = page.getByRole('img', { name: /: minimum/ })
  await expect(lanes).toBeVisible()
  await expect(insights).toBeVisible()
  const [beside, first] = [await lanes.boundingBox(), await charts.first().boundingBox()]
  if (!beside || !first) throw new Error('nothing is drawn')
  expect(beside.x).toBeGreaterThan(first.x + first.width)
  expect(beside.y).toBeLessThan(first.y)
  await charts.last().scrollIntoViewIfNeeded()
  await expect(lanes).toBeInViewport()
  await expectAccessibleEverywhere(page)
})

test('where no column has room, a line above the charts counts what happened and opens in place', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await openAs(page, '/data/1?interval=month')
  const line = page.getByRole('button', { name: /^What happened/ })
  const lanes = page.getByRole('region', { name: 'What happened' })
  const first = page.getByRole('img', { name: /: minimum/ }).first()
  for (const turn of [async () => undefined, () => toPhone(page)]) {
    await turn()
    await expect(line).toHaveText(/Smart insights \d/)
    const [above, chart] = [await line.boundingBox(), await first.boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(chart?.y ?? 0)
    await line.click()
    await expect(lanes).toBeVisible()
    await expectAccessible(page)
    await line.click()
    await expect(lanes).toBeHidden()
  }
})

test('a chart gives its numbers as a table and moves its cursor by arrow keys', async ({ page }) => {
  await openAs(page, '/data/5')
  const chart = page.getByRole('img', { name: /^Temperature in °C: minimum/ })
  await chart.focus()
  await page.keyboard.press('ArrowLeft')
  const card = page.getByRole('region', { name: 'Temperature', exact: true })
  await expect(card.getByText(/^\d\d:\d\d$/)).toBeVisible()
  await card.getByRole('button', { name: 'Table' }).click()
  await expect(page.getByRole('columnheader', { name: 'mean' })).toBeVisible()
  expect(await page.getByRole('dialog').getByRole('row').count()).toBeGreaterThan(200)
})

test('the charts of a data page are put in one’s own order and hidden, on every device', async ({ page, browser }) => {
  const charts = (on: Page) => on.getByRole('region').filter({ has: on.getByRole('button', { name: 'Table' }) })
  await openAs(page, '/data/2')
  await toPhone(page)
  await expect(charts(page).first()).toHaveAccessibleName('NH3')
  await page.getByRole('button', { name: 'Arrange' }).click()
  const dialog = page.getByRole('dialog', { name: 'Arrange the charts' })
  await dialog.getByRole('button', { name: 'Move CO2 up' }).click()
  await expect(dialog.getByRole('listitem').first()).toContainText('CO2')
  await dialog.getByRole('button', { name: 'Show Temperature', exact: true }).click()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(charts(page).first()).toHaveAccessibleName('CO2')
  await expect(page.getByText('Hidden: Temperature.')).toBeVisible()

  const elsewhere = await browser.newContext({ storageState: await page.context().storageState() })
  const desk = await elsewhere.newPage()
  await desk.goto(page.url())
  await expect(charts(desk).first()).toHaveAccessibleName('CO2')
  await desk.getByRole('button', { name: 'Change', exact: true }).click()
  const again = desk.getByRole('dialog', { name: 'Arrange the charts' })
  const temperature = again.getByRole('button', { name: 'Show Temperature', exact: true })
  await expect(temperature).toHaveAttribute('aria-pressed', 'false')
  await again.getByRole('button', { name: 'Restore the usual order' }).click()
  await expect(again).toBeHidden()
  await expect(charts(desk).first()).toHaveAccessibleName('NH3')
  await expect(desk.getByText('Hidden: Temperature.')).toBeHidden()
  await elsewhere.close()
})

test('every screen speaks the four languages', async ({ page }) => {
  await openAs(page, '/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const [language, week] of [
    ['de', 'Woche'],
    ['es', 'Semana'],
    ['nl', 'Week'],
  ] as const) {
    await page.goto(`/data/2?locale=${language}`)
    await expect(page.getByText(week, { exact: true })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    for (const path of ['/', '/devices', '/locations/create']) {
      await page.goto(`${path}?locale=${language}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.locator('body').textContent()).not.toMatch(/\b[a-z_]+\.[a-z_]+\.[a-z_]+\b/)
    }
  }
})

test('an unknown address leads home with a word, a device that is not there to a page that says so', async ({
  page,
}) => {
  await openAs(page, '/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/no/such/page')
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByText('Page not found')).toBeVisible()
  await page.goto('/devices/abc/mapping')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Device not found')
  await page.goto('/data/999999')
  await expect(page).toHaveURL(/\/404\?resource=device/)
  await expectAccessibleEverywhere(page)
})

test('one tap removes the demo farm, and the first start comes back', async ({ page }) => {
  await openAs(page, '/')
  await page.getByRole('button', { name: 'Remove' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Remove|Delete/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Welcome, ${PERSON.name}. Let’s add your first barn.`,
  )
  await expectAccessibleEverywhere(page)
})
