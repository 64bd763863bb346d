import { expect, expectAccessibleEverywhere, FIXTURE_MS, openAs, test, toDesk } from './product.ts'

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
  const first = broilers.getByRole('button', { name: /^Too cold/ }).first()
  await expect(first).toBeVisible({ timeout: ANSWERED_WITHIN_MS })
  await expectAccessibleEverywhere(page)
  await first.click()
  const why = page.getByRole('dialog', { name: /^Temperature/ })
  await expect(why).toContainText('From five-minute means of all devices in the area')
  await page.keyboard.press('Escape')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^exposure_3-areas_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv$/)
  await page.getByText('Rounds', { exact: true }).first().click()
  await expect(broilers.getByText(/\d{4}-\d{2}-\d{2} – /).first()).toBeVisible({ timeout: ANSWERED_WITHIN_MS })
})

test('[beyond 7] rounds lie over each other by day of age, with their band', async ({ page }) => {
  await toDesk(page)
  await openAs(page, '/rounds')
  await page.getByRole('combobox', { name: 'Area' }).click()
  await page.getByRole('option', { name: 'De Linde, Broiler 1' }).click()
  const axis = page.getByRole('region', { name: 'By day of age' })
  await expect(axis.getByRole('img', { name: /rounds by day of age/ })).toBeVisible({ timeout: ANSWERED_WITHIN_MS })
  await expect(axis.getByText(/Band: own band of/)).toBeVisible()
  const rounds = page.getByRole('region', { name: 'Rounds', exact: true })
  await expect(rounds).toContainText('Running')
  await expectAccessibleEverywhere(page)
  // Animals that the diary counted become losses when somebody says so.
  const asked = page.getByText(/\d+ counts of animals from inspections/)
  const before = (await asked.textContent()) ?? ''
  await page
    .getByRole('button', { name: /^Count as losses/ })
    .first()
    .click()
  await expect(asked).not.toHaveText(before)
  await axis.getByText('Water', { exact: true }).click()
  await expect(axis.getByText('Litres per animal and day.')).toBeVisible()
  const water = page.getByRole('region', { name: 'Water' })
  await water.getByRole('button', { name: 'Enter a day' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Water' }).fill('5210.5')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(water.getByText(/^5.21[01].L$/)).toBeVisible()
  await expectAccessibleEverywhere(page)
})
