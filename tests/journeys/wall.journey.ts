import { begin, expect, expectAccessibleEverywhere, placeDevice, postingAs, test } from './product.ts'

test('a wall display shows one location without an account, says when it lost the server, and ends when revoked', async ({
  page,
  browser,
  baseURL,
}) => {
  await begin(page)
  const token = await page.evaluate(() => localStorage.getItem('barnometer.token'))
  const post = await postingAs(page)
  const { area_types } = await (
    await page.request.get('/api/taxonomy/lists', { headers: { authorization: `Bearer ${token}` } })
  ).json()
  const broiler = area_types.find(({ key }: { key: string }) => /broiler/.test(key)).id
  const location = await post('/locations', { name: 'Zonneveld', areas: [{ name: 'Barn 1', area_type_id: broiler }] })
  const key = await placeDevice(post, location)
  await post('/measurements', { t: 21.4, nh3: 35, h: 62, co2: 1800 }, key)

  await page.goto(`/locations/${location.id}/edit`)
  await page.getByRole('link', { name: 'Wall displays' }).click()
  await expect(page.getByText('No wall displays yet')).toBeVisible()
  await page.getByRole('button', { name: 'New wall display' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Office')
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = (await dialog.getByTestId('wall-link').textContent()) ?? ''
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Done' }).click()

  const tablet = await browser.newContext({
    viewport: { width: 1180, height: 820 },
    baseURL: baseURL ?? '',
    locale: 'en',
  })
  const wall = await tablet.newPage()
  const asked: string[] = []
  wall.on('request', request => asked.push(request.url()))
  await wall.clock.install()
  await wall.goto(link)
  await expect(wall.getByRole('heading', { level: 1, name: 'Zonneveld' })).toBeVisible()
  const area = wall.getByRole('region').or(wall.locator('section')).filter({ hasText: 'Barn 1' }).first()
  await expect(area).toContainText('35')
  await expect(area).toContainText('Act now')
  await expectAccessibleEverywhere(wall)
  expect(asked.filter(url => url.includes('bmd_'))).toEqual([])
  expect(await wall.getByRole('button').or(wall.getByRole('link')).count()).toBe(0)

  await wall.route('**/api/display', route => route.abort())
  await wall.clock.fastForward('02:00')
  await expect(wall.getByRole('alert')).toContainText('No connection to the server')
  await expect(area).toContainText('35')
  await wall.unroute('**/api/display')
  await wall.clock.fastForward('00:30')
  await expect(wall.getByRole('alert')).toHaveCount(0)

  await page.getByRole('button', { name: 'Revoke Office' }).click()
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByText('No wall displays yet')).toBeVisible()
  await wall.clock.fastForward('00:30')
  await expect(wall.getByText('This link has expired')).toBeVisible()
  await expect(wall.getByText('Barn 1')).toHaveCount(0)
  await tablet.close()
})
