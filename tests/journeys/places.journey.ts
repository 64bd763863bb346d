import type { Page } from '@playwright/test'
import { begin, expect, expectAccessibleEverywhere, openAs, PHONE, signIn, test, toPhone } from './product.ts'

test.describe.configure({ mode: 'serial' })
test.use(PHONE)

/** Top of the first card of home on a phone, at most: as drawn for the design. */
const FIRST_CARD_PX = 255

const next = (page: Page, step: string) => page.getByRole('button', { name: `Next: ${step}` }).tap()

const fillArea = async (page: Page, name: string, animals: string) => {
  await page.getByLabel('Name of the area').fill(name)
  await page.getByText(animals, { exact: true }).tap()
}

test('[specification §2] a farm with three areas is made on the phone from nothing, and a draft survives leaving', async ({
  page,
}) => {
  await begin(page)
  await page.getByRole('link', { name: 'Add a location' }).tap()
  await next(page, 'address')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.getByLabel('Name', { exact: true }).fill('Zonneveld')
  const people = page.getByRole('textbox', { name: 'Who has access' })
  await people.fill('piet@zonneveld.example,')
  await people.fill('not an address,')
  await next(page, 'address')
  await expect(page.getByRole('heading', { name: 'Name your location' })).toBeVisible()
  for (const wrong of ['not', 'an', 'address'])
    await page.getByRole('button', { name: `Remove ${wrong}`, exact: true }).tap()
  await next(page, 'address')

  const address = page.getByRole('combobox', { name: 'Find the address' })
  await address.fill('6031 SP')
  await expect(page.getByText('A postal code alone is not enough here')).toBeVisible()
  await address.fill('Hulsenweg 14, 6031 SP Nederwe')
  await expect(page.getByText('Only towns can be found here')).toBeVisible()
  await page.getByRole('option', { name: /Hulsenweg 14/ }).tap()
  await expect(page.getByText('Source: GeoNames, CC BY 4.0')).toBeHidden()
  await expect(page.getByLabel('Town')).toHaveValue('Nederweert')
  await expect(page.getByRole('button', { name: /^Pin,/ })).toBeVisible()
  // On borders alone nobody sets a pin to 5 m.
  await expect(page.getByText('No street map is set up')).toBeVisible()
  await expect(page.getByRole('button', { name: '5 m north' })).toBeHidden()
  await expectAccessibleEverywhere(page)
  await toPhone(page)

  await next(page, 'areas')
  await fillArea(page, 'Piglet room 1', 'Piglet')
  await page
    .getByRole('textbox', { name: /^Width/ })
    .first()
    .fill('14,4')
  await page.getByRole('textbox', { name: /^Depth/ }).fill('9.6')
  await page.getByRole('textbox', { name: 'Pens per row' }).fill('6')
  await page.getByRole('textbox', { name: 'Rows' }).fill('4')
  await page.getByRole('button', { name: 'Animals per pen: one more' }).tap()
  await expect(page.getByRole('img', { name: /14.4 m wide, 9.6 m deep, 24 pens with 1 animals each/ })).toBeVisible()
  await page.getByRole('button', { name: 'Add area' }).tap()
  await fillArea(page, 'Farrowing A', 'Lactating sow')
  // Leaving for a moment keeps the draft.
  await expect(page.getByText(/Saved \d\d:\d\d/)).toBeVisible()
  await page.waitForTimeout(1200)
  await page.reload()
  await expect(page.getByText('This is the draft you started on this device.')).toBeVisible()
  await page.getByRole('button', { name: 'Add area' }).tap()
  await fillArea(page, 'Calf barn', 'Calves')
  await expectAccessibleEverywhere(page)
  await toPhone(page)
  await next(page, 'check')
  await expect(page.getByText('3 areas will be created.')).toBeVisible()
  await expect(page.getByText('Hulsenweg 14, 6031 SP Nederweert, Netherlands')).toBeVisible()
  await page.getByRole('button', { name: 'Save location' }).tap()
  await expect(page.getByRole('heading', { name: 'Zonneveld' })).toBeVisible()
  for (const name of ['Piglet room 1', 'Farrowing A', 'Calf barn'])
    await expect(page.getByRole('heading', { name })).toBeVisible()
})

test('home: filters stack, say how many they leave, and are gone with one tap', async ({ page }) => {
  await openAs(page, '/')
  // The first area is seen at once, as high as it is drawn.
  const first = page.getByRole('article').first()
  await expect(first).toBeVisible()
  expect((await first.boundingBox())?.y).toBeLessThanOrEqual(FIRST_CARD_PX)
  await page.getByRole('button', { name: 'View and filters', exact: true }).tap()
  await expect(page.getByText('3 areas', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Area or farm' }).tap()
  await page.getByRole('searchbox', { name: 'Area or farm' }).fill('calf')
  await expect(page.getByText('1 of 3 areas')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Farrowing A' })).toBeHidden()
  await page.getByRole('button', { name: /^Online: off/ }).tap()
  await expect(page.getByText('No area matches.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No area matches.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'View and filters, 2 filters on' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).tap()
  await expect(page.getByRole('heading', { name: 'Farrowing A' })).toBeVisible()
  await page.getByText('XS', { exact: true }).tap()
  await expect(page.getByRole('heading', { name: 'Farrowing A' })).toBeVisible()
  await page.getByRole('button', { name: 'Collapse Zonneveld', exact: true }).tap()
  await expect(page.getByRole('heading', { name: 'Farrowing A' })).toBeHidden()
  await page.getByRole('button', { name: 'Expand Zonneveld', exact: true }).tap()
  await page.getByRole('button', { name: 'Map', exact: true }).tap()
  await expect(page.getByRole('button', { name: /Zonneveld.*3 areas/ })).toBeVisible()
  await expect(page.getByText('Natural Earth')).toBeVisible()
  await expectAccessibleEverywhere(page)
})

test('two people change the same location: the second is told, and chooses what stays', async ({
  page,
  browser,
  baseURL,
}) => {
  await openAs(page, '/')
  await page.getByRole('link', { name: 'Zonneveld' }).first().tap()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Zonneveld Zuid')
  await page.getByLabel('Description').fill('Mine')

  const other = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    locale: 'en',
    viewport: { width: 1440, height: 900 },
  })
  const second = await other.newPage()
  await second.goto(new URL(page.url()).pathname)
  await signIn(second)
  await second.getByRole('textbox', { name: 'Name', exact: true }).fill('Zonneveld Noord')
  await second.getByLabel('Company number').fill('1284507')
  await second.getByRole('button', { name: 'Save location' }).click()
  await expect(second.getByRole('heading', { name: 'Zonneveld Noord' })).toBeVisible()
  await other.close()

  // Coming back to the window reads nothing over what is being typed.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.getByRole('button', { name: 'Save location' }).tap()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('was changed in the meantime')
  await expect(dialog.getByRole('group', { name: 'Company number' }).getByLabel(/Use theirs/)).toBeChecked()
  await expect(dialog.getByRole('group', { name: 'Name' }).getByLabel(/Keep mine/)).toBeChecked()
  await expectAccessibleEverywhere(page)
  await toPhone(page)
  await dialog.getByRole('button', { name: 'Save this' }).tap()
  await expect(page.getByRole('heading', { name: 'Zonneveld Zuid' })).toBeVisible()
  await page.getByRole('link', { name: 'Zonneveld Zuid' }).first().tap()
  await expect(page.getByLabel('Company number')).toHaveValue('1284507')
  await expect(page.getByLabel('Description')).toHaveValue('Mine')
})

test('an area is changed and deleted; a tap on "Undo" brings it back', async ({ page }) => {
  await openAs(page, '/')
  await page.getByRole('link', { name: 'Zonneveld Zuid' }).first().tap()
  await page.getByRole('link', { name: /Calf barn/ }).tap()
  await page.getByLabel('Name of the area').fill('Calf barn 2')
  await page.getByRole('button', { name: 'Save area' }).tap()
  await expect(page.getByRole('heading', { name: 'Calf barn 2', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Zonneveld Zuid' }).first().tap()
  await page.getByRole('link', { name: /Calf barn 2/ }).tap()
  await page.getByRole('button', { name: 'Delete', exact: true }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).tap()
  await expect(page.getByText('Calf barn 2 was deleted.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Calf barn 2', exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect(page.getByRole('heading', { name: 'Calf barn 2', exact: true })).toBeVisible()
})

test('a location is deleted by its name only, and brought back from the list', async ({ page }) => {
  await openAs(page, '/')
  await page.getByRole('link', { name: 'Zonneveld Zuid' }).first().tap()
  await page.getByRole('button', { name: 'Delete', exact: true }).tap()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('3 areas')
  await expect(dialog).toContainText('30 days')
  await dialog.getByLabel(/Type/).fill('Zonneveld')
  await dialog.getByRole('button', { name: 'Delete', exact: true }).tap()
  await expect(dialog.getByText('Type the name exactly as it is.')).toBeVisible()
  await dialog.getByLabel(/Type/).fill('Zonneveld Zuid')
  await dialog.getByRole('button', { name: 'Delete', exact: true }).tap()
  await expect(page).toHaveURL(/\/locations\/deleted/)
  await expectAccessibleEverywhere(page)
  await toPhone(page)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Add a location' })).toBeVisible()
  await page.goto('/locations/deleted')
  await page.getByRole('button', { name: 'Restore Zonneveld Zuid' }).tap()
  await expect(page.getByText('Zonneveld Zuid was restored.')).toBeVisible()
  await page.goto('/')
  for (const name of ['Piglet room 1', 'Farrowing A', 'Calf barn 2'])
    await expect(page.getByRole('heading', { name })).toBeVisible()
})
