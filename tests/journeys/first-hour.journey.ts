import type { Locator, Page } from '@playwright/test'
import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { inMail, LINK } from './mailbox.ts'
import { newAccount } from './people.ts'
import { begin, expect, expectAccessibleEverywhere, openAs, PHONE, test, toPhone } from './product.ts'

test.describe.configure({ mode: 'serial' })
test.use(PHONE)

const JAN = { name: 'Jan de Wit', email: 'jan@delinde.example', password: 'Calm-Barn-17' }
const MOST_CLICKS = 11

/** Counts the taps of a person who does everything by hand: a field that has no focus takes one, too. */
const handsOn = (page: Page) => {
  let taps = 0
  const tap = async (target: Locator) => {
    await target.tap()
    taps++
  }
  return {
    tap,
    type: async (field: Locator, text: string) => {
      await expect(field).toBeVisible()
      if (!(await field.evaluate(one => one === document.activeElement))) await tap(field)
      await page.keyboard.type(text)
    },
    taps: () => taps,
  }
}

test('from the confirmed mail to the own chart with a value in few taps', async ({ page, product }) => {
  // The first account is the administrator; somebody who comes later has no demo farm and no server to look after.
  await begin(page)
  await page.evaluate(() => localStorage.clear())
  await call(api.register, { body: newAccount(JAN) }, { fetch, origin: product.origin, language: 'en' })
  await page.goto(await inMail(product.folder, JAN.email, 1, LINK))
  await expect(page.getByText('Your e-mail address is confirmed.')).toBeVisible()

  const { tap, type, taps } = handsOn(page)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await type(page.getByLabel('Password', { exact: true }), JAN.password)
  await tap(page.getByRole('button', { name: 'Sign in' }))
  await tap(page.getByRole('link', { name: 'Add a location' }))
  await type(page.getByLabel('Name', { exact: true }), 'De Linde')
  await tap(page.getByRole('button', { name: 'Next: address' }))
  await tap(page.getByRole('button', { name: 'Skip for now' }))
  await type(page.getByLabel('Name of the area'), 'Piglet room 3')
  await tap(page.getByText('Piglet', { exact: true }))
  await tap(page.getByRole('button', { name: 'Next: check' }))
  await tap(page.getByRole('button', { name: 'Save location' }))
  await tap(page.getByRole('link', { name: 'Place a device' }))
  const dialog = page.getByRole('dialog')
  await type(dialog.getByLabel('Name', { exact: true }), 'Monitor 1')
  await expect(dialog.getByRole('combobox', { name: 'Area', exact: true })).toHaveValue('Piglet room 3')
  await expectAccessibleEverywhere(page)
  await toPhone(page)
  await tap(dialog.getByRole('button', { name: 'Add device' }))
  await expect(dialog.getByText('Waiting for the first message.')).toBeVisible()
  await tap(dialog.getByRole('button', { name: 'Copy the example' }))

  const key = (await dialog.getByTestId('key').textContent()) ?? ''
  const sent = await fetch(`${product.origin}/api/measurements`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ t: 21.4, h: 61 }),
  })
  expect(sent.status).toBe(201)
  await expect(dialog.getByText('21.4 °C received')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await toPhone(page)
  await tap(dialog.getByRole('link', { name: 'Show the chart' }))
  await expect(page.getByRole('img', { name: /^Temperature 21\.4/ })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Temperature in °C: minimum/ })).toBeVisible()
  expect(taps()).toBeLessThanOrEqual(MOST_CLICKS)
})

test('a device that sends already says so where its keys are; a code or an EUI leads another way', async ({ page }) => {
  await openAs(page, '/devices', JAN)
  await page.getByRole('button', { name: 'Actions for Monitor 1' }).tap()
  await page.getByRole('menuitem', { name: 'Keys' }).tap()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('21.4 °C received')).toBeVisible()
  // The value that came by the key before says nothing of the new one.
  await dialog.getByRole('button', { name: 'Create new key' }).tap()
  await expect(dialog.getByText('Waiting for the first message.')).toBeVisible()
  await expect(dialog.getByText('21.4 °C received')).toBeHidden()
  await page.goto('/devices?new=1')
  await dialog.getByText('An EUI', { exact: true }).tap()
  await dialog.getByLabel('Name', { exact: true }).fill('Radio 1')
  await dialog.getByLabel('LoRaWAN device EUI').fill('A84041')
  await dialog.getByRole('button', { name: 'Add device' }).tap()
  await expect(dialog.getByLabel('LoRaWAN device EUI')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByText('A code', { exact: true }).tap()
  await expect(dialog).toContainText('Add with code')
})

test('home lists what is left without a word of alarm, and one tap warns; the list is put away for good', async ({
  page,
}) => {
  await openAs(page, '/', JAN)
  const list = page.getByRole('region', { name: 'First steps' })
  await expect(list).toContainText('4 of 6 done')
  await expect(page.getByText(/silent|No data/)).toBeHidden()
  await expectAccessibleEverywhere(page)
  await toPhone(page)
  await page.getByRole('button', { name: 'Warn me with the limits for piglets' }).tap()
  await expect(list).toContainText('5 of 6 done')
  await expect(list.getByRole('link', { name: /Someone else/ })).toHaveAttribute('href', '/groups')
  await list.getByRole('button', { name: 'Hide' }).tap()
  await expect(list).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Piglet room 3' })).toBeVisible()
  await expect(list).toBeHidden()
})
