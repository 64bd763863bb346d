import { inMail, LINK } from './mailbox.ts'
import { newAccount } from './people.ts'
import { begin, expect, expectAccessibleEverywhere, openAs, PERSON, test, trySignIn } from './product.ts'

test.describe.configure({ mode: 'serial' })

const JAN = { name: 'Jan de Wit', email: 'jan@delinde.example', password: 'Calm-Barn-17' }

test('[specification §6] an administrator finds an account, gives it a role and suspends it', async ({
  page,
  product,
}) => {
  await begin(page)
  expect((await page.request.post('/api/register', { data: newAccount(JAN) })).ok()).toBe(true)
  const link = new URL(await inMail(product.folder, JAN.email, 1, LINK), product.origin)
  const token = link.searchParams.get('token')
  expect((await page.request.post('/api/email/verify', { data: { token } })).ok()).toBe(true)

  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByText('2 accounts')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('searchbox', { name: 'Name or e-mail address' }).fill('delinde')
  await expect(page.getByText('1 account')).toBeVisible()
  await page.getByRole('link', { name: JAN.name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(JAN.name)
  await page.getByRole('checkbox', { name: 'Data analyst' }).check()
  await expect(page.getByRole('checkbox', { name: 'Data analyst' })).toBeChecked()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Suspend' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByText(/^Suspended since/)).toBeVisible()
})

test('who is suspended reads so at the sign-in, and is let in again', async ({ page }) => {
  await page.goto('/sign-in')
  await trySignIn(page, JAN)
  await expect(page.getByText('This account is suspended. An administrator can lift that.')).toBeVisible()
  await openAs(page, '/users?search=delinde')
  await page.getByRole('link', { name: JAN.name }).click()
  await page.getByRole('button', { name: 'Lift the suspension' }).click()
  await expect(page.getByRole('button', { name: 'Suspend' })).toBeVisible()
  await openAs(page, '/users', JAN)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Only for administrators')
})

test('the audit log tells it, to the person concerned as well, and is saved as a file', async ({ page }) => {
  await openAs(page, '/audit-log', JAN)
  const suspended = page.getByRole('row').filter({ hasText: 'Account suspended' })
  await expect(suspended).toContainText(PERSON.name)
  await expect(page.getByRole('row').filter({ hasText: 'Rights changed' })).toContainText('Data analyst')
  await expectAccessibleEverywhere(page)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  expect((await file).suggestedFilename()).toBe('audit-log.csv')
  await page.getByRole('searchbox', { name: 'Who' }).fill('nobody of that name')
  await expect(page.getByRole('heading', { name: 'No entries found' })).toBeVisible()
})

test('an administrator changes the plan of a device in the fleet', async ({ page }) => {
  await openAs(page, '/fleet')
  await expect(page.getByRole('heading', { name: 'No devices found' })).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('barnometer.token'))
  const headers = { authorization: `Bearer ${token}` }
  const data = { name: 'West wall', device_name: 'BM 2041', plan: 'light' }
  expect((await page.request.post('/api/sensors', { data, headers })).ok()).toBe(true)
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: 'West wall' })
  await expect(row).toContainText('Light')
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Change West wall' }).click()
  await page.getByRole('dialog').getByText('Pro', { exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Pro')
})

test('an administrator sees what waits, how jobs ended and how large the stores are; nobody else does', async ({
  page,
}) => {
  await openAs(page, '/operations')
  const queues = page.getByRole('row').filter({ hasText: 'E-mails' })
  await expect(queues).toContainText('Empty')
  await expect(page.getByRole('row').filter({ hasText: 'make-exports' })).toContainText('OK')
  await expect(page.getByText('Free disk space')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await openAs(page, '/operations', JAN)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Only for administrators')
})
