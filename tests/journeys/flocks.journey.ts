import { expect, expectAccessibleEverywhere, FIXTURE_MS, openAs, test, toDesk, toPhone } from './product.ts'

test.use({ farm: 'demo' })
test.setTimeout(FIXTURE_MS)

/** A quarter of a farm is worked out from its readings while its hours are not summed up yet. */
const ANSWERED_WITHIN_MS = 60_000

test('[beyond 6] what animals were exposed to says how each number came about, and comes as a file', async ({
  page,
}) => {
  await toDesk(page)
  await openAs(page, '/exposure')
  const broilers = page.getByRole('region', { name: 'Broiler 1' })
  const first = broilers.getByRole('button', { name: /^Temperature/ }).first()
  await expect(first).toBeVisible({ timeout: ANSWERED_WITHIN_MS })
  await expectAccessibleEverywhere(page)
  await first.click()
  const why = page.getByRole('dialog', { name: /^Temperature/ })
  await expect(why).toContainText('By means of five minutes of all devices of the area')
  await page.keyboard.press('Escape')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^exposure-.*\.csv$/)
  await page.getByText('Rounds', { exact: true }).first().click()
  await expect(broilers.getByText(/\d{4}-\d{2}-\d{2} – /).first()).toBeVisible({ timeout: ANSWERED_WITHIN_MS })
})

test('[beyond 7] rounds lie over each other by day of age, with their band', async ({ page }) => {
  await toPhone(page)
  await openAs(page, '/rounds')
  await page.getByRole('textbox', { name: 'Area' }).click()
  await page.getByRole('option', { name: 'De Linde, Broiler 1' }).click()
  const axis = page.getByRole('region', { name: 'By day of age' })
  await expect(axis.getByRole('img', { name: /rounds by day of age/ })).toBeVisible({ timeout: ANSWERED_WITHIN_MS })
  await expect(axis.getByText(/Band: curve of/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Rounds', exact: true })).toContainText('Running')
  await expectAccessibleEverywhere(page)
})
