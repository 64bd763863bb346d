import { createServer } from 'node:net'
import type { Page } from '@playwright/test'
import { anOidcProvider, CLIENT } from '../../server/testing/an-oidc-provider.ts'
import { newAccount } from './people.ts'
import { begin, expect, expectAccessibleEverywhere, PERSON, test as productTest, startProduct } from './product.ts'

/** A port that was free a moment ago: passkeys are for an address that is known before the product starts. */
const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

type Provider = Awaited<ReturnType<typeof anOidcProvider>>

/** The product at localhost, where browsers take passkeys, beside a provider of OpenID Connect. */
const test = productTest.extend<object, { site: { origin: string; provider: Provider } }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern.
    async ({}, use) => {
      const port = await freePort()
      const origin = `http://localhost:${port}`
      const provider = await anOidcProvider(`${origin}/sign-in/oidc`)
      const settings = {
        PORT: String(port),
        PUBLIC_URL: origin,
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: CLIENT.id,
        OIDC_CLIENT_SECRET: CLIENT.secret,
        OIDC_NAME: 'Barn Union',
      }
      const { end } = await startProduct('none', settings)
      await use({ origin, provider })
      await end()
      await provider.end()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ site }, use) => use(site.origin),
})

/** Gives the browser an authenticator that always finds the right finger. */
const withAuthenticator = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  return {
    refuse: () => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
    agree: () => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true }),
  }
}

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
}

test('a passkey is added with the password, signs in without it, and lets nobody in once it is deleted', async ({
  page,
}) => {
  const authenticator = await withAuthenticator(page)
  await begin(page)
  await page.goto('/profile')
  await page.getByRole('button', { name: /^Passkeys/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('No passkeys yet.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(dialog.getByLabel('Name', { exact: true })).not.toHaveValue('')
  await dialog.getByLabel('Name', { exact: true }).fill('Phone of Marieke')
  await dialog.getByLabel('Current password').fill('wrong')
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(dialog.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Phone of Marieke')
  await expectAccessibleEverywhere(page)
  await dialog.getByLabel('Current password').fill(PERSON.password)
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Phone of Marieke' })).toBeVisible()
  await expect(dialog.getByText('not used yet')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Passkeys 1 passkey/ })).toBeVisible()

  await logOut(page)
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await authenticator.refuse()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText(/No passkey was used/)).toBeVisible()
  await authenticator.agree()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).not.toHaveURL(/\/sign-in/)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(PERSON.name)

  await page.getByRole('button', { name: /^Passkeys/ }).click()
  await dialog.getByRole('button', { name: 'Delete Phone of Marieke' }).click()
  await expect(dialog.getByText('No passkeys yet.')).toBeVisible()
  await page.keyboard.press('Escape')
  await logOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText(/This passkey is not known here/)).toBeVisible()
})

test('somebody signs in with another provider: accepts the terms once, is led back to where they wanted, and sees the link', async ({
  page,
  site,
}) => {
  site.provider.is({ sub: 'karin', name: 'Karin de Boer', email: 'karin@union.example', email_verified: true })
  // The first account is its administrator's, who chooses a password.
  await page.request.post('/api/register', { data: newAccount(PERSON) })
  await page.goto('/profile/data')
  await page.getByRole('button', { name: 'Sign in with Barn Union' }).click()
  await expect(page.getByText(/There is no account for karin@union.example yet/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create an account' })).toBeDisabled()
  await expectAccessibleEverywhere(page)
  await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page).toHaveURL(/\/profile\/data$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Your data' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Create copy' }).click()
  await expect(page.getByText('Ready')).toBeVisible({ timeout: 30_000 })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download/ }).click()
  expect((await download).suggestedFilename()).toBe('barnometer-my-data.zip')

  // The provider is asked anew in place of a password, and the dialog is open again on the way back.
  await page.goto('/profile')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: /^Password none set yet/ }).click()
  await expect(dialog.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Confirm at Barn Union' }).click()
  await expect(dialog.getByRole('heading', { name: 'Set a password' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await dialog.getByLabel('New password', { exact: true }).fill(PERSON.password)
  await dialog.getByLabel('Repeat new password').fill(PERSON.password)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your password is set.')).toBeVisible()

  await page.getByRole('button', { name: /^Other providers/ }).click()
  await expect(dialog.getByText('127.0.0.1').first()).toBeVisible()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: /^Unlink/ }).click()
  await expect(dialog.getByText('No account linked.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Link Barn Union' }).click()
  await dialog.getByLabel('Current password').fill(PERSON.password)
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Go to Barn Union' }).click()
  await expect(page.getByText(/The account is linked/)).toBeVisible()
  await logOut(page)
  await page.getByRole('button', { name: 'Sign in with Barn Union' }).click()
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
})

test('an answer of the provider that is not this browser’s, or that says no, is told and leads back', async ({
  page,
}) => {
  await page.goto('/sign-in/oidc?state=of-somebody-else&code=x')
  await expect(page.getByText(/Signing in there did not work/)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.goto('/sign-in/oidc?error=access_denied&state=x')
  await expect(page.getByText(/The other provider did not sign you in/)).toBeVisible()
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await expect(page).toHaveURL(/\/sign-in$/)
  await page.goto('/sign-in/link?token=made-up')
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByText(/This code or link is not valid any more/)).toBeVisible()
  await expectAccessibleEverywhere(page)
})
