import type { Page } from '@playwright/test'
import type { Device } from '#shared/contract/devices/devices.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import {
  begin,
  expect,
  expectAccessibleEverywhere,
  openAs,
  PHONE,
  placeDevice,
  postingAs,
  test,
  toDesk,
  toPhone,
} from './product.ts'

test.describe.configure({ mode: 'serial' })
test.use(PHONE)

/** Taps the box of a device: what a finger cannot hit fails. */
const choose = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).tap()

test('[specification §4] several devices are taken down, placed and renamed at once on the phone', async ({ page }) => {
  await begin(page)
  const send = await postingAs(page)
  const areas = ['Barn 1', 'Barn 2'].map(name => ({ name, area_type_id: 25 }))
  const location = await send('/locations', { name: 'De Linde', areas })
  const key = await placeDevice(send, location)
  const ids: number[] = []
  for (const name of ['BM 1', 'BM 2', 'BM 3']) ids.push((await send('/sensors', { name, device_name: name })).id)
  const since = { start: new Date(Date.now() - HOUR_MS).toISOString() }
  const place = { location_id: location.id, area_id: location.areas[0].id }
  await send('/location_research', { ...place, ...since, device_ids: ids.slice(1) })
  await openAs(page, '/devices')
  await page.getByRole('button', { name: 'Select several' }).tap()
  const bar = page.getByRole('toolbar', { name: 'Selected devices' })
  await expect(bar.getByRole('button', { name: 'Place' })).toBeDisabled()
  for (const name of ['BM 1', 'BM 2', 'BM 3']) await choose(page, name)
  await expect(bar).toContainText('2 of them are placed.')
  await bar.getByRole('button', { name: 'Remove from area' }).tap()
  const end = page.getByRole('dialog', { name: 'Remove 2 devices from their areas?' })
  await expect(end.getByRole('listitem')).toHaveText([/BM 2/, /BM 3/])
  await end.getByRole('button', { name: 'Remove' }).tap()
  await expect(page.getByText('2 devices removed from their areas')).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: 'not placed' })).toHaveCount(3)

  await page.getByRole('button', { name: 'Select several' }).tap()
  for (const name of ['Sensor 1', 'BM 1', 'BM 2']) await choose(page, name)
  await expect(bar.getByRole('status')).toHaveText('3 devices selected')
  await expect(bar).toContainText('1 of them is placed.')
  await expectAccessibleEverywhere(page)
  await toPhone(page)
  await bar.getByRole('button', { name: 'Place' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Where are 3 devices installed?' })
  await dialog.getByRole('combobox', { name: 'Area' }).tap()
  await page.getByRole('option', { name: 'Barn 2' }).tap()
  await expect(dialog).toContainText('1 device leaves another area.')
  await expect(dialog.getByRole('listitem')).toHaveText(/Sensor 1.*Barn 1, De Linde/)
  await expectAccessibleEverywhere(page)
  await toPhone(page)
  await dialog.getByRole('button', { name: 'Place' }).tap()
  await expect(page.getByText('3 devices placed')).toBeVisible()
  await expect(bar).toBeHidden()
  await expect(page.getByRole('article').filter({ hasText: 'Barn 2' })).toHaveCount(3)

  await page.getByRole('button', { name: 'Select several' }).tap()
  await page.getByRole('searchbox').fill('BM')
  await bar.getByRole('button', { name: 'All' }).tap()
  await expect(bar.getByRole('status')).toHaveText('3 devices selected')
  await bar.getByRole('button', { name: 'Rename' }).tap()
  const rename = page.getByRole('dialog', { name: 'Rename 3 devices' })
  await rename.getByRole('textbox', { name: 'New name' }).fill('Room')
  await rename.getByRole('button', { name: 'Rename' }).tap()
  await expect(rename).toContainText('Put {n} or {name} in, or all of them get the same name.')
  await rename.getByRole('textbox', { name: 'New name' }).fill('Room {n}')
  await rename.getByRole('textbox', { name: 'First number' }).fill('7')
  await expect(rename.getByRole('listitem')).toHaveText(['BM 1 → Room 7', 'BM 2 → Room 8', 'BM 3 → Room 9'])
  await rename.getByRole('button', { name: 'Rename' }).tap()
  await expect(page.getByText('3 devices renamed')).toBeVisible()
  await page.getByRole('searchbox').fill('Room')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([/Room \d/, /Room \d/, /Room \d/])

  await send('/measurements', { t: 20 }, key)
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: 'Select several' }).tap()
  for (const name of ['Sensor 1', 'Room 7']) await choose(page, name)
  await bar.getByRole('button', { name: 'Default rules' }).tap()
  const warn = page.getByRole('dialog', { name: 'Default rules for 2 devices?' })
  await expectAccessibleEverywhere(page)
  await toPhone(page)
  await warn.getByRole('button', { name: 'Turn on' }).tap()
  await expect(warn).toContainText('2 rules added.')
  await expect(warn).toContainText('Without values yet, so no rule fits: Room 7.')
  await expectAccessibleEverywhere(page)
  await toPhone(page)
  await warn.getByRole('button', { name: 'Close' }).last().tap()
  await expect(bar).toBeHidden()

  // Beside each other for half an hour, one of them shows two degrees more.
  const { key: other } = await send(`/sensors/${ids[0]}/keys`, {})
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const halfHour = (t: number) => [30, 25, 20, 15, 10, 5, 1].map(minutes => ({ time: minutesAgo(minutes), t }))
  await send('/measurements', halfHour(20), key)
  await send('/measurements', halfHour(22), other)
  await openAs(page, '/devices')
  await page.getByRole('button', { name: 'Select several' }).tap()
  for (const name of ['Sensor 1', 'Room 7']) await choose(page, name)
  await bar.getByRole('button', { name: 'Calibrate' }).tap()
  const calibrate = page.getByRole('dialog', { name: 'Calibrate 2 devices side by side' })
  await expect(calibrate).toContainText('All are to show 21.0')
  await expect(calibrate.getByRole('listitem')).toHaveText([/Room 7 22\.0.*−1\.0/, /Sensor 1 20\.0.*\+1\.0/])
  await expectAccessibleEverywhere(page)
  await toPhone(page)
  await calibrate.getByRole('button', { name: 'Calibrate' }).tap()
  await expect(page.getByText('2 devices calibrated')).toBeVisible()
})

/** Devices the list shows, each like the first that is there. */
const MANY = 2000

const showMany = (page: Page) =>
  page.route('**/api/sensors', async route => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    const [like] = (await response.json()) as Device[]
    const json = Array.from({ length: MANY }, (_, n) => ({ ...like, id: n + 1, name: `Many ${n + 1}` }))
    await route.fulfill({ response, json })
  })

/** The longest that a frame took (ms) while the page scrolled `steps` times by 400 px, and the most elements there were. */
const scrolled = (page: Page, steps: number) =>
  page.evaluate(async count => {
    let [longest, elements] = [0, 0]
    for (let step = 0; step < count; step++) {
      const before = performance.now()
      window.scrollBy(0, 400)
      await new Promise(requestAnimationFrame)
      longest = Math.max(longest, performance.now() - before)
      elements = Math.max(elements, document.querySelectorAll('*').length)
    }
    return { longest: Math.round(longest), elements }
  }, steps)

for (const [device, to] of [
  ['phone', toPhone],
  ['desk', toDesk],
] as const)
  test(`[specification §4] of 2,000 devices only those near the window are drawn, and the chosen ones stay so (${device})`, async ({
    page,
  }) => {
    await showMany(page)
    await to(page)
    await openAs(page, '/devices')
    await page.getByRole('button', { name: 'Select several' }).click()
    const first = page.getByRole('checkbox', { name: 'Select Many 1', exact: true })
    await first.check()
    const { longest, elements } = await scrolled(page, 40)
    test.info().annotations.push({ type: 'figures', description: `${device}: ${elements} elements, ${longest} ms` })
    expect(elements).toBeLessThan(3000)
    await expect(first).toHaveCount(0)
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect(first).toBeChecked()
    const bar = page.getByRole('toolbar', { name: 'Selected devices' })
    await bar.getByRole('button', { name: 'All' }).click()
    await expect(bar.getByRole('status')).toHaveText('2000 devices selected')
    await expect(bar).toContainText('At most 200 at once.')
    await expect(bar.getByRole('button', { name: 'Rename' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(bar).toBeHidden()
    await expect(first).toHaveCount(0)
  })
