import type { Page } from '@playwright/test'
import { CODE, countMails, inMail, LINK } from './mailbox.ts'
import {
  expect,
  expectAccessibleEverywhere,
  openAs,
  PERSON,
  type Product,
  signIn,
  signUp,
  test,
  trySignIn,
} from './product.ts'

test.describe.configure({ mode: 'serial' })

const JAN = { name: 'Jan de Wit', email: 'jan@delinde.example', password: 'Calm-Barn-17' }
const RECOVERED = 'Fresh-Straw-77'
const CHANGED = 'Quiet-Roof-58'
const jan = { ...JAN }

const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000')

const openProfile = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(page).toHaveURL(/\/profile$/)
}

const fillNewPassword = async (page: Page, password: string): Promise<void> => {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Repeat new password').fill(password)
}

/** Asks for a code on the way from the sign-in, with the address already typed there. */
const askForCode = async (page: Page, product: Product): Promise<string> => {
  const before = countMails(product.folder, jan.email)
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(jan.email)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByLabel('E-mail')).toHaveValue(jan.email)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page).toHaveURL(/\/password-reset\?email=/)
  return inMail(product.folder, jan.email, before + 1, CODE)
}

test('[specification §1] a second person registers and confirms the address by the mailed link', async ({
  page,
  product,
}) => {
  await signUp(page, false)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(PERSON.name)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Name', { exact: true }).fill(jan.name)
  await page.getByLabel('E-mail').fill(jan.email)
  await page.getByLabel('Password', { exact: true }).fill(jan.password)
  await page.getByLabel('Repeat password').fill(jan.password)
  await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ask the administrator')
  await page.goto(await inMail(product.folder, jan.email, 1, LINK))
  await expect(page.getByText('Your e-mail address is confirmed.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(jan.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome, Jan')
})

test('[decisions §2] a forgotten password is replaced with the mailed code', async ({ page, product }) => {
  await page.goto('/password-forgot')
  await expectAccessibleEverywhere(page)
  const code = await askForCode(page, product)
  await expect(page.getByRole('button', { name: /Send again in [45]:\d\d/ })).toBeDisabled()
  const input = page.getByLabel('6-digit code')
  await expect(input).toBeFocused()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(input).toHaveAttribute('aria-invalid', 'true')
  await expectAccessibleEverywhere(page)
  await input.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
  await page.getByLabel('New password', { exact: true }).fill('weak')
  await expectAccessibleEverywhere(page)
  await fillNewPassword(page, RECOVERED)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page).toHaveURL(/\/sign-in\?msg=password_changed/)
  await expect(page.getByText('Your password is changed.')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue(jan.email)
  jan.password = RECOVERED
  await signIn(page, jan)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome, Jan')
})

test('[decisions §2] a wrong code is told, five of them end it, and a new one can be had at once', async ({
  page,
  product,
}) => {
  const code = await askForCode(page, product)
  for (let tries = 1; tries <= 5; tries++) {
    await page.getByLabel('6-digit code').fill(otherThan(code))
    if (tries === 1) await fillNewPassword(page, RECOVERED)
    await page.getByRole('button', { name: 'Save the password' }).click()
    await expect(page.getByRole('alert')).toContainText(
      tries < 5 ? `${5 - tries} ${tries === 4 ? 'attempt' : 'attempts'} left` : 'is no longer valid',
    )
    if (tries === 1) await expectAccessibleEverywhere(page)
  }
  const before = countMails(product.folder, jan.email)
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await expect(page.getByText('A new code is on its way.')).toBeVisible()
  const link = await inMail(product.folder, jan.email, before + 1, LINK)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
})

test('name, language, time zone and password change in the profile', async ({ page }) => {
  await openAs(page, '/', jan)
  await openProfile(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(jan.name)
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: /^Name/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Jan Wit')
  await page.goBack()
  await page.getByRole('button', { name: 'Stay' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  jan.name = 'Jan Wit'
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(jan.name)
  await page.getByRole('button', { name: /^Language English/ }).click()
  await page.getByRole('menuitem', { name: 'Nederlands' }).click()
  await page.getByRole('button', { name: /^Taal Nederlands/ }).click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  await page.getByRole('button', { name: /^Time zone/ }).click()
  await dialog.getByRole('combobox', { name: 'Time zone' }).fill('Berlin')
  await page.getByRole('option', { name: 'Europe/Berlin' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Time zone Europe/Berlin' })).toBeVisible()
  await page.getByRole('button', { name: /^Password/ }).click()
  await dialog.getByLabel('Current password').fill('Not-Mine-11')
  await fillNewPassword(page, CHANGED)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessibleEverywhere(page)
  await dialog.getByLabel('Current password').fill(jan.password)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your password is changed.')).toBeVisible()
  jan.password = CHANGED
})

test('[decisions §2] a new address waits until its link is opened, also by somebody signed in', async ({
  page,
  product,
}) => {
  const email = 'jan.wit@delinde.example'
  await openAs(page, '/profile', jan)
  await page.getByRole('button', { name: /^E-mail/ }).click()
  await page.getByLabel('New e-mail address').fill(email)
  await page.getByLabel('Current password').fill(jan.password)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`A link is on its way to ${email}`)).toBeVisible()
  await expect(page.getByRole('button', { name: `${email} is not confirmed yet` })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.goto(await inMail(product.folder, email, 1, LINK))
  await expect(page).toHaveURL(/\/profile\?msg=email_verified/)
  await expect(page.getByText('Your e-mail address is confirmed.')).toBeVisible()
  await expect(page.getByRole('button', { name: new RegExp(`^E-mail ${email} Confirmed`) })).toBeVisible()
  jan.email = email
})

test('[decisions §2] a session elsewhere is ended from the profile', async ({ page, browser, product }) => {
  const elsewhere = await browser.newPage()
  await elsewhere.goto(`${product.origin}/sign-in`)
  await signIn(elsewhere, jan)
  await expect(elsewhere.getByRole('heading', { level: 1 })).toContainText('Welcome, Jan')
  await page.goto('/profile')
  await signIn(page, jan)
  await page.getByRole('button', { name: /^Active sessions/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Chrome on Linux').first()).toBeVisible()
  await expect(dialog.getByText('This device')).toBeVisible()
  const many = await dialog.getByRole('listitem').count()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Sign out Chrome' }).first().click()
  await expect(dialog.getByRole('listitem')).toHaveCount(many - 1)
  await elsewhere.goto(`${product.origin}/devices`)
  await expect(elsewhere).toHaveURL(/\/sign-in/)
  await elsewhere.close()
  await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(dialog.getByText('You are not signed in anywhere else.')).toBeVisible()
})

test('[decisions §2] the account is deleted with the password, and nobody gets in with it again', async ({ page }) => {
  await openAs(page, '/', jan)
  await openProfile(page)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Keep account' })).toBeFocused()
  await dialog.getByLabel('Your password').fill('Not-Mine-11')
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(dialog.getByLabel('Your password')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessibleEverywhere(page)
  await dialog.getByLabel('Your password').fill(jan.password)
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText('Your account is deleted.')).toBeVisible()
  await trySignIn(page, jan)
  await expect(page.getByRole('alert')).toContainText('Unknown user or wrong password')
})

test('[decisions §2] the administrator sees outgoing mail, and that no mail server is set', async ({ page }) => {
  await openAs(page, '/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Outgoing mail' }).click()
  await expect(page.getByText('No mail server is set up.')).toBeVisible()
  await expect(
    page.getByRole('row', { name: /Your password was changed .*Not sent: no mail server/ }).first(),
  ).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page
    .getByRole('button', { name: /is your code/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toContainText('the code for a new password')
  await expectAccessibleEverywhere(page)
})
