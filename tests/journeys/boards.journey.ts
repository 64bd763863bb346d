import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { inMail } from './mailbox.ts'
import { newAccount } from './people.ts'
import { begin, expect, expectAccessibleEverywhere, openAs, PHONE, postingAs, signIn, test } from './product.ts'

test.describe.configure({ mode: 'serial' })
test.use(PHONE)

const VET = { name: 'Koen', email: 'koen@vet.example', password: 'Quiet-Barn-77' }

test('somebody makes a board of two barns with a thumb, and a vet opens it by its link', async ({
  page,
  browser,
  product,
}) => {
  await begin(page)
  const post = await postingAs(page)
  const [north, south] = await Promise.all(
    ['Noord', 'Zuid'].map(name =>
      post('/locations', { name: `Farm ${name}`, areas: [{ name: `Barn ${name}`, area_type_id: 25 }] }),
    ),
  )
  for (const { id, areas } of [north, south]) {
    const now = Date.now()
    const device = await post('/sensors', { name: `Sensor ${id}`, device_name: `S-${id}` })
    const { key } = await post(`/sensors/${device.id}/keys`, {})
    const start = new Date(now - 3_600_000).toISOString()
    await post('/location_research', { location_id: id, area_id: areas[0]?.id, device_ids: [device.id], start })
    const messages = [50, 40, 30, 20, 10, 1].map(ago => ({
      time: now - ago * 60_000,
      t: 20 + ago / 10,
      h: 60 + ago / 5,
    }))
    await post('/measurements', messages, key)
  }

  await page.goto('/boards')
  await expect(page.getByText('No boards yet')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'New board' }).tap()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: /All temperatures of my barns/ })).toBeChecked()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Create board' }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Temperatures')
  const temperatures = page.getByRole('region', { name: 'Temperature', exact: true })
  await expect(temperatures.getByRole('listitem')).toHaveText([
    /Barn Noord, Farm Noord 20\.1\s°C/,
    /Barn Zuid, Farm Zuid/,
  ])

  // Two quantities in one chart, each at its own axis.
  await page.getByRole('button', { name: 'Change', exact: true }).tap()
  await page.getByRole('button', { name: 'Add chart' }).tap()
  await dialog.getByRole('combobox', { name: 'Line 1: area or device' }).tap()
  await page.getByRole('option', { name: 'Barn Noord (Farm Noord)' }).tap()
  await expect(dialog.getByRole('combobox', { name: 'Line 1: measurement' })).toHaveValue('Temperature')
  await dialog.getByRole('button', { name: 'Add line' }).tap()
  await dialog.getByRole('combobox', { name: 'Line 2: area or device' }).tap()
  await page.getByRole('option', { name: 'Barn Noord (Farm Noord)' }).tap()
  await dialog.getByRole('combobox', { name: 'Line 2: measurement' }).tap()
  await page.getByRole('option', { name: 'Humidity' }).tap()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Save' }).tap()
  const both = page.getByRole('region', { name: 'Temperature + Humidity · Barn Noord' })
  await expect(both.getByRole('listitem')).toHaveText([
    /Temperature 20\.1\s°C left axis/,
    /Humidity 60\s% RH right axis/,
  ])
  await page.getByRole('button', { name: 'Move chart 2 forward' }).tap()
  await expect(page.getByRole('region').first()).toHaveAccessibleName('Temperature + Humidity · Barn Noord')
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Remove chart 1' }).tap()
  await expect(page.getByRole('region', { name: 'Temperature + Humidity · Barn Noord' })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect(page.getByRole('region').first()).toHaveAccessibleName('Temperature + Humidity · Barn Noord')
  await page.getByRole('button', { name: 'Done' }).tap()
  await both.getByRole('button', { name: /^Table/ }).tap()
  await expect(page.getByRole('dialog').getByRole('columnheader')).toHaveText([
    'Time',
    /Temperature, °C$/,
    /Humidity, % RH$/,
  ])
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Share' }).tap()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Create link' }).tap()
  const link = (await dialog.getByTestId('board-link').textContent()) ?? ''
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'I have copied it' }).tap()

  // The vet sees one of the two farms, and signs in by the link.
  const { origin, folder } = product
  await call(api.register, { body: newAccount(VET) }, { fetch, origin, language: 'en' })
  const proof = await inMail(folder, VET.email, 1, /[?&]token=([\w-]+)/)
  await call(api.verifyEmail, { body: { token: proof } }, { fetch, origin })
  const { api_token: token } = await call(api.login, { body: VET }, { fetch, origin })
  const group = await post('/groups', { name: 'Vets' })
  const owner = await page.evaluate(() => localStorage.getItem('barnometer.token'))
  const [params, asOwner] = [{ id: group.id }, { fetch, origin, token: owner ?? '' }]
  await call(api.inviteToGroup, { params, body: { email: VET.email } }, asOwner)
  await call(api.acceptOwnInvitation, { params }, { fetch, origin, token })
  await call(api.setGroupShares, { params, body: [{ location_id: north.id, may: 'read' }] }, asOwner)
  const context = await browser.newContext({ baseURL: origin, ...PHONE })
  const vets = await context.newPage()
  await vets.goto(link)
  await signIn(vets, VET)
  await expect(vets.getByRole('heading', { level: 1 })).toHaveText('Temperatures')
  await expect(vets.getByText('1 line you have no access to.')).toBeVisible()
  await expect(vets.locator('main')).not.toContainText('Zuid')
  const seen = vets.getByRole('region', { name: 'Temperature · Barn Noord' })
  await expect(seen.getByRole('listitem')).toHaveText([/Temperature 20\.1\s°C/])
  await expectAccessibleEverywhere(vets)
  // The period is another one, the board the same.
  await vets.getByText('Week', { exact: true }).tap()
  await expect(vets).toHaveURL(/interval=week.*#bmb_/)
  await vets.reload()
  await expect(seen).toBeVisible()
  await vets.getByRole('button', { name: 'Keep a copy' }).tap()
  await expect(vets).toHaveURL(/\/boards\/\d+/)
  await expect(vets.getByText('no access')).toHaveCount(0)

  // Revoked, it opens nothing; the copy stays.
  await page.getByRole('button', { name: 'Share' }).tap()
  await dialog.getByRole('button', { name: 'Revoke link' }).tap()
  await expect(dialog).toBeHidden()
  await vets.goto('about:blank')
  await vets.goto(link)
  await expect(vets.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expectAccessibleEverywhere(vets)
  await vets.goto('/boards')
  await expect(vets.getByText('2 charts')).toBeVisible()
  await context.close()
})

test('a chart of the data page is put on a board', async ({ page }) => {
  await openAs(page, '/data')
  const chart = page.getByRole('region', { name: 'Humidity' })
  await chart.getByRole('button', { name: 'Download, print or add to a board: Humidity' }).tap()
  await page.getByRole('menuitem', { name: 'Add to a board' }).tap()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox', { name: 'Board' })).toHaveValue('Temperatures')
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Add', exact: true }).tap()
  await page.getByRole('link', { name: 'Added to “Temperatures”.' }).tap()
  await expect(page.getByRole('region', { name: /^Humidity · Barn/ })).toBeVisible()
})
