import sharp from 'sharp'
import { call, urlOf } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { begin, expect, expectAccessible, PERSON, type Product, test } from './product.ts'

/** A barn device with a morning of photos: three normal ones, the last with a thermal one beside it. */
const aCamera = async ({ origin }: Product): Promise<number> => {
  const { api_token: token } = await call(api.login, { body: PERSON }, { fetch, origin })
  const device = await call(
    api.createSensor,
    { body: { name: 'BM 2041', device_name: '0241-7C' } },
    { fetch, origin, token },
  )
  const { key } = await call(api.createKey, { params: { id: device.id }, body: {} }, { fetch, origin, token })
  await call(api.sendMeasurements, { body: { t: 24.5, h: 66 } }, { fetch, origin, token: key })
  const send = async (kind: string, background: string, age: number) => {
    const picture = await sharp({ create: { width: 640, height: 360, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const url = urlOf(api.sendPhoto, { query: { kind, time: Date.now() - age * MINUTE_MS } })
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'image/jpeg' }
    const answer = await fetch(origin + url, { method: 'POST', headers, body: new Uint8Array(picture) })
    expect(answer.status).toBe(201)
  }
  await send('normal', '#806040', 40)
  await send('normal', '#608040', 20)
  await send('normal', '#406080', 1)
  await send('infrared', '#a01080', 1)
  return device.id
}

test('[specification §2] photos of a device: looked at one after the other, drawn on, downloaded together, deleted', async ({
  page,
  product,
}) => {
  await begin(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(PERSON.name)
  const id = await aCamera(product)

  await page.goto(`/data/${id}`)
  await page.getByRole('link', { name: 'Photos' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Photos of BM 2041' })).toBeVisible()
  const thumbs = page.getByRole('button', { name: /photo of 20/ })
  await expect(thumbs).toHaveCount(4)
  await expect(async () => {
    const widths = await thumbs
      .locator('img')
      .evaluateAll(all => all.map(one => (one as HTMLImageElement).naturalWidth))
    expect(widths).toEqual([320, 320, 320, 320])
  }).toPass()
  await expectAccessible(page)

  await thumbs.first().click()
  const viewer = page.getByRole('dialog')
  await expect(viewer.getByText('3 of 3')).toBeVisible()
  await expect(viewer.getByRole('definition').first()).toContainText('24.5')
  await page.keyboard.press('ArrowLeft')
  await expect(viewer.getByText('2 of 3')).toBeVisible()
  await viewer.getByRole('button', { name: 'Play movie' }).click()
  await expect(viewer.getByText('3 of 3')).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Play movie' })).toBeVisible()
  await viewer.getByRole('button', { name: 'Show the thermal photo' }).click()
  await expect(viewer.getByText('1 of 1')).toBeVisible()

  await viewer.getByRole('button', { name: 'Draw' }).click()
  const box = await viewer.getByRole('img', { name: 'Photo to draw on' }).boundingBox()
  if (!box) throw new Error('there is nothing to draw on')
  await page.mouse.move(box.x + 100, box.y + 100)
  await page.mouse.down()
  await page.mouse.move(box.x + 300, box.y + 200, { steps: 4 })
  await page.mouse.up()
  await viewer.getByRole('button', { name: 'Save drawing' }).click()
  await viewer.getByRole('button', { name: 'Mark', exact: true }).click()
  await expect(viewer.getByRole('button', { name: 'Marked' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /Thermal photo of .*, Marked/ })).toBeVisible()

  await page.getByRole('button', { name: 'Select', exact: true }).click()
  const choices = page.getByRole('button', { name: /Choose the photo/ })
  await choices.nth(2).click()
  await choices.nth(3).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toMatch(/^bm-2041(_\d{4}-\d\d-\d\d){1,2}\.zip$/)
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete 2 photos?' })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(thumbs).toHaveCount(2)
})
