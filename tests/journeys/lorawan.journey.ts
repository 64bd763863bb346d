import type { Page } from '@playwright/test'
import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import {
  begin,
  expect,
  expectAccessible,
  expectAccessibleEverywhere,
  openAs,
  PERSON,
  type Product,
  test,
  WEBHOOK_SECRET,
} from './product.ts'

const EUI = 'A84041FFFF5A5A18'
/** Milesight: 21.5 °C, 60 %, battery 85 %. */
const DATA = 'AXVVA2fXAARoeA=='

/** Codec as makers write it: the temperature alone. */
const CODEC = `
function decodeUplink(input) {
  var bytes = input.bytes;
  for (var at = 0; at < bytes.length; at++)
    if (bytes[at] === 0x03 && bytes[at + 1] === 0x67)
      return { data: { temperature: (bytes[at + 2] | (bytes[at + 3] << 8)) / 10 } };
  return { errors: ['no temperature in it'] };
}`

const uplink = ({ origin }: Product, secret = WEBHOOK_SECRET) => {
  const deviceInfo = { devEui: EUI.toLowerCase(), deviceName: 'Loft', deviceProfileName: 'Our own profile' }
  const body = { time: new Date().toISOString(), deviceInfo, fPort: 85, fCnt: 1, data: DATA }
  return call(api.hearChirpstack, { body, query: { event: 'up' } }, { fetch, origin, token: secret })
}

test('[specification §5] a LoRaWAN device that is heard is added with what it said, and its decoder changed', async ({
  page,
  product,
}) => {
  await begin(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(PERSON.name)
  expect(await uplink(product)).toMatchObject({ device: 'unknown', accepted: 0 })
  await page.goto('/devices')
  await page.getByRole('link', { name: 'Show' }).click()
  await expect(page.getByText('Loft · Our own profile · ChirpStack')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: `Add ${EUI}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Loft')
  await dialog.getByLabel('Decoder').selectOption({ label: await milesight(page) })
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Add device' }).click()
  await expect(page.getByText('Loft was added, with 3 values it had already sent.')).toBeVisible()
  await expect(page.getByText('No unknown devices')).toBeVisible()

  await page.goto('/devices')
  await page.getByRole('button', { name: 'Actions for Loft' }).click()
  await page.getByRole('menuitem', { name: 'Decoder' }).click()
  await expect(dialog.getByLabel('Decoder')).not.toHaveValue('')
  await dialog.getByLabel('Decoder').selectOption('By the device profile')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(await uplink(product)).toMatchObject({ device: 'known', accepted: 0, rejected: [{ field: 'payload' }] })

  await page.getByRole('button', { name: 'Actions for Loft' }).click()
  await page.getByRole('menuitem', { name: 'Decoder' }).click()
  await dialog.getByRole('link', { name: 'Paste the maker’s decoder' }).click()
  await expect(page.getByLabel('Payload')).toHaveValue(DATA)
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await expect(page.getByText('Paste a decoder first.')).toBeVisible()
  await page.getByLabel('JavaScript of the maker').fill('function decodeUplink(')
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await expect(page.getByText('This is not JavaScript that can be read.')).toBeVisible()
  await page.getByLabel('JavaScript of the maker').fill(CODEC)
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '21.5 °C' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. It applies from the next message.')).toBeVisible()
  expect(await uplink(product)).toMatchObject({ device: 'known', accepted: 1, rejected: [] })
  await page.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByLabel('JavaScript of the maker')).toHaveValue('')
  expect(await uplink(product)).toMatchObject({ rejected: [{ code: 'unreadable_message' }] })
})

test("[decisions §5] an account's own secret for network servers is shown once, and a topic is bound to a device", async ({
  page,
  product,
}) => {
  await openAs(page, '/')
  await page.goto('/devices')
  const dialog = page.getByRole('dialog')
  const open = async (item: string) => {
    await page.getByRole('button', { name: 'Actions for Loft' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await open('Keys')
  await dialog.getByRole('button', { name: 'Create secret' }).click()
  const secret = await dialog.getByTestId('webhook-secret').textContent()
  await expectAccessibleEverywhere(page)
  expect(await uplink(product, secret ?? '')).toMatchObject({ device: 'known' })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await open('MQTT topic')
  await dialog.getByLabel('Topic of its firmware').fill('tele/#')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Topic of its firmware')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Topic of its firmware').fill('tele/loft')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await open('MQTT topic')
  await expect(dialog.getByLabel('Topic of its firmware')).toHaveValue('tele/loft')
})

const milesight = async (page: Page): Promise<string> => {
  const option = page
    .getByRole('dialog')
    .locator('option', { hasText: /^Milesight/ })
    .first()
  // The list of decoders may come after the dialog.
  return (await option.textContent()) ?? ''
}
