import { execFileSync } from 'node:child_process'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'

/** A phone as it is: fingers, and a page that shrinks when anything on it is wider than the screen. */
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const
export const DESK = { viewport: { width: 1440, height: 900 } } as const

/** Times that Lighthouse makes a phone's processor slower than the one it runs on. */
const PHONE_SLOWER = 4

/** A browser without a screen, that asks nobody but the product. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim(),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
  })

/** A page of somebody who is signed in, in English; nothing is open on it yet. */
export const pageOf = async (
  browser: Browser,
  origin: string,
  token: string,
  like: BrowserContextOptions,
): Promise<Page> => {
  const context = await browser.newContext({ ...like, baseURL: origin, locale: 'en', serviceWorkers: 'block' })
  await context.addInitScript(`localStorage.setItem('barnometer.token', ${JSON.stringify(token)})`)
  return context.newPage()
}

/** Makes the processor of a page as slow as that of Lighthouse's phone. */
export const slowDown = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE_SLOWER })
}

/** Opens an address and waits until the product answers. */
export const open = async (page: Page, address: string): Promise<void> => {
  await page.goto(address)
  await page.waitForFunction(() => 'ready' in document.documentElement.dataset)
}
