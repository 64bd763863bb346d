import { begin, expect, expectAccessibleEverywhere, placeDevice, postingAs, test } from './product.ts'

test('somebody makes links for a calendar, a spreadsheet and Grafana, reads them without an account, and revokes one', async ({
  page,
  playwright,
  baseURL,
}) => {
  await begin(page)
  const post = await postingAs(page)
  const location = await post('/locations', { name: 'Zonneveld', areas: [{ name: 'Barn 1', area_type_id: 25 }] })
  const key = await placeDevice(post, location)
  await post('/measurements', { t: 21.4, h: 62 }, key)
  await post('/inspections', { location_id: location.id, date: new Date().toISOString(), notes: 'Dry straw' })
  const stranger = await playwright.request.newContext({ baseURL: baseURL ?? '' })

  await page.goto('/profile')
  await page.getByRole('link', { name: /Links for other programs/ }).click()
  await expect(page.getByText('No links yet')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'New link' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Barn calendar')
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const calendar = (await dialog.getByTestId('feed-link').textContent()) ?? ''
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('My reminders · Inspections · Start and end of rounds')).toBeVisible()
  expect(await (await stranger.get(calendar)).text()).toContain('SUMMARY:Inspection: Zonneveld')

  // From the export one comes to the table.
  await page.goto('/export')
  await page.getByRole('link', { name: 'Create a link' }).click()
  await dialog.getByLabel('Name', { exact: true }).fill('Weekly overview')
  await expect(dialog.getByRole('combobox', { name: 'Area' })).toHaveValue('Barn 1 (Zonneveld)')
  await dialog.getByRole('combobox', { name: 'Measurements' }).click()
  await page.getByRole('option', { name: /^Temperature \(t\)/ }).click()
  await dialog.getByLabel('Name', { exact: true }).click()
  await expect(page.getByRole('listbox')).toBeHidden()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const table = (await dialog.getByTestId('feed-link').textContent()) ?? ''
  await expect(dialog.getByText(/=IMPORTDATA/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const answer = await stranger.get(table)
  expect(answer.headers()['content-type']).toContain('text/csv')
  expect(await answer.text()).toContain('21.4')

  await page.getByRole('button', { name: 'New link' }).click()
  await dialog.getByRole('combobox', { name: 'For' }).click()
  await expect(page.getByRole('option', { name: 'Grafana' })).toBeVisible()
  // This installation has no broker.
  await expect(page.getByRole('option', { name: 'Home Assistant' })).toHaveCount(0)
  await page.getByRole('option', { name: 'Grafana' }).click()
  await dialog.getByLabel('Name', { exact: true }).fill('Office')
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const password = (await dialog.getByTestId('feed-link').textContent()) ?? ''
  await expectAccessibleEverywhere(page)
  const metrics = await stranger.get('/api/prometheus/api/v1/query?query=barnometer_temperature_celsius', {
    headers: { authorization: `Basic ${Buffer.from(`any:${password}`).toString('base64')}` },
  })
  expect((await metrics.json()).data.result).toHaveLength(1)
  expect((await stranger.get('/grafana-dashboard.json')).headers()['content-type']).toContain('application/json')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Grafana · all values you can see')).toBeVisible()

  await page.getByRole('button', { name: 'Revoke Barn calendar' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Barn calendar')).toHaveCount(0)
  expect((await stranger.get(calendar)).status()).toBe(404)
  expect((await stranger.get(table)).status()).toBe(200)
  await stranger.dispose()
})
