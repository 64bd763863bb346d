import { keptInBrowser, readsAreKept } from './kept-reads.ts'
import { begin, expect, expectAccessible, PHONE, placeDevice, postingAs, test } from './product.ts'

test.use({ serviceWorkers: 'allow', ...PHONE })

const KEPT = ['/locations', '/sensors', '/taxonomy/lists', '/alerts', '/alerts/summary']

test('[ui §8.9] who only looked at home has the open alerts in a barn without reception, as of when they were read', async ({
  page,
}) => {
  await begin(page)
  const post = await postingAs(page)
  const location = await post('/locations', { name: 'Zonneveld', areas: [{ name: 'Piglet room 3', area_type_id: 25 }] })
  const key = await placeDevice(post, location)
  const NH3 = 4
  await post('/alert-rules', {
    physical_quantity_id: NH3,
    threshold_value: 20,
    calculation_minutes: 0,
    urgency: 'act_now',
  })
  await post('/measurements', { nh3: 31 }, key)
  const countAlerts = () =>
    page.evaluate(async () => {
      const authorization = `Bearer ${localStorage.getItem('barnometer.token')}`
      return (await (await fetch('/api/alerts', { headers: { authorization } })).json()).length
    })
  await expect.poll(countAlerts).toBe(1)
  await page.reload()
  await expect(page.getByText('Piglet room 3').first()).toBeVisible()
  await keptInBrowser(page)
  await readsAreKept(page, KEPT, { filled: true })

  await page.context().setOffline(true)
  await page.goto('/alerts?open=1')
  await expect(page.getByText(/This is how it was at \d\d:\d\d\./)).toBeVisible()
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByText('since') })
    .first()
  await expect(row).toContainText('Piglet room 3')
  await expectAccessible(page)

  await row.getByRole('link').first().tap()
  await expect(page.getByRole('article').getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(page.getByText(/This is how it was at \d\d:\d\d\./)).toBeVisible()
  await expect(page.getByText('Something went wrong')).toBeHidden()
  await page.getByRole('article').getByRole('button', { name: 'I’m on it' }).tap()
  await expect(page.getByText('Not sent: no connection.')).toBeVisible()
  await expect(page.getByText('You have been on it')).toBeHidden()
})
