import { execFileSync } from 'node:child_process'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'
import { steadily } from './steady.ts'
import { median } from './table.ts'

/** A phone as it is: fingers, and a page that shrinks when anything on it is wider than the screen. */
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const
export const DESK = { viewport: { width: 1440, height: 900 } } as const

/**
 * Lighthouse slows a processor down four times by default, which makes a phone of a machine with a BenchmarkIndex of 1,500 to
 * 2,000; of others its factor is to be calibrated (its docs/throttling.md), or a slower machine is told of a slower phone.
 */
const MEANT = { slowdown: 4, index: 1750 }

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

/** Processor of a phone, made of the one of this machine. */
export interface PhoneProcessor {
  /** Times slower than this machine. */
  slowdown: number
  /** What was measured and made of it, for the rows of a table. */
  told: string
}

/** Measures by Lighthouse's own BenchmarkIndex how much slower its phone is than this machine: the same phone on any machine. */
export const phoneProcessor = async (): Promise<PhoneProcessor> => {
  const browser = await openBrowser()
  const page = await browser.newPage()
  const indices: number[] = []
  for (let run = 0; run < 5; run++)
    indices.push(await steadily(() => page.evaluate(pageFunctions.computeBenchmarkIndex)))
  await browser.close()
  const index = median(indices)
  const slowdown = Math.max(1, (MEANT.slowdown * index) / MEANT.index)
  return { slowdown, told: `${slowdown.toFixed(1)} × slower than this machine, BenchmarkIndex ${Math.round(index)}` }
}

/** Makes the processor of a page that of the phone. */
export const slowDown = async (page: Page, { slowdown }: PhoneProcessor): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** Opens an address and waits until the product answers. */
export const open = async (page: Page, address: string): Promise<void> => {
  await page.goto(address)
  await page.waitForFunction(() => 'ready' in document.documentElement.dataset)
}
