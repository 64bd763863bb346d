import { Secret, TOTP } from 'otpauth'
import { begin, expect, expectAccessibleEverywhere, PERSON, test, trySignIn } from './product.ts'

const STEP_MS = 30_000

test('[decisions §2] one-time codes are turned on with an app, asked for at sign-in, and turned off again', async ({
  page,
}) => {
  await begin(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(PERSON.name)
  await page.goto('/profile')
  await page.getByRole('button', { name: /^One-time codes/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(PERSON.password)
  await dialog.getByRole('button', { name: 'Next' }).click()
  const picture = dialog.getByRole('img', { name: 'QR code for your authenticator app' })
  await expect.poll(() => picture.evaluate(img => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  await expectAccessibleEverywhere(page)
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  await dialog.getByLabel('One-time code').fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByLabel('One-time code')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('One-time code').fill(app.generate())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  await expectAccessibleEverywhere(page)
  const backup = (await dialog.getByRole('listitem').first().textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('One-time codes are on.')).toBeVisible()

  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await trySignIn(page)
  await expect(page.getByLabel('One-time code')).toBeFocused()
  await expectAccessibleEverywhere(page)
  await page.getByLabel('One-time code').fill('000000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('One-time code')).toHaveAttribute('aria-invalid', 'true')
  // Each code works once: the one of the next half minute is taken already, as from a clock that is ahead.
  await page.getByLabel('One-time code').fill(app.generate({ timestamp: Date.now() + STEP_MS }))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).not.toHaveURL(/\/sign-in/)

  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await trySignIn(page)
  await page.getByLabel('One-time code').fill(backup)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).not.toHaveURL(/\/sign-in/)
  await page.goto('/profile')
  await page.getByRole('button', { name: /^One-time codes/ }).click()
  await dialog.getByLabel('Current password').fill(PERSON.password)
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('One-time codes are off.')).toBeVisible()
})
