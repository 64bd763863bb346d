import { type Receiver, startReceiver } from '../servers/receiver.ts'
import { begin, expect, expectAccessibleEverywhere, openAs, test } from './product.ts'

test.describe.configure({ mode: 'serial' })
test.use({
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  settings: { ALLOW_PRIVATE_ADDRESSES: 'true' },
})

let service: Receiver
test.beforeAll(async () => {
  service = await startReceiver()
})
test.afterAll(() => service.stop())

test('a messenger is set up with its steps, refused, corrected and tried', async ({ page }) => {
  await begin(page)
  await openAs(page, '/profile/alerts')
  const card = page.getByRole('region', { name: 'Messengers, SMS and calls' })
  await expect(card).toContainText('None yet.')
  await card.getByRole('button', { name: 'Add' }).tap()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Install the ntfy app.')
  await dialog.getByRole('button', { name: 'Add' }).tap()
  await expect(dialog.getByText('This field is required')).toBeVisible()

  await dialog.getByLabel('Address of the service').fill(service.origin)
  await dialog.getByLabel('Topic').fill('barn-7f3a')
  await dialog.getByRole('textbox', { name: /Access token/ }).fill('tk_wrong')
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Add' }).tap()
  await expect(dialog).toBeHidden()
  await expect(card).toContainText('Not used yet')

  service.answerWith({ status: 401 }, { status: 200, body: {} })
  await card.getByRole('button', { name: 'Send me a test by ntfy' }).tap()
  await expect(card.getByRole('alert')).toHaveText(/It did not arrive: Refused: the token or key is wrong./)
  await expect(card).toContainText(/Failed .*: Refused: the token or key is wrong./)
  await expectAccessibleEverywhere(page)

  await card.getByRole('button', { name: 'Change ntfy' }).tap()
  await expect(dialog.getByRole('textbox', { name: /Access token/ })).toHaveValue('')
  await expect(dialog).toContainText('Saved. Leave empty to keep it.')
  await dialog.getByRole('textbox', { name: /Access token/ }).fill('tk_right')
  await dialog.getByRole('button', { name: 'Save' }).tap()
  await expect(dialog).toBeHidden()
  await card.getByRole('button', { name: 'Send me a test by ntfy' }).tap()
  await expect(card).toContainText(/Last delivered/)
  expect(service.calls.map(({ headers }) => headers.authorization)).toEqual(['Bearer tk_wrong', 'Bearer tk_right'])
})

test('an SMS gateway says that it costs, and a wrong number is named; both can be removed', async ({ page }) => {
  await openAs(page, '/profile/alerts')
  const card = page.getByRole('region', { name: 'Messengers, SMS and calls' })
  await card.getByRole('button', { name: 'Add' }).tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Service', { exact: true }).selectOption('SMS by seven.io')
  await expect(dialog).toContainText('Costs money per message')
  await expect(dialog.getByRole('switch', { name: /Act now/ })).toBeChecked()
  await dialog.getByLabel('API key').fill('seven')
  await dialog.getByLabel('Recipient').fill('0170 1234567')
  await dialog.getByRole('button', { name: 'Add' }).tap()
  await expect(dialog).toContainText('Enter the number with its country')
  await dialog.getByLabel('Recipient').fill('+49 170 1234567')
  await dialog.getByLabel('Address of the service').fill(service.origin)
  await dialog.getByRole('button', { name: 'Add' }).tap()
  await expect(dialog).toBeHidden()
  await expect(card).toContainText('0 of 50 SMS and calls used today.')
  await expectAccessibleEverywhere(page)

  for (const name of ['ntfy', 'SMS by seven.io']) {
    await card.getByRole('button', { name: `Remove ${name}` }).tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).tap()
    await expect(card.getByRole('button', { name: `Remove ${name}` })).toBeHidden()
  }
  await expect(card).toContainText('None yet.')
})
