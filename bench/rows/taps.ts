import { rmSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { addDevices, callerAt, signUp } from '../../tests/crash/farm.ts'
import { dataFolder, startServer } from '../../tests/crash/server-process.ts'
import { open, openBrowser, PHONE, pageOf, slowDown } from '../browser.ts'
import { loadDemo } from '../demo.ts'
import { ms, percentile, type Row } from '../table.ts'

const ROUNDS = 5
const MAX_MS = 200
const NH3 = 4
/** ms that somebody looks before the next tap. */
const LOOK_MS = 600
/** Taps shorter than this are not told by the browser, ms. */
const SHORTEST = 16

/** The commonest taps on a phone with the demo farm: from the finger to the next picture. */
export const tapRows = async (): Promise<Row[]> => {
  const folder = dataFolder()
  const server = await startServer(folder)
  const token = await signUp(server.origin)
  await loadDemo(server.origin, token)
  await addAlerts(server.origin, token)
  const taps = await tapped(server.origin, token)
  await server.end('SIGTERM')
  rmSync(folder, { recursive: true })
  return rowsOf(taps)
}

/** Open alerts to act on, one for each round. */
const addAlerts = async (origin: string, token: string): Promise<void> => {
  const caller = callerAt(origin, token)
  const rule = { physical_quantity_id: NH3, threshold_value: 500, calculation_minutes: 0, urgency: 'act_now' } as const
  await call(api.createAlertRule, { body: rule }, caller)
  for (const { key } of await addDevices(origin, token, ROUNDS))
    await call(api.sendMeasurements, { body: { nh3: 600 } }, callerAt(origin, key))
}

interface Interaction {
  id: number
  /** ms of the page at which it began, and until the next picture. */
  at: number
  took: number
}

declare global {
  interface Window {
    interactions: Interaction[]
  }
}

interface Tap {
  name: string
  /** ms to the next picture. */
  took: number
}

/** Taps each of them once a round; the first visit to a screen fetches its script, as it does for everybody. */
const tapped = async (origin: string, token: string): Promise<Tap[]> => {
  const browser = await openBrowser()
  const page = await pageOf(browser, origin, token, PHONE)
  await page.addInitScript(observeInteractions)
  await slowDown(page)
  await open(page, '/')
  const phone = new Phone(page)
  for (let round = 0; round < ROUNDS; round++) await phone.round()
  const interactions = await page.evaluate(() => window.interactions)
  await browser.close()
  return phone.tapsOf(interactions)
}

class Phone {
  readonly #page: Page
  readonly #taps: { name: string; at: number }[] = []

  constructor(page: Page) {
    this.#page = page
  }

  async round(): Promise<void> {
    const page = this.#page
    const main = page.getByRole('main')
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
    const tab = (name: string | RegExp) =>
      page.getByRole('navigation', { name: 'Main areas' }).getByRole('link', { name })
    const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
    const view = button(/^View/)
    await this.#tap('tab: locations', tab('Locations'), view)
    await this.#tap('filters unfolded', view, button('All farms'))
    await this.#tap('a list: farms', button('All farms'), page.getByRole('dialog').or(page.getByRole('menu')))
    await page.keyboard.press('Escape')
    await this.#tap('filters folded', view, view)
    await this.#tap('search', button('Search'), page.getByRole('combobox', { name: 'Search' }))
    for (const key of 'room') await this.#press(`search: a letter`, key)
    await page.keyboard.press('Escape')
    // The worst barn comes first, whichever it is by now.
    await this.#tap(
      'a barn',
      main.getByRole('heading', { level: 3 }).getByRole('link').first(),
      button('Previous period'),
    )
    await this.#tap('the period before', button('Previous period'), page.getByText('5 min means'))
    await this.#tap('the next period', button('Next period'), page.getByText('5 min means'))
    await this.#tap('another period', main.getByText('Week', { exact: true }), page.getByText('30 min means'))
    await this.#tap('a list: charts', button('Lines'), page.getByRole('menu'))
    await this.#tap('another chart', page.getByRole('menuitem', { name: 'Bars' }), button('Bars'))
    await button('Bars').tap()
    await page.getByRole('menuitem', { name: 'Lines' }).tap()
    await this.#tap('the day again', main.getByText('Day', { exact: true }), page.getByText('5 min means'))
    await this.#tap('the menu', button('Menu'), page.getByRole('dialog', { name: 'Menu' }))
    await page.keyboard.press('Escape')
    await this.#tap('tab: alerts', tab(/Alerts/), heading('Alerts'))
    await this.#tap('I’m on it', button('I’m on it').first(), page.getByText(/on it/).first())
    await this.#tap(
      'an alert',
      main.getByRole('listitem').getByRole('link', { name: /NH3/ }).first(),
      button('All alerts'),
    )
    await this.#tap('back', button('All alerts'), button('Select several'))
    await this.#tap('tab: diary', tab('Diary'), heading('Diary'))
    await this.#tap('new inspection', main.getByRole('link', { name: 'New inspection' }), heading('New inspection'))
    await this.#tap('an answer', button('Good'), button('Good'))
    await this.#tap('back from the form', button(/^Leave/), heading('Diary'))
    await this.#tap('tab: data', tab('Data'), button('Previous period'))
  }

  /** Taps and waits for what comes of it, then looks for a moment. */
  async #tap(name: string, target: Locator, then: Locator): Promise<void> {
    await target.waitFor()
    await this.#note(name)
    await target.tap()
    await then.first().waitFor()
    await this.#page.waitForTimeout(LOOK_MS)
  }

  async #press(name: string, key: string): Promise<void> {
    await this.#note(name)
    await this.#page.keyboard.press(key)
    await this.#page.waitForTimeout(LOOK_MS / 3)
  }

  async #note(name: string): Promise<void> {
    this.#taps.push({ name, at: await this.#page.evaluate(() => performance.now()) })
  }

  /** Each tap with the longest time of what the browser told of it. */
  tapsOf(interactions: readonly Interaction[]): Tap[] {
    return this.#taps.map(({ name, at }, index) => {
      const until = this.#taps[index + 1]?.at ?? Number.POSITIVE_INFINITY
      const own = interactions.filter(one => one.at >= at && one.at < until)
      // Interactions that put something away before the next tap, as Escape does, come later and are no part of it.
      const first = own[0]?.id
      return { name, took: Math.max(SHORTEST, ...own.filter(({ id }) => id === first).map(({ took }) => took)) }
    })
  }
}

const observeInteractions = () => {
  window.interactions = []
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId) {
        const { interactionId: id, startTime: at, duration: took } = entry
        window.interactions.push({ id, at, took })
      }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

const rowsOf = (taps: readonly Tap[]): Row[] => {
  const took = taps.map(tap => tap.took)
  const p95 = percentile(took, 0.95)
  const byName = Map.groupBy(taps, ({ name }) => name)
  if (process.env.BENCH_DETAILS)
    for (const [name, some] of byName) process.stderr.write(`  ${name}: ${some.map(tap => ms(tap.took)).join(', ')}\n`)
  const worst = [...byName]
    .map(([name, some]) => ({ name, took: Math.max(...some.map(tap => tap.took)) }))
    .sort((a, b) => b.took - a.took)
    .slice(0, 3)
  return [
    {
      what: `taps on a slow phone: to the next picture, ${taps.length} taps`,
      measured: `p95 ${ms(p95)}, p50 ${ms(percentile(took, 0.5))} (${worst.map(one => `${one.name} ${ms(one.took)}`).join(', ')})`,
      target: `p95 < ${MAX_MS} ms`,
      ok: p95 < MAX_MS,
    },
  ]
}
