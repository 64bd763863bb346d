import { WHOLE_BROWSER } from './browsers.ts'
import { begin, expect, expectAccessibleEverywhere, test } from './product.ts'

test.use({ serviceWorkers: 'allow', launchOptions: WHOLE_BROWSER })

test('somebody says how alerts reach them, tries it, and a push is shown with the alert behind it', async ({
  page,
  context,
  product,
}) => {
  await context.grantPermissions(['notifications'])
  await begin(page)
  await expect(page).not.toHaveURL(/sign-up/)
  await page.goto('/profile')
  await page.getByRole('link', { name: /Notifications/ }).click()
  await expect(page.getByText('Barnometer does not replace your own alarm system.')).toBeVisible()

  await page.getByLabel('until').selectOption('05:00')
  await page.getByLabel('Daily summary at').selectOption('09:00')
  await page.getByRole('switch', { name: 'Send me e-mails' }).press('Space')
  await expect(page.getByText('You get no e-mails.')).toBeVisible()
  await page.getByRole('switch', { name: 'Send me e-mails' }).press('Space')
  await expect(page.getByText('You get no e-mails.')).toBeHidden()

  await page.getByLabel('Address').fill('http://127.0.0.1:9/hook')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toContainText('You only see it this once.')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Send me a test' }).last().click()
  await expect(page.getByText('It did not arrive: The address is not on the public internet.')).toBeVisible()
  await page.getByRole('button', { name: 'Send me a test' }).first().click()
  await expect(page.getByText(/Not sent: no mail server/)).toBeVisible()

  await page.reload()
  await expect(page.getByLabel('until')).toHaveValue('5')
  await expect(page.getByLabel('Daily summary at')).toHaveValue('9')
  await expect(page.getByLabel('Address')).toHaveValue('http://127.0.0.1:9/hook')
  await expectAccessibleEverywhere(page)

  await page.evaluate(() => navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready))
  const devtools = await context.newCDPSession(page)
  const registration = new Promise<string>(resolve =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const data = JSON.stringify({
    title: 'NH3 24.6 ppm: Barn 1',
    body: 'Limit: above 20 ppm',
    url: `${product.origin}/alerts?alert=7`,
    tag: 'alert-7',
    stays: true,
  })
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: product.origin,
    registrationId: await registration,
    data,
  })
  const shown = () =>
    page.evaluate(async () => {
      const notifications = await (await navigator.serviceWorker.ready).getNotifications()
      return notifications.map(({ title, body, tag }) => ({ title, body, tag }))
    })
  await expect.poll(shown).toEqual([{ title: 'NH3 24.6 ppm: Barn 1', body: 'Limit: above 20 ppm', tag: 'alert-7' }])
})
