import type { Page } from '@playwright/test'
import { begin, expect, expectAccessibleEverywhere, PHONE, postingAs, test, toPhone } from './product.ts'

test.use(PHONE)

/** A farm of two rooms with a device in each, both of which have sent a value. */
const prepare = async (page: Page) => {
  const post = await postingAs(page)
  const areas = ['Room 1', 'Room 2'].map(name => ({ name, area_type_id: 25 }))
  const location = await post('/locations', { name: 'Zonneveld', areas })
  const send: ((values: Record<string, number>) => Promise<unknown>)[] = []
  for (const [index, name] of ['BM 1', 'BM 2'].entries()) {
    const device = await post('/sensors', { name, device_name: name })
    const { key } = await post(`/sensors/${device.id}/keys`, {})
    await post('/location_research', {
      location_id: location.id,
      area_id: location.areas[index].id,
      device_ids: [device.id],
      start: new Date(Date.now() - 3_600_000).toISOString(),
    })
    send.push(values => post('/measurements', values, key))
  }
  return send
}

test('on a phone: a rule for the farm, a nearer one for a room, and limits of one’s own for silence and battery', async ({
  page,
}) => {
  await begin(page)
  const [toFirst, toSecond] = await prepare(page)
  await toFirst?.({ nh3: 4 })
  await toSecond?.({ nh3: 4 })

  const choose = async (token: RegExp, role: 'menuitemradio' | 'option', name: string | RegExp) => {
    await page.getByRole('button', { name: token }).tap()
    await page.getByRole(role, { name, exact: true }).tap()
  }
  await page.goto('/alertrules/create')
  await choose(/^Period:/, 'menuitemradio', 'At every reading')
  await page.getByRole('button', { name: /^Where:/ }).tap()
  // Animals of the farm, the farm and its rooms come before other species.
  const groups = page.getByRole('listbox').getByText(/^(Your animals|Locations|Areas|Devices|Other species)$/)
  await expect(groups).toHaveText(['Your animals', 'Locations', 'Areas', 'Devices', 'Other species'])
  await page.getByRole('option', { name: 'Zonneveld', exact: true }).tap()
  await expect(page.getByText('Holds on 2 devices.')).toBeVisible()
  await page.getByRole('button', { name: 'Save and switch on' }).tap()
  await expect(page.getByRole('link', { name: /NH3 at Zonneveld is above/ })).toBeVisible()

  await page.goto('/alertrules/create')
  await choose(/^Period:/, 'menuitemradio', 'At every reading')
  await page.getByRole('button', { name: /^Where:/ }).tap()
  await page.getByRole('textbox', { name: /^Search animals/ }).fill('room 1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Where: Room 1 (Zonneveld)' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Limit, ppm' }).fill('40')
  await expect(page.getByText('On 1 device it takes the place of:')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await toPhone(page)
  await page.getByRole('button', { name: 'Save and switch on' }).tap()
  // The form itself links to the rule whose place it takes: the list is meant.
  await expect(page).toHaveURL(/\/alertrules$/)
  await page.getByRole('link', { name: /NH3 at Zonneveld is above/ }).tap()
  await expect(page.getByText('Holds on 1 of 2 devices.')).toBeVisible()
  await expect(page.getByText('On 1 device this rule goes first:')).toBeVisible()

  // The room's own limit holds in the room, the farm's in the other.
  await toFirst?.({ nh3: 30 })
  await toSecond?.({ nh3: 30 })
  await page.goto('/alerts')
  const row = page.getByRole('listitem').filter({ hasText: 'NH3 too high' })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Room 2')

  await page.goto('/alertrules')
  const limits = page.getByRole('region', { name: 'Always on' })
  await expect(limits.getByText('Battery below 15 %')).toBeVisible()
  await limits.getByRole('button', { name: /^Change/ }).tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Silent after').selectOption('3 hours')
  await dialog.getByLabel('Battery low below').fill('95')
  await dialog.getByRole('button', { name: 'Save' }).tap()
  await expect(dialog.getByLabel('Battery low below')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Battery low below').fill('30')
  await expectAccessibleEverywhere(page)
  await toPhone(page)
  await dialog.getByRole('button', { name: 'Save' }).tap()
  await expect(limits.getByText('Device silent for 3 hours')).toBeVisible()
  await expect(limits.getByText('Battery below 30 %')).toBeVisible()
})
