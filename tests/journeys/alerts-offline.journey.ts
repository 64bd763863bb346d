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
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          new Promise(resolve => {
            const request = indexedDB.open('barnometer', 1)
            // Ours to read, not to make.
            request.onupgradeneeded = () => request.transaction?.abort()
            request.onerror = () => resolve([])
            request.onsuccess = () => {
              const all = request.result.transaction('kept').objectStore('kept').getAll()
              all.onsuccess = () => {
                type Kept = { reads: { key: string[]; data: unknown }[] } | undefined
                const reads = (all.result[0] as Kept)?.reads ?? []
                const filled = reads.filter(({ data }) => !Array.isArray(data) || data.length > 0)
                resolve(filled.map(({ key }) => key[1]))
                request.result.close()
              }
            }
          }),
      ),
    )
    .toEqual(expect.arrayContaining(KEPT))

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
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'I’m on it' }).tap()
  await expect(dialog.getByText('Not sent: no connection.')).toBeVisible()
})
