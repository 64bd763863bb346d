import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { begin, expect, expectAccessibleEverywhere, openAs, PHONE, postingAs, test, toPhone } from './product.ts'

test.describe.configure({ mode: 'serial' })

const drawing = async () => ({
  name: 'plan.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background: '#ffffff' } })
    .jpeg()
    .toBuffer(),
})

const sheet = (page: Page) => page.getByRole('region', { name: /^Floor plan/ })
/** Picture of the plan, of which a share of width and height is a place. */
const picture = (page: Page) => sheet(page).locator('[style*="--ratio"]')

const boxOf = async (of: Locator) => {
  const box = await of.boundingBox()
  if (!box) throw new Error('it is not on the page')
  return box
}

/** Point of the window at a share of the picture. */
const pointAt = async (page: Page, x: number, y: number) => {
  const box = await boxOf(picture(page))
  return { x: box.x + x * box.width, y: box.y + y * box.height }
}

/** Share of the picture at which the middle of a pin stands, in percent. */
const placeOf = async (page: Page, pin: Locator) => {
  const [box, of] = [await boxOf(pin), await boxOf(picture(page))]
  return [
    Math.round(((box.x + box.width / 2 - of.x) / of.width) * 100),
    Math.round(((box.y + box.height / 2 - of.y) / of.height) * 100),
  ]
}

let key = ''

test.describe('on a phone', () => {
  test.use(PHONE)

  test('somebody photographs a plan and places two devices by tap and tap', async ({ page }) => {
    await begin(page)
    const post = await postingAs(page)
    const areas = ['Barn 1', 'Barn 2'].map(name => ({ name, area_type_id: 25 }))
    const location = await post('/locations', { name: 'Zonneveld', areas })
    for (const [index, name] of ['Front', 'Back'].entries()) {
      const device = await post('/sensors', { name, device_name: `S-${index}` })
      const made = await post(`/sensors/${device.id}/keys`, {})
      const start = new Date(Date.now() - 3_600_000).toISOString()
      const place = { location_id: location.id, area_id: location.areas[index]?.id, device_ids: [device.id], start }
      await post('/location_research', place)
      await post('/measurements', { t: 20 + index, co2: 900 }, made.key)
      if (index === 0) key = made.key
    }
    await page.goto(`/locations/${location.id}/edit`)
    await page.getByRole('link', { name: 'Floor plans' }).tap()
    await expect(page.getByText('No floor plan yet')).toBeVisible()
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Add floor plan' }).tap()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('no picture'),
    })
    await expect(dialog.getByText(/cannot be opened as a picture/)).toBeVisible()
    await dialog.locator('input[type=file]').setInputFiles(await drawing())
    await expect(dialog.getByRole('img', { name: 'Chosen picture' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Rotate' }).tap()
    await dialog.getByLabel('Name').fill('Long barn')
    await expectAccessibleEverywhere(page)
    await dialog.getByRole('button', { name: 'Add', exact: true }).tap()
    await expect(dialog).toBeHidden()

    // The picture was turned; devices are placed at once.
    await expect(page.getByText('2 devices to place')).toBeVisible()
    const { width, height } = await boxOf(picture(page))
    expect(height / width).toBeCloseTo(1.5, 1)
    await expectAccessibleEverywhere(page)
    await toPhone(page)
    const front = sheet(page).getByRole('button', { name: /^Front/ })
    await page.getByRole('button', { name: 'Front Barn 1' }).tap()
    await expect(page.getByRole('status').filter({ hasText: 'Front' })).toHaveText(/Now tap the place of Front/)
    const there = await pointAt(page, 0.5, 0.25)
    await page.touchscreen.tap(there.x, there.y)
    await expect(front).toBeVisible()
    expect(await placeOf(page, front)).toEqual([50, 25])
    await page.getByRole('button', { name: 'Back Barn 2' }).tap()
    const back = await pointAt(page, 0.3, 0.7)
    await page.touchscreen.tap(back.x, back.y)
    await expect(
      sheet(page).getByRole('button', {
        name: /^Back Barn 2 21\.0\s°C Good 30 % from the left, 70 % from the top$/,
      }),
    ).toBeVisible()
    // A device that is tapped is moved by the next tap.
    await front.tap()
    const other = await pointAt(page, 0.6, 0.4)
    await page.touchscreen.tap(other.x, other.y)
    await expect(front).toHaveAccessibleName(/60 % from the left, 40 % from the top/)
    // Small buttons move it for who cannot aim, and the hint says where it is by now.
    await front.tap()
    await page.getByRole('button', { name: 'Move left' }).tap()
    await page.getByRole('button', { name: 'Move up' }).tap()
    await expect(page.getByText('Front: 59 % from the left, 39 % from the top')).toBeVisible()
    await expectAccessibleEverywhere(page)
    await toPhone(page)
    await page.getByRole('button', { name: 'Move right' }).tap()
    await page.getByRole('button', { name: 'Move down' }).tap()
    await expect(front).toHaveAccessibleName(/60 % from the left, 40 % from the top/)
    await front.tap()
    // A pinch with one finger on a device zooms, and leaves the device where it is.
    const [pinched, wide] = [await boxOf(front), (await boxOf(picture(page))).width]
    const [x, y] = [pinched.x + pinched.width / 2, pinched.y + pinched.height / 2]
    const fingers = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: { x: number; y: number }[]) =>
      fingers.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((point, id) => ({ ...point, id })) })
    await touch('touchStart', { x, y })
    await touch('touchStart', { x, y }, { x: x - 60, y: y + 60 })
    for (const far of [15, 30, 45, 60]) await touch('touchMove', { x: x + far / 2, y }, { x: x - 60 - far, y: y + 60 })
    await touch('touchEnd')
    await fingers.detach()
    await expect.poll(async () => (await boxOf(picture(page))).width).toBeGreaterThan(wide * 1.3)
    await expect(front).toHaveAccessibleName(/60 % from the left, 40 % from the top/)
    await page.getByRole('button', { name: 'Show all' }).tap()
    await page.getByRole('button', { name: 'Done' }).tap()

    // Everybody sees the newest values, also those that come now.
    await expect(sheet(page).getByRole('link')).toHaveText([
      /^Back\s+Barn 2\s+21\.0\s°C\s+Good$/,
      /^Front\s+Barn 1\s+20\.0\s°C\s+Good$/,
    ])
    await expect(page.getByRole('listitem').filter({ hasText: 'Front' })).toContainText('Good')
    await post('/measurements', { t: 27.5, co2: 900 }, key)
    await expect(sheet(page).getByRole('link', { name: /^Front Barn 1 27\.5\s°C/ })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Front' })).not.toContainText('Good')
    await page.getByRole('combobox', { name: 'Value shown' }).tap()
    await page.getByRole('option', { name: /CO2/ }).tap()
    await expect(sheet(page).getByRole('link')).toHaveText([/900\s*ppm/, /900\s*ppm/])
    await expectAccessibleEverywhere(page)
    await toPhone(page)

    // Larger, the picture scrolls in its box.
    const before = await boxOf(picture(page))
    await page.getByRole('button', { name: 'Zoom in' }).tap()
    await page.getByRole('button', { name: 'Zoom in' }).tap()
    expect((await boxOf(picture(page))).width).toBeCloseTo(before.width * 2.25, -1)
    await page.getByRole('button', { name: 'Show all' }).tap()
    await sheet(page)
      .getByRole('link', { name: /^Front/ })
      .tap()
    await expect(page).toHaveURL(/\/data\/\d+/)
    await page.goto('/')
    await page.getByRole('link', { name: 'Floor plan Zonneveld' }).tap()
    await expect(sheet(page).getByRole('link')).toHaveCount(2)
  })
})

test('on a desk devices are dragged, and moved and taken off by keys', async ({ page }) => {
  await openAs(page, '/')
  await page.getByRole('link', { name: 'Floor plan Zonneveld' }).click()
  await page.getByRole('button', { name: 'Place devices' }).click()
  const pin = (name: string) => sheet(page).getByRole('button', { name: new RegExp(`^${name}`) })
  await pin('Front').focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('1 device to place')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(pin('Front')).toHaveAccessibleName(/60 % from the left, 40 % from the top/)
  await pin('Front').focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(pin('Front')).toHaveAccessibleName(/59 % from the left, 45 % from the top/)

  const [from, to] = [await boxOf(pin('Back')), await pointAt(page, 0.8, 0.2)]
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
  await expect(pin('Back')).toHaveAccessibleName(/80 % from the left, 20 % from the top/)
  await expect(page.getByText('Back moved.')).toBeVisible()

  await pin('Back').click()
  await page.getByRole('button', { name: 'Remove from plan' }).click()
  const waiting = await boxOf(page.getByRole('button', { name: 'Back Barn 2' }))
  const drop = await pointAt(page, 0.25, 0.5)
  await page.mouse.move(waiting.x + 20, waiting.y + 20)
  await page.mouse.down()
  await page.mouse.move(drop.x, drop.y, { steps: 4 })
  await page.mouse.up()
  await expect(pin('Back')).toHaveAccessibleName(/25 % from the left, 50 % from the top/)
  // A key points at no place: it begins in the middle, and goes on from there.
  await pin('Back').press('Delete')
  await expect(page.getByRole('button', { name: 'Back Barn 2' })).toBeFocused()
  await page.getByRole('button', { name: 'Back Barn 2' }).press('Enter')
  await expect(pin('Back')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(pin('Back')).toHaveAccessibleName(/51 % from the left, 50 % from the top/)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Place devices' }).click()
  await expect(pin('Back')).toHaveAccessibleName(/51 % from the left, 50 % from the top/)
  await expect(pin('Front')).toHaveAccessibleName(/59 % from the left, 45 % from the top/)

  await page.getByRole('button', { name: 'More for this floor plan' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('West wing')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(sheet(page)).toHaveAccessibleName('Floor plan West wing')
  await page.getByRole('button', { name: 'More for this floor plan' }).click()
  await page.getByRole('menuitem', { name: 'Replace picture' }).click()
  await expect(page.getByRole('dialog', { name: 'Replace picture of West wing' })).toBeVisible()
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles(await drawing())
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
  await expect
    .poll(async () => (await boxOf(picture(page))).width / (await boxOf(picture(page))).height)
    .toBeCloseTo(1.5, 1)
  await page.getByRole('button', { name: 'More for this floor plan' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expectAccessibleEverywhere(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No floor plan yet')).toBeVisible()
})
