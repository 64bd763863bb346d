import { expect, expectAccessibleEverywhere, FIXTURE_MS, openAs, test, toDesk, toPhone } from './product.ts'

test.use({ farm: 'demo' })
test.setTimeout(FIXTURE_MS)

/** A year of a farm is worked out from its readings while its hours are not summed up yet. */
const ANSWERED_WITHIN_MS = 60_000

test('[specification §2] the emission of a company says what it is made of, and a new factor counts at once', async ({
  page,
}) => {
  await toDesk(page)
  await openAs(page, '/emission?of=ubn:1284507')
  await expect(page.getByRole('heading', { level: 1, name: /^Ammonia, \d{4}$/ })).toBeVisible()
  const areas = page.getByRole('region', { name: 'Per animal place' })
  await expect(areas.getByRole('row', { name: /Fattening 2/ })).toBeVisible({ timeout: ANSWERED_WITHIN_MS })
  await expectAccessibleEverywhere(page)

  await page.getByRole('button', { name: /^Total: .* kg/ }).click()
  const total = page.getByRole('dialog', { name: /^Ammonia/ })
  await expect(total).toContainText('Sum of the areas')
  await expect(total).toContainText('add in quadrature')
  await page.keyboard.press('Escape')

  const row = areas.getByRole('row', { name: /Fattening 2/ })
  await expect(row).toContainText('3.00')
  await row.getByRole('button').click()
  const why = page.getByRole('dialog', { name: 'Fattening 2, NH3' })
  await expect(why).toContainText('from the round less its losses')
  await expect(why).toContainText('CIGR 2002')
  await expect(why).toContainText('Groot Koerkamp 1998')
  await page.keyboard.press('Escape')

  const reports = page.getByRole('region', { name: 'Reports' })
  await reports.getByRole('button', { name: 'Create report' }).click()
  const make = page.getByRole('dialog', { name: /^Report of UBN 1284507/ })
  await expect(make).toContainText('only the authority decides what counts')
  await make.getByRole('button', { name: 'Create report' }).click()
  const pdf = reports.getByRole('button', { name: /^PDF/ })
  await expect(pdf).toBeVisible({ timeout: ANSWERED_WITHIN_MS })
  const [paper] = await Promise.all([page.waitForEvent('download'), pdf.click()])
  expect(paper.suggestedFilename()).toMatch(
    /^emission-report_nh3_ubn-\d+-zonneveld_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.pdf$/,
  )

  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Emission settings' })).toBeVisible()
  // The settings are those of the first area of the company.
  const factor = page.getByRole('group', { name: 'Factor 1' })
  await expect(factor.getByRole('textbox', { name: 'Factor', exact: true })).toHaveValue('3')
  await expectAccessibleEverywhere(page)
  await factor.getByRole('textbox', { name: 'Factor', exact: true }).fill('1,5')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Show the emission' }).click()
  await expect(areas.getByRole('row', { name: /Fattening 2/ })).toContainText('1.50', { timeout: ANSWERED_WITHIN_MS })
})

test('[specification §5] without a factor the settings say what is missing; a row that cannot be is refused', async ({
  page,
}) => {
  await toPhone(page)
  await openAs(page, '/emission-settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Emission settings' })).toBeVisible()
  await page.getByRole('button', { name: 'Add a factor' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('This field is required').first()).toBeVisible()
  await expectAccessibleEverywhere(page)
})
