import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type CDPSession, expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { type ServerProcess, startServer } from '../crash/server-process.ts'
import { copyDemoFarm } from './demo-farm.ts'
import { newAccount, PERSON } from './people.ts'

export { PERSON }

export interface Product extends ServerProcess {
  /** Folder in which it keeps its data. */
  folder: string
}

/** Secret with which a network server proves itself. */
export const WEBHOOK_SECRET = 'secret-of-a-network-server'

/** Long enough for a product that waits for the demo farm. */
export const FIXTURE_MS = 300_000

type Farm = 'none' | 'demo'
type Settings = Record<string, string>

/** Starts the program on a fresh data folder, or on one with the demo farm. `end` takes the folder along. */
export const startProduct = async (
  farm: Farm,
  settings: Settings,
): Promise<{ product: Product; end(): Promise<void> }> => {
  const folder = mkdtempSync(join(tmpdir(), 'barnometer-journey-'))
  if (farm === 'demo') await copyDemoFarm(folder)
  const product = await startServer(folder, settings)
  const end = async () => {
    await product.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  return { product: { ...product, folder }, end }
}

/** The products of a worker: one at a time, for the file that runs. A worker and a browser for each file took a fifth longer. */
class ProductOfFile {
  #file = ''
  #started: Awaited<ReturnType<typeof startProduct>> | undefined

  async of(file: string, farm: Farm, settings: Settings): Promise<Product> {
    if (!this.#started || this.#file !== file) {
      await this.end()
      this.#started = await startProduct(farm, settings)
      this.#file = file
    }
    return this.#started.product
  }

  async end(): Promise<void> {
    await this.#started?.end()
    this.#started = undefined
  }
}

/** A product of its own for each file: the real server, with what the file says of its farm and settings. */
export const test = base.extend<{ product: Product; farm: Farm; settings: Settings }, { productOfFile: ProductOfFile }>(
  {
    farm: ['none', { option: true }],
    settings: [{ WEBHOOK_SECRET }, { option: true }],
    productOfFile: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern.
      async ({}, use) => {
        const productOfFile = new ProductOfFile()
        await use(productOfFile)
        await productOfFile.end()
      },
      { scope: 'worker' },
    ],
    product: [
      async ({ productOfFile, farm, settings }, use, { file }) => use(await productOfFile.of(file, farm, settings)),
      { timeout: FIXTURE_MS },
    ],
    baseURL: async ({ product }, use) => use(product.origin),
  },
)

/** Answer of the server where it agrees. */
const post = async (page: Page, path: string, data: object) => {
  const answer = await page.request.post(path, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

/** Tokens by server and account: a minute has only a few sign-ins. */
const tokens = new Map<string, string>()

/** A session of an account on the open page's server: the one from before while it lasts, else a new one. */
const tokenOf = async (page: Page, { email, password }: { email: string; password: string }): Promise<string> => {
  const name = `${new URL(page.url()).origin} ${email}`
  const headers = { authorization: `Bearer ${tokens.get(name)}` }
  if (tokens.has(name) && (await page.request.post('/api/authenticate', { headers })).ok())
    return tokens.get(name) ?? ''
  const { api_token } = await post(page, '/api/login', { email, password })
  tokens.set(name, api_token)
  return api_token
}

/** Signs in without the screen for it. */
export const signInUnseen = async (page: Page, { email, password } = PERSON): Promise<void> => {
  // Any answer of this origin leads to its storage.
  await page.goto('/api/health')
  const api_token = await tokenOf(page, { email, password })
  await page.evaluate(token => localStorage.setItem('barnometer.token', token), api_token)
}

/** Posts to the API as the person signed in on a page, or with another key; returns the answer. */
export const postingAs = async (page: Page) => {
  const token = await page.evaluate(() => localStorage.getItem('barnometer.token'))
  return async (path: string, data: object, bearer = token) => {
    const answer = await page.request.post(`/api${path}`, { headers: { authorization: `Bearer ${bearer}` }, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
}

/** Places a new device in the first area of a location, an hour ago; returns its key. */
export const placeDevice = async (
  send: Awaited<ReturnType<typeof postingAs>>,
  location: { id: number; areas: { id: number }[] },
): Promise<string> => {
  const device = await send('/sensors', { name: 'Sensor 1', device_name: 'S-1' })
  const { key } = await send(`/sensors/${device.id}/keys`, {})
  await send('/location_research', {
    location_id: location.id,
    area_id: location.areas[0]?.id,
    device_ids: [device.id],
    start: new Date(Date.now() - 3_600_000).toISOString(),
  })
  return key
}

/** Opens an address as somebody who signed in earlier, and waits for the product itself. */
export const openAs = async (page: Page, address: string, person = PERSON): Promise<void> => {
  await signInUnseen(page, person)
  await page.goto(address)
  // Asked at every frame: what is expected is looked at twice a second only, once it has been waited for.
  await page.waitForFunction(() => 'ready' in document.documentElement.dataset)
}

/** Opens the product as the first account, which is made without the screen for it. */
export const begin = async (page: Page): Promise<void> => {
  await post(page, '/api/register', newAccount(PERSON))
  await openAs(page, '/')
}

/** Fills the form of the first account; whether the demo farm comes with it is for the caller to say. */
export const signUp = async (page: Page, demo: boolean): Promise<void> => {
  await page.goto('/sign-up')
  await page.getByLabel('Name', { exact: true }).fill(PERSON.name)
  await page.getByLabel('E-mail').fill(PERSON.email)
  await page.getByLabel('Password', { exact: true }).fill(PERSON.password)
  await page.getByLabel('Repeat password').fill(PERSON.password)
  await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
  await page.getByRole('switch', { name: /Load the demo farm/ }).setChecked(demo)
  await page.getByRole('button', { name: 'Create an account' }).click()
}

/** Fills the form of the sign-in and presses its button, whatever comes of it. */
export const trySignIn = async (page: Page, person = PERSON): Promise<void> => {
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs in and waits until the product is open. */
export const signIn = async (page: Page, person = PERSON): Promise<void> => {
  await trySignIn(page, person)
  await expect(page).not.toHaveURL(/\/sign-in/)
}

/** Serious and critical faults of the open page, by all rules or by `rules` alone. */
const faultsOf = (page: Page, rules?: string[]): Promise<string[]> =>
  page.evaluate(async runOnly => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
      ...(runOnly ? { runOnly } : {}),
      // The product has no frames, and what is well is not read.
      iframes: false,
      resultTypes: ['violations'],
    })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(node => `${node.target.join(' ')} ${JSON.stringify(node.any[0]?.data)}`).join(' | ')}`,
      )
  }, rules)

/** Finds nothing serious for people who read with keyboard, ears or little sight; with `rules`, by these alone. */
export const expectAccessible = async (page: Page, rules?: string[]): Promise<void> => {
  // It is large: once for each page that was loaded is enough.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  await fadedIn(page)
  expect(await faultsOf(page, rules)).toEqual([])
}

/** The short form of axe takes two thirds of the CPU time of the long one. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Resolves once all that fades or moves in has come, and what was tapped is not dimmed any more: half see-through, its colours are others. */
const fadedIn = async (page: Page): Promise<void> => {
  await expect(page.locator('[data-tapped]')).toHaveCount(0)
  await nextFrames(page)
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/** Rules that a scheme decides: the rest is the same in light and dark. */
const OF_COLOURS = ['color-contrast']

/** Colours change at once from here on: a busy machine takes its time to fade from one scheme to the other. */
const withoutFading = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const id = 'without-fading'
    if (document.getElementById(id)) return
    const style = Object.assign(document.createElement('style'), { id })
    style.textContent = '*, *::before, *::after { transition: none !important }'
    document.head.append(style)
  })

/** The page as it is drawn with the colours it was given last. */
const nextFrames = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  })

/** A phone as it is: fingers, and a page that shrinks when anything on it is wider than the screen. */
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const

const emulators = new WeakMap<Page, Promise<CDPSession>>()
const emulatorOf = (page: Page): Promise<CDPSession> => {
  const known = emulators.get(page)
  if (known) return known
  const made = page.context().newCDPSession(page)
  emulators.set(page, made)
  return made
}

/**
 * Gives the page back the size it began with. While somebody else emulates a size, Chromium tells pages it loads without a
 * network that they are online.
 */
export const endEmulation = async (page: Page): Promise<void> => {
  await (await emulators.get(page))?.detach()
  emulators.delete(page)
}

const turnInto = async (page: Page, size: { width: number; height: number }, mobile: boolean): Promise<void> => {
  const emulator = await emulatorOf(page)
  const whole = { screenWidth: size.width, screenHeight: size.height }
  await emulator.send('Emulation.setDeviceMetricsOverride', { ...size, ...whole, deviceScaleFactor: 1, mobile })
  await emulator.send('Emulation.setTouchEmulationEnabled', { enabled: mobile, maxTouchPoints: 5 })
  await page.waitForFunction(width => screen.width === width, size.width)
}

/** The open page on a phone from here on, whatever it was on before: its size alone would leave it a small desk. */
export const toPhone = (page: Page, size: { width?: number; height?: number } = {}) =>
  turnInto(page, { ...PHONE.viewport, ...size }, true)

/** The open page on a desk from here on. */
export const toDesk = (page: Page) => turnInto(page, { width: 1440, height: 900 }, false)

/** Expects a page as wide as the screen: a phone makes the whole page smaller where something sticks out, and its tabs are gone. */
export const fits = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth <= clientWidth && innerWidth <= screen.width
  })

/** Each changes one thing of the one before; the last is how most pages begin. */
const LOOKS = [
  [toPhone, 'light'],
  [toPhone, 'dark'],
  [toDesk, 'dark'],
  [toDesk, 'light'],
] as const

/** Looks at the open page as it is on a phone and a desk, in light and dark, and leaves it on a desk. */
export const expectAccessibleEverywhere = async (page: Page): Promise<void> => {
  let seen: unknown
  await withoutFading(page)
  for (const [turn, colorScheme] of LOOKS) {
    await turn(page)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
    // Parts that only this size has are asked for now.
    if (turn !== seen) await page.waitForTimeout(150)
    seen = turn
    await expect.poll(() => fits(page), `${page.url()} is as wide as the screen`).toBe(true)
    await nextFrames(page)
    await expectAccessible(page, colorScheme === 'light' ? undefined : OF_COLOURS)
  }
}

export { expect }
