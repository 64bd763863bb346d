import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, LaunchOptions, Page, PlaywrightWorkerArgs } from '@playwright/test'
import sharp from 'sharp'
import { call } from '#shared/contract/call.ts'
import { TERMS_VERSION } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { startServer } from '../crash/server-process.ts'
import { keptInBrowser, readsAreKept } from './kept-reads.ts'
import { inMail } from './mailbox.ts'
import { begin, expect, expectAccessible, openAs, PERSON, PHONE, type Product, test } from './product.ts'

test.describe.configure({ mode: 'serial' })
test.use({ serviceWorkers: 'allow' })

const PIETER = { name: 'Pieter', email: 'pieter@zonneveld.example', password: 'Barn-Wind-57' }
const NOTES = ['Floor wet in pen 4', 'Fan 2 hums', 'All is calm'] as const

/** A picture that no other is like. */
const picture = (background: string): Promise<Buffer> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width: 800, height: 600, channels: 3, background, noise } })
    .jpeg({ quality: 90 })
    .withMetadata({ exif: { IFD0: { ImageDescription: randomBytes(8).toString('hex') } } })
    .toBuffer()
}

const tokenOf = async ({ origin }: Product, body: { email: string; password: string }): Promise<string> =>
  (await call(api.login, { body }, { fetch, origin })).api_token

let farm = { id: 0, area: 0 }

test('a farm of two people', async ({ page, product }) => {
  await begin(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(PERSON.name)
  const { origin } = product
  const { password, ...other } = PIETER
  const body = { ...other, password, password_confirmation: password, policy_accepted: TERMS_VERSION } as const
  await call(api.register, { body }, { fetch, origin, language: 'en' })
  const proof = await inMail(product.folder, PIETER.email, 1, /[?&]token=([\w-]+)/)
  await call(api.verifyEmail, { body: { token: proof } }, { fetch, origin })
  const token = await tokenOf(product, PERSON)
  const areas = [{ name: 'Piglet room 3', area_type_id: 39 }]
  const made = await call(
    api.createLocation,
    { body: { name: 'Zonneveld', owners: [PERSON.email, PIETER.email], areas } },
    { fetch, origin, token },
  )
  const pieters = await tokenOf(product, PIETER)
  const [offer] = await call(api.listOffers, {}, { fetch, origin, token: pieters })
  await call(api.acceptOffer, { params: { id: offer?.id ?? 0 } }, { fetch, origin, token: pieters })
  farm = { id: made.id, area: made.areas[0]?.id ?? 0 }
})

const KEPT = ['/locations', '/inspections/lists', '/inspections/page']

/** The product and what it needs to write inspections lie in this browser. */
const readyForTheBarn = async (page: Page) => {
  await keptInBrowser(page)
  await readsAreKept(page, KEPT)
}

const openBrowser = (
  { chromium }: PlaywrightWorkerArgs['playwright'],
  profile: string,
  options: { launchOptions: LaunchOptions; baseURL: string | undefined },
): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, {
    ...options.launchOptions,
    baseURL: options.baseURL ?? '',
    locale: 'en',
    ...PHONE,
    serviceWorkers: 'allow',
  })

const inspect = async (page: Page, notes: string, buffer: Buffer) => {
  await page.goto(`/inspect?area_id=${farm.area}`)
  await page.getByRole('button', { name: 'Good' }).click()
  await page.getByLabel('From this device').setInputFiles({ name: `${notes}.jpg`, mimeType: 'image/jpeg', buffer })
  await expect(page.getByRole('button', { name: 'Remove photo 1' })).toBeVisible()
  if (notes === NOTES[0]) await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Notes' }).fill(notes)
  await page.getByRole('button', { name: 'Save inspection' }).click()
  await expect(page).toHaveURL(/\/diary/)
}

test('[beyond 9] three inspections without reception, the browser closed, the server failing and killed: each is there once, byte for byte', async ({
  product,
  playwright,
  launchOptions,
  baseURL,
}) => {
  const profile = mkdtempSync(join(tmpdir(), 'barnometer-phone-'))
  const pictures = await Promise.all(['#806040', '#608040', '#406080'].map(picture))
  const first = await openBrowser(playwright, profile, { launchOptions, baseURL })
  const before = first.pages()[0] ?? (await first.newPage())
  await openAs(before, '/')
  await readyForTheBarn(before)

  await first.setOffline(true)
  for (const [nth, notes] of NOTES.entries()) await inspect(before, notes, pictures[nth] as Buffer)
  await expect(before.getByText('3 waiting to be sent.')).toBeVisible()
  await expect(before.getByText(NOTES[0])).toBeVisible()
  await first.close()

  const phone = await openBrowser(playwright, profile, { launchOptions, baseURL })
  await phone.setOffline(true)
  const page = phone.pages()[0] ?? (await phone.newPage())
  await page.goto('/')
  await page.getByRole('link', { name: '3 inspections waiting to be sent.' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible()
  await expect(page.getByText(/Inspection of/)).toHaveCount(3)
  await expectAccessible(page)

  let tries = 0
  const { promise: killed, resolve: kill } = Promise.withResolvers<void>()
  await phone.route(/\/api\/inspections$/, async route => {
    if (route.request().method() !== 'POST') return route.continue()
    tries += 1
    if (tries === 1) return route.fulfill({ status: 500, headers: { 'x-barnometer': '1' }, body: '{}' })
    await route.continue()
  })
  await phone.route(/\/api\/inspections\/\d+\/photos/, async route => {
    // It dies while the first photo is on its way, whether that has arrived or not.
    await Promise.all([route.continue().catch(() => undefined), product.end('SIGKILL')])
    await phone.unrouteAll({ behavior: 'ignoreErrors' })
    kill()
  })
  await phone.setOffline(false)
  await page.getByRole('button', { name: 'Try now' }).click()
  await killed
  const revived = await startServer(product.folder, { PORT: new URL(product.origin).port })
  try {
    await expect(async () => {
      const again = page.getByRole('button', { name: 'Try now' })
      if (await again.isVisible()) await again.click({ timeout: 1000 })
      await expect(page.getByText('Everything is sent')).toBeVisible({ timeout: 3000 })
    }).toPass()

    const token = await tokenOf(product, PERSON)
    const there = await call(api.pageInspections, { query: {} }, { fetch, origin: revived.origin, token })
    expect(there.inspections.map(({ notes }) => notes).sort()).toEqual([...NOTES].sort())
    for (const { id, notes } of there.inspections) {
      const params = { id }
      const { photos } = await call(api.getInspection, { params }, { fetch, origin: revived.origin, token })
      expect(photos).toHaveLength(1)
      const original = await fetch(new URL(photos[0]?.original ?? '', revived.origin))
      const sent = pictures[NOTES.indexOf(notes as (typeof NOTES)[number])] as Buffer
      expect(Buffer.from(await original.arrayBuffer()).equals(sent)).toBe(true)
    }
    await phone.close()

    const id = there.inspections[0]?.id ?? 0
    await changedByTwo(await openBrowser(playwright, profile, { launchOptions, baseURL }), product, id)
  } finally {
    await revived.end('SIGTERM')
    rmSync(profile, { recursive: true, force: true })
  }
})

/** Two people change it, in the barn and at the desk: what does not meet stays, what meets is shown and chosen. */
const changedByTwo = async (phone: BrowserContext, product: Product, id: number) => {
  const { origin } = product
  const page = phone.pages()[0] ?? (await phone.newPage())
  await page.goto(`/inspections/${id}`)
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit inspection' })).toBeVisible()
  await phone.setOffline(true)
  await page.getByRole('textbox', { name: 'Notes' }).fill('Pen 4 is dry again')
  await page.getByRole('button', { name: 'Bad' }).click()
  await page.getByRole('button', { name: 'Save change' }).click()
  await expect(page).toHaveURL(/\/inspections\/\d+$/)

  const token = await tokenOf(product, PIETER)
  const body = { version: 1, notes: 'Nipple replaced', needs_attention: true }
  await call(api.updateInspection, { params: { id }, body }, { fetch, origin, token })
  await phone.setOffline(false)
  await page.goto('/outbox')
  await expect(page.getByText('Pieter has changed this in the meantime.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Both combined' }).click()
  await page.getByRole('button', { name: 'Send this version' }).click()
  await expect(page.getByText('Everything is sent')).toBeVisible()
  const inspection = await call(api.getInspection, { params: { id } }, { fetch, origin, token })
  expect(inspection).toMatchObject({
    notes: 'Nipple replaced\nPen 4 is dry again',
    impression: 'bad',
    needs_attention: true,
  })
  await phone.close()
}
