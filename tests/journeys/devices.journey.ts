import { call } from '#shared/contract/call.ts'
import { TERMS_VERSION } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { inMail } from './mailbox.ts'
import { begin, expect, expectAccessibleEverywhere, openAs, PERSON, type Product, signIn, test } from './product.ts'

test.describe.configure({ mode: 'serial' })

const JAN = { name: 'Jan de Wit', email: 'jan@delinde.example', password: 'Calm-Barn-17' }
let key = ''

const send = (product: Product, body: object) =>
  call(api.sendMeasurements, { body }, { fetch, origin: product.origin, token: key })

/** Jan has an account, as the journey of accounts shows. */
const register = async ({ origin, folder }: Product): Promise<void> => {
  const body = { ...JAN, password_confirmation: JAN.password, policy_accepted: TERMS_VERSION } as const
  await call(api.register, { body }, { fetch, origin, language: 'en' })
  const token = await inMail(folder, JAN.email, 1, /[?&]token=([\w-]+)/)
  await call(api.verifyEmail, { body: { token } }, { fetch, origin })
}

test('[specification §3] a new device tells its battery, its modem and its connection', async ({ page, product }) => {
  await begin(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(PERSON.name)
  await register(product)
  await page.goto('/devices')
  await page.getByRole('button', { name: 'Add device' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('BM 2041')
  await dialog.getByLabel('Name on the device').fill('0241-7C')
  await dialog.getByText('Pro', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Add device' }).click()
  key = (await dialog.getByTestId('key').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()
  const state = {
    battery: 71,
    charging: true,
    power_state: 'ok',
    connection_type: 'modem',
    modem_network: 'LTE',
    modem_operator: 'KPN',
    modem_signal: 4,
    settings_version: 0,
    settings: { upload_interval: 300, camera_on: true },
  }
  expect(await send(product, { t: 21, state, co2_ugm: 5 })).toMatchObject({ accepted: 1 })
  const row = page.getByRole('row', { name: /BM 2041/ })
  await expect(async () => {
    await page.reload()
    await expect(row).toContainText('71', { timeout: 2000 })
  }).toPass()
  await expect(row).toContainText('LTE, KPN')
  await expect(row).toContainText('signal 4 of 5')
  await expect(row).toContainText('Charging')
  await row.getByRole('button', { name: '1 value refused' }).click()
  await expect(page.getByRole('dialog')).toContainText('Make the device send a name we know.')
  await page.keyboard.press('Escape')
  await expectAccessibleEverywhere(page)
})

test('[specification §4] search and filters narrow the list, a column orders it, and the address remembers', async ({
  page,
}) => {
  await openAs(page, '/devices')
  const row = page.getByRole('row', { name: /BM 2041/ })
  await page.getByRole('button', { name: 'Online: off' }).click()
  await expect(page).toHaveURL(/online=online/)
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: 'Online only' }).click()
  await expect(page.getByText('No matching devices')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Offline only' }).click()
  await page.getByRole('button', { name: 'Photo: off' }).click()
  await expect(page.getByText('0 of 1')).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('searchbox').fill('kpn 0241')
  await expect(row).toBeVisible()
  const column = page.getByRole('columnheader', { name: 'Battery' })
  await column.getByRole('button').click()
  await expect(column).toHaveAttribute('aria-sort', 'ascending')
  await column.getByRole('button').click()
  await expect(column).toHaveAttribute('aria-sort', 'descending')
})

test('[decisions §4] a setting waits until the device confirms it, a wrong one is not sent', async ({
  page,
  product,
}) => {
  await openAs(page, '/devices')
  await page.getByRole('button', { name: 'Actions for BM 2041' }).click()
  await page.getByRole('menuitem', { name: 'Device settings' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('BM 2041')
  await page.getByLabel('Particulates').fill('20')
  await expect(page.getByText('at least 30 s').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send 1 change' })).toBeDisabled()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByLabel('Upload').fill('60')
  await page.getByLabel('Wi-Fi password').fill('Heu-und-Stroh-7')
  await page.getByRole('button', { name: 'Send 2 changes' }).click()
  const intervals = page.getByRole('region', { name: 'Intervals' })
  await expect(intervals).toContainText('300 s, sent just now')
  await expect(intervals).toContainText('1 waiting')
  await expectAccessibleEverywhere(page)
  const told = await send(product, { t: 21, state: { settings_version: 0 } })
  expect(told.settings).toEqual({ version: 1, upload_interval: 60, wifi_secret: 'Heu-und-Stroh-7' })
  await send(product, { t: 21, state: { settings_version: 1, settings: { upload_interval: 60 } } })
  await expect(page.getByText('version 1, device has 1')).toBeVisible()
  await expect(intervals).not.toContainText('waiting')
  await expect(page.getByRole('region', { name: 'History' })).toContainText(PERSON.name)
  expect(await page.content()).not.toContain('Heu-und-Stroh-7')

  await page.getByLabel('Brightness').fill('10')
  await page.getByRole('button', { name: 'Send 1 change' }).click()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('All settings match the device.')).toBeVisible()
})

test('[specification §4] focus mode waits for the camera, runs, and is ended', async ({ page, product }) => {
  await openAs(page, '/device-settings/1')
  const card = page.getByRole('region', { name: 'Camera focus' })
  await card.getByRole('button', { name: 'Start focus mode' }).click()
  await expect(card).toContainText('Asked BM 2041')
  expect((await send(product, { state: { focus: false } })).focus).toMatchObject({ on: true })
  await send(product, { state: { focus: true } })
  await expect(card.getByText('Active')).toBeVisible()
  await expect(card.getByRole('timer')).toContainText(/[23]:\d\d left/)
  await card.getByRole('button', { name: 'Stop' }).click()
  await expect(card.getByText('Ended', { exact: true })).toBeVisible()
})

test('[decisions §3] a device is seen by who rents it, and by nobody else', async ({ page, browser, product }) => {
  const context = await browser.newContext({ baseURL: product.origin })
  const jans = await context.newPage()
  await openAs(jans, '/devices', JAN)
  await expect(jans.getByText('No devices yet')).toBeVisible()
  await openAs(page, '/devices')
  await page.getByRole('button', { name: 'Actions for BM 2041' }).click()
  await page.getByRole('menuitem', { name: 'Rentals' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail address of the person').fill(JAN.email)
  await dialog.getByRole('button', { name: 'Lend the device' }).click()
  await expect(dialog).toContainText(`${JAN.email}`)
  await expect(dialog.getByText('waiting', { exact: true })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await jans.reload()
  await expect(jans.getByText(`${PERSON.email} lends you device`)).toBeVisible()
  await expect(jans.getByText('BM 2041')).toBeHidden()
  await jans.getByRole('button', { name: 'Accept' }).click()
  await expect(jans.getByText('rented by you')).toBeVisible()
  // Home shows a person without a place the devices he has.
  await jans.goto('/')
  await expect(jans.getByRole('heading', { level: 1 })).toHaveText('Devices shared with you')
  await expect(jans.getByRole('link', { name: 'BM 2041' })).toBeVisible()
  await expectAccessibleEverywhere(jans)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await openAs(page, '/devices')
  await page.getByRole('button', { name: 'Actions for BM 2041' }).click()
  await page.getByRole('menuitem', { name: 'Rentals' }).click()
  await jans.goto('/device-settings/1')
  await expect(jans.getByText('Only for administrators')).toBeVisible()
  await dialog.getByRole('button', { name: /^End now/ }).click()
  await expect(dialog).toContainText('ended')
  await jans.goto('/devices')
  await expect(jans.getByText('BM 2041')).toBeVisible()
  await expect(jans.getByText('rented by you')).toBeHidden()
  await context.close()
})

test('[specification §6] a device without an owner is claimed by its printed code', async ({
  page,
  browser,
  product,
}) => {
  await openAs(page, '/devices?new=1')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('BM 2099')
  await dialog.getByLabel('Name on the device').fill('0299-AA')
  await dialog.getByRole('checkbox', { name: /someone else/ }).check()
  await dialog.getByRole('button', { name: 'Add device' }).click()
  await dialog.getByRole('button', { name: 'Create code' }).click()
  const code = (await dialog.getByTestId('claim-code').textContent()) ?? ''
  await expect(dialog.getByRole('img', { name: 'QR code to add BM 2099' })).toBeVisible()
  await dialog.getByRole('link', { name: 'Print a label' }).click()
  await expect(page.getByRole('region', { name: 'Print preview' })).toContainText(code)
  await expectAccessibleEverywhere(page)

  const context = await browser.newContext({ baseURL: product.origin })
  const jans = await context.newPage()
  await jans.goto('/devices?claim=2222-2222-2222')
  await signIn(jans, JAN)
  const claim = jans.getByRole('dialog')
  await claim.getByRole('button', { name: 'Scan the QR code' }).click()
  await expect(claim.getByText('No camera is available here.')).toBeVisible()
  await claim.getByRole('button', { name: 'Add' }).click()
  await expect(claim.getByText('This code or link is not valid any more.')).toBeVisible()
  await claim.getByRole('textbox', { name: 'Code' }).fill(code.toLowerCase())
  await claim.getByRole('button', { name: 'Add' }).click()
  await expect(jans.getByRole('row', { name: /BM 2099/ })).toBeVisible()
  await context.close()
})

test('[specification §6] a device is handed over to who accepts it', async ({ page, browser, product }) => {
  await openAs(page, '/devices')
  await page.getByRole('button', { name: 'Actions for BM 2041' }).click()
  await page.getByRole('menuitem', { name: 'Transfer' }).click()
  await page.getByLabel('E-mail address of the new owner').fill(JAN.email)
  await page.getByRole('button', { name: 'Offer' }).click()
  await expect(page.getByText(`is offered to ${JAN.email}`)).toBeVisible()
  const context = await browser.newContext({ baseURL: product.origin })
  const jans = await context.newPage()
  await openAs(jans, '/devices', JAN)
  await expect(jans.getByText(`${PERSON.email} wants to transfer device`)).toBeVisible()
  await expectAccessibleEverywhere(jans)
  await jans.getByRole('button', { name: 'Accept' }).click()
  await jans.getByRole('button', { name: 'Actions for BM 2041' }).click()
  await expect(jans.getByRole('menuitem', { name: 'Keys' })).toBeVisible()
  await context.close()
})
