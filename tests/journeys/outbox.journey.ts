import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { begin, expect, expectAccessible, openAs, PERSON, type Product, test } from './product.ts'

test.describe.configure({ mode: 'serial' })
test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#806040' } })
    .jpeg()
    .withMetadata({ exif: { IFD0: { ImageDescription: randomBytes(8).toString('hex') } } })
    .toBuffer()

const photo = async (name: string) => ({ name, mimeType: 'image/jpeg', buffer: await picture() })

const tokenOf = async ({ origin }: Product): Promise<string> =>
  (await call(api.login, { body: PERSON }, { fetch, origin })).api_token

let farm = { id: 0, area: 0 }
let token = ''
let origin = ''

test('a farm with a list of its own', async ({ page, product }) => {
  await begin(page)
  token = await tokenOf(product)
  origin = product.origin
  const areas = [{ name: 'Piglet room 3', area_type_id: 39 }]
  const made = await call(api.createLocation, { body: { name: 'Zonneveld', areas } }, { fetch, origin, token })
  farm = { id: made.id, area: made.areas[0]?.id ?? 0 }
  const item = (name: string, input: 'yes_no' | 'photo' | 'number') => ({ key: name.toLowerCase(), name, input })
  const body = {
    name: 'Round',
    area_ids: [farm.area],
    items: [item('Water', 'yes_no'), item('Leak', 'photo'), item('Weight', 'number'), item('Feed', 'yes_no')],
  }
  await call(api.createChecklist, { body }, { fetch, origin, token })
})

/** Entries that the server has, newest first. */
const there = async () => {
  const inspections = await call(api.listInspections, { query: {} }, { fetch, origin, token })
  return Promise.all(inspections.map(({ id }) => call(api.getInspection, { params: { id } }, { fetch, origin, token })))
}

const notes = (page: Page) => page.getByRole('textbox', { name: 'Notes' })
const save = (page: Page) => page.getByRole('button', { name: 'Save inspection' }).tap()

test('answers given while a photo is made ready stay', async ({ page }) => {
  await openAs(page, `/inspect?area_id=${farm.area}`)
  const group = (name: string) => page.getByRole('group', { name })
  await group('Water').getByRole('button', { name: 'Yes' }).tap()
  // Making it ready takes seconds on a phone.
  const { promise: free, resolve: go } = Promise.withResolvers<void>()
  await page.exposeFunction('untilFree', () => free)
  await page.evaluate(() => {
    const own = window.createImageBitmap
    const wait = (window as unknown as { untilFree: () => Promise<void> }).untilFree
    window.Worker = undefined as never
    window.createImageBitmap = (async (...given: Parameters<typeof own>) => {
      await wait()
      return own(...given)
    }) as never
  })
  await page.getByLabel('Photo: Leak').setInputFiles([await photo('a.jpg'), await photo('b.jpg')])
  await expect(page.getByText('Preparing 2 photos').first()).toBeVisible()
  await group('Feed').getByRole('button', { name: 'No' }).tap()
  await page.getByRole('textbox', { name: 'Weight' }).fill('12.5')
  await notes(page).fill('Pump hums')
  go()
  await expect(page.getByText('4 of 4')).toBeVisible()
  await save(page)
  await expect(page.getByText('Inspection saved.')).toBeVisible()
  const [inspection] = await there()
  expect(Object.values(inspection?.answers ?? {})).toEqual(
    expect.arrayContaining([true, false, 12.5, [expect.any(String), expect.any(String)]]),
  )
  expect(inspection).toMatchObject({ notes: 'Pump hums', photo_count: 2 })
})

test('on a device without room it goes straight to the server, and without one it stays in the form', async ({
  page,
}) => {
  await openAs(page, `/inspect?area_id=${farm.area}`)
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('no room', 'QuotaExceededError')
    }
  })
  await notes(page).fill('No room here')
  await expect(page.getByText('This device is full.', { exact: false })).toBeVisible()
  await page.route('**/api/inspections', route => route.abort())
  await save(page)
  await expect(page.getByText('Not saved:', { exact: false })).toBeVisible()
  await expect(notes(page)).toHaveValue('No room here')
  await page.unroute('**/api/inspections')
  await save(page)
  await expect(page).toHaveURL(/\/diary/)
  expect((await there()).map(one => one.notes)).toContain('No room here')
})

test.describe('a photo', () => {
  const PHOTOS = /\/api\/inspections\/\d+\/photos/
  for (const [what, answer] of [
    [
      'a portal of a wireless network answers 200',
      { status: 200, contentType: 'text/html', body: '<html>Wi-Fi</html>' },
    ],
    ['a proxy answers 413', { status: 413, contentType: 'text/html', body: '<html>413</html>' }],
    ['the connection always breaks', null],
  ] as const)
    test(`for which ${what} stays here, can be saved, and holds up nothing else`, async ({ page }) => {
      await openAs(page, `/inspect?area_id=${farm.area}`)
      let tries = 0
      await page.route(PHOTOS, route => {
        tries += 1
        return answer ? route.fulfill(answer) : route.abort()
      })
      await page.getByLabel('From this device').setInputFiles(await photo('gate.jpg'))
      await expect(page.getByRole('button', { name: 'Remove photo 1' })).toBeVisible()
      await notes(page).fill(what)
      await save(page)
      await expect(page.getByText('Saved on this device.', { exact: false })).toBeVisible()
      await page.goto(`/inspect?area_id=${farm.area}`)
      await notes(page).fill(`after ${what}`)
      await save(page)
      await expect.poll(async () => (await there()).map(one => one.notes)).toContain(`after ${what}`)
      // Twice at most so far: it waits by its own time.
      expect(tries).toBeLessThan(4)
      await page.goto('/outbox')
      await page.getByRole('button', { name: 'Try now' }).tap()
      await expect(page.getByRole('button', { name: 'Save the photo' })).toBeVisible()
      await expect(page.getByText('no longer on this device')).toBeHidden()
      await expectAccessible(page)
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Save the photo' }).tap()
      expect((await saved).suggestedFilename()).toBe('gate.jpg')
      await page.unroute(PHOTOS)
      await page.getByRole('button', { name: 'Try now' }).tap()
      await expect(page.getByText('Everything is sent')).toBeVisible()
      expect((await there()).find(one => one.notes === what)?.photo_count).toBe(1)
    })
})

test('what is written on in a waiting inspection is there after it was sent meanwhile', async ({ page }) => {
  await openAs(page, `/inspect?area_id=${farm.area}`)
  await page.route('**/api/inspections', route => route.abort())
  await notes(page).fill('first text')
  await save(page)
  await expect(page).toHaveURL(/\/diary/)
  await page.goto('/outbox')
  await page.getByRole('link', { name: 'Open and change' }).tap()
  await notes(page).fill('first text, pump broken')
  await expect(page.getByText(/^Saved \d\d:\d\d/)).toBeVisible()
  await page.unroute('**/api/inspections')
  await page.goto('/outbox')
  await expect.poll(async () => (await there()).map(one => one.notes)).toContain('first text')
  await expect(page.getByRole('heading', { name: 'Not finished 1' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Continue' }).tap()
  await expect(notes(page)).toHaveValue('first text, pump broken')
  await page.getByRole('button', { name: /^Save/ }).tap()
  await expect.poll(async () => (await there()).map(one => one.notes)).toContain('first text, pump broken')
  expect((await there()).map(one => one.notes)).not.toContain('first text')
})

test('a draft is in one tab at a time, and both tabs say where', async ({ page }) => {
  await openAs(page, `/inspect?area_id=${farm.area}`)
  await notes(page).fill('begun in the first')
  await page.getByLabel('From this device').setInputFiles(await photo('first.jpg'))
  await expect(page.getByRole('button', { name: 'Remove photo 1' })).toBeVisible()
  const second = await page.context().newPage()
  await second.goto(`/inspect?area_id=${farm.area}`)
  await expect(notes(second)).toHaveValue('')
  await second.getByRole('button', { name: /open in another tab/ }).tap()
  await expect(notes(second)).toHaveValue('begun in the first')
  await notes(second).fill('begun in the first, ended in the second')
  await expect(page.getByText('You continued this in another tab')).toBeVisible()
  await save(second)
  await expect
    .poll(async () => (await there()).find(one => one.notes === 'begun in the first, ended in the second')?.photo_count)
    .toBe(1)
  await page.getByRole('button', { name: 'Continue here' }).tap()
  await expect(notes(page)).toHaveValue('')
})

test('a sent photo is seen, marked, drawn on and taken out where the inspection is changed', async ({ page }) => {
  const one = (await there()).find(({ photo_count }) => photo_count === 2)
  await openAs(page, `/inspections/${one?.id}/edit`)
  await expect(page.getByRole('img', { name: 'Photo 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Mark photo 1' }).tap()
  await page.getByRole('button', { name: 'Remove photo 2' }).tap()
  await expect(page.getByRole('img', { name: 'Photo 2' })).toBeHidden()
  await page.getByRole('button', { name: 'Save change' }).tap()
  await expect(page.getByText('Inspection saved.')).toBeVisible()
  const after = await call(api.getInspection, { params: { id: one?.id ?? 0 } }, { fetch, origin, token })
  expect(after.photos.map(({ marked }) => marked)).toEqual([true])
  await expect(page.getByRole('button', { name: /Marked$/ })).toBeVisible()
})

test('logging out does not wait for a server that does not answer', async ({ page }) => {
  await openAs(page, '/')
  await expect(page.getByText('Piglet room 3').first()).toBeVisible()
  await page.route('**/api/logout', () => undefined)
  await page.getByRole('button', { name: 'Menu' }).tap()
  await page.getByRole('button', { name: 'Log out' }).tap()
  await expect(page).toHaveURL(/\/sign-in/, { timeout: 10_000 })
  expect(await page.evaluate(() => localStorage.getItem('barnometer.token'))).toBeNull()
})
