import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectAccessibleEverywhere,
  FIXTURE_MS,
  openAs,
  test,
  toDesk,
  toPhone,
} from './product.ts'

test.use({ farm: 'demo' })
test.setTimeout(FIXTURE_MS)

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const CARDS = [
  'Spread per area',
  'Weekday and hour',
  'Day by day',
  'NH3 is related to',
  'Means and peaks',
  'Data per day',
]

/** Statistics of a month are worked out from all its readings: a busy machine takes its time for the slowest of them. */
const ANSWERED_WITHIN_MS = 60_000

/** All parts have their answer: none waits, none has failed. */
const expectAnswered = async (page: Page) => {
  for (const name of CARDS)
    await expect(card(page, name).getByRole('button', { name: `Table ${name}` })).toBeVisible({
      timeout: ANSWERED_WITHIN_MS,
    })
}

test('[specification §2] the dashboard is found in the drawer, shows the demo farm, and each number says why', async ({
  page,
}) => {
  await toDesk(page)
  await openAs(page, '/data')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Data dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Data dashboard' })).toBeVisible()
  await expectAnswered(page)
  await expectAccessibleEverywhere(page)

  const row = card(page, 'Means and peaks').getByRole('row', { name: /Piglet room 1/ })
  await row.getByRole('button').first().click()
  const why = page.getByRole('dialog', { name: /^Why / })
  await expect(why).toContainText('means of five minutes')
  await expect(why).toContainText('divided by their number')
  await page.keyboard.press('Escape')

  await card(page, 'Weekday and hour')
    .getByRole('button', { name: /arrow keys/ })
    .focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(card(page, 'Weekday and hour')).toContainText('Tue 00:00')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'NH3, Tue 00:00' })).toContainText('at this weekday and hour')
  await page.keyboard.press('Escape')

  const menu = card(page, 'Spread per area').getByRole('button', { name: 'Download or print: Spread per area' })
  await menu.click()
  const drawing = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Drawing (SVG)' }).click()
  const svg = readFileSync(await (await drawing).path(), 'utf8')
  expect(svg).toMatch(/^<svg .*Piglet room 1.*<\/svg>$/s)
  await menu.click()
  const numbers = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Values as CSV' }).click()
  expect(readFileSync(await (await numbers).path(), 'utf8')).toContain('Piglet room 1,')
})

test('filters stand in the address, a link shows the same, and a selection is kept under a name', async ({ page }) => {
  await toDesk(page)
  await openAs(page, '/pro-data-dashboard')
  await expectAnswered(page)
  const peaks = card(page, 'Means and peaks')
  await expect(peaks.getByRole('row', { name: /Broiler 1/ })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Broiler 1' }).uncheck()
  await expect(peaks.getByRole('row', { name: /Broiler 1/ })).toBeHidden()
  await page.getByRole('textbox', { name: 'NH3, lowest value included' }).fill('5')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/min=5/)
  await expect(page).toHaveURL(/areas=0/)
  await expect(page.getByText('from 5.0 ppm')).toBeVisible()
  const address = page.url()

  await page.getByRole('button', { name: 'Saved selections' }).click()
  await page.getByLabel('Name of this selection').fill('Without broilers')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Without broilers' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(peaks.getByRole('row', { name: /Broiler 1/ })).toBeVisible()
  await expect(page).not.toHaveURL(/min=5/)
  await page.getByRole('button', { name: 'Saved selections' }).click()
  await page.getByRole('link', { name: 'Without broilers' }).click()
  await expect(page).toHaveURL(/min=5/)
  await expect(page).toHaveURL(/areas=0/)
  await expect(peaks.getByRole('row', { name: /Broiler 1/ })).toBeHidden()

  await page.route('**/researchdata/pro/measurements?*calculation=WEEKMAP*', route =>
    // Unanswered, it would be asked again by itself once the server is there.
    route.fulfill({ status: 500, json: { code: 'something_wrong', message: 'Something went wrong.' } }),
  )
  await page.goto(`${address}&months=11`)
  await expect(card(page, 'Weekday and hour').getByRole('alert')).toBeVisible()
  await expect(peaks.getByRole('row', { name: /Fattening 2/ })).toBeVisible()
  await page.unroute('**/researchdata/pro/measurements?*calculation=WEEKMAP*')
  await card(page, 'Weekday and hour').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('img', { name: 'NH3 by weekday and hour' })).toBeVisible()

  await toPhone(page)
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'Filters, 2 active' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Filters, 2 active' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Filters' }).getByRole('checkbox', { name: 'Broiler 1' }),
  ).not.toBeChecked()
  await expectAccessible(page)
})

test('two selections are compared in one press, at the price of one, and by their link', async ({ page }) => {
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().includes('/researchdata/pro/measurements?')) asked.push(request.url())
  })
  await toDesk(page)
  await openAs(page, '/pro-data-dashboard')
  await expectAnswered(page)
  const ofFirst = asked.length
  const compare = page.getByRole('region', { name: 'Compare with' })
  await compare.getByRole('button', { name: 'Previous period' }).click()
  await expect(page).toHaveURL(/against=before/)
  const difference = card(page, 'Difference of means')
  await expect(difference.getByRole('button', { name: /^All areas together .* ppm/ })).toBeVisible({
    timeout: ANSWERED_WITHIN_MS,
  })
  const second = page.getByRole('region', { name: /^Second selection/ })
  for (const name of ['Weekday and hour', 'NH3 is related to', 'Data per day'])
    await expect(second.getByRole('button', { name: `Table ${name}` })).toBeVisible({ timeout: ANSWERED_WITHIN_MS })
  await expect(card(page, 'Means and peaks').getByRole('row', { name: /before · Piglet room 1/ })).toBeVisible()
  expect(asked.length).toBeLessThanOrEqual(2 * ofFirst)
  expect(asked.filter((url, index) => asked.indexOf(url) !== index)).toEqual([])
  await expectAccessibleEverywhere(page)

  await difference.getByRole('button', { name: /^All areas together/ }).click()
  await expect(page.getByRole('dialog', { name: 'NH3, All areas together' })).toContainText('compared with itself')
  await page.keyboard.press('Escape')
  const before = asked.length
  await compare.getByRole('button', { name: 'Previous period' }).click()
  await expect(difference).toBeHidden()
  await compare.getByRole('button', { name: 'Previous period' }).click()
  await expect(difference.getByRole('button', { name: /^All areas together/ })).toBeVisible()
  expect(asked).toHaveLength(before)

  await toPhone(page)
  await page.goto('/pro-data-dashboard?against=areas&areas=1&measurement=t')
  await expect(page.getByText('Choose the areas to compare with.')).toBeVisible({ timeout: ANSWERED_WITHIN_MS })
  await expectAccessible(page)
})
