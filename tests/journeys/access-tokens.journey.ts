import { begin, expect, expectAccessibleEverywhere, openAs, test } from './product.ts'

test('an access token is made, works once copied, is seen to be used, and is refused once revoked', async ({
  page,
}) => {
  await begin(page)
  await page.goto('/profile')
  await page.getByRole('link', { name: /^Access tokens/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Access tokens' })).toBeVisible()
  await expect(page.getByText('No access tokens yet')).toBeVisible()
  await expectAccessibleEverywhere(page)

  await page.getByRole('button', { name: 'New access token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /^Read/ }).uncheck()
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(dialog.getByText('This field is required')).toHaveCount(2)
  await dialog.getByLabel('Name', { exact: true }).fill('Weekly report')
  await dialog.getByRole('checkbox', { name: /^Read/ }).check()
  await dialog.getByLabel('Expires after').click()
  await page.getByRole('option', { name: '7 days' }).click()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const token = (await dialog.getByTestId('key').textContent()) ?? ''
  expect(token).toMatch(/^bmt_[\w-]{43}$/)
  await expect(dialog.getByText(/You only see this token now/)).toBeVisible()
  await expectAccessibleEverywhere(page)
  const call = () => page.request.get('/api/measurements/last_all', { headers: { authorization: `Bearer ${token}` } })
  expect((await call()).status()).toBe(200)
  await dialog.getByRole('button', { name: 'Done' }).click()

  await openAs(page, '/profile/tokens')
  const card = page.getByRole('listitem').filter({ hasText: 'Weekly report' })
  await expect(card).toContainText(`…${token.slice(-4)}`)
  await expect(card).toContainText('Expires soon')
  await expect(card).toContainText('used just now')
  await expect(page.getByText(token)).toHaveCount(0)
  await expectAccessibleEverywhere(page)

  await card.getByRole('button', { name: 'Revoke Weekly report' }).click()
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByText('No access tokens yet')).toBeVisible()
  const refused = await call()
  expect([refused.status(), (await refused.json()).code]).toEqual([401, 'invalid_token'])
})
