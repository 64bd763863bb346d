import { expect, expectAccessible, expectAccessibleEverywhere, openAs, test } from './product.ts'

test.describe.configure({ mode: 'serial' })
test.use({ farm: 'demo' })

test('[decisions §5] a sensor is calibrated to a reference, what changes is seen before, and it is taken back', async ({
  page,
}) => {
  const offset = page.getByText(/^−\d+\.\dppm$/)
  await openAs(page, '/calibration/3?key=nh3')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Calibrate NH3')
  await page.getByLabel('Reference', { exact: true }).fill('0,5')
  await expect(offset).toBeVisible()
  const shown = (await offset.textContent()) ?? ''
  await expect(page.getByText('on for', { exact: false }).first()).toBeVisible()
  await page.getByRole('slider', { name: 'Valid from' }).press('Shift+ArrowLeft')
  await expect(page.getByText('Mean since then')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Applied.')).toBeVisible()
  const entry = page.getByRole('listitem').filter({ hasText: '1 value' })
  await expect(entry).toContainText(shown.replace('ppm', ''))
  await test.step('[beyond no. 2] the value on the Data screen tells that it is calibrated', async () => {
    const here = page.url()
    await page.goto('/data/3')
    await page.getByRole('button', { name: 'NH3: why this number?' }).first().click()
    const why = page.getByRole('dialog', { name: /^Why .* ppm\?$/ })
    await expect(why).toContainText(`${shown.replace('ppm', '')} ppm since`)
    await expect(why).toContainText('Entered by Marieke')
    await expectAccessible(page)
    await page.goto(here)
  })
  await entry.getByRole('button', { name: /^Undo/ }).click()
  await expect(entry).toContainText('undone')
  await expect(entry.getByRole('button', { name: /^Undo/ })).toBeHidden()
})

test('a device that is not there, or not yours, is told as not found', async ({ page }) => {
  await openAs(page, '/calibration/999')
  await expect(page).toHaveURL(/\/404\?resource=device/)
})
