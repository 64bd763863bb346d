import { execFileSync } from 'node:child_process'
import { chromium, type Page } from '@playwright/test'

/** Filters that are changed one after the other; none is asked twice, as an answer is kept for a while. */
const PERIODS = ['interval=week', 'interval=week&index=1', 'interval=week&index=2', 'interval=month']
const SELECTIONS = ['nh3', 't', 'h', 'co2'].flatMap(measurement =>
  PERIODS.map(period => `/pro-data-dashboard?measurement=${measurement}&${period}`),
)
const QUIET_MS = 900

declare global {
  interface Window {
    /** Time at which something was last drawn, ms of the page. */
    lastDrawn: number
    changed: number
  }
}

/** ms from each change of a filter of the data dashboard until its last chart is drawn. */
export const filterToPicture = async (origin: string, token: string): Promise<number[]> => {
  const browser = await chromium.launch({
    executablePath: execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim(),
    args: ['--no-sandbox', '--no-first-run', '--disable-background-networking', '--disable-sync'],
  })
  const page = await browser.newPage({ viewport: { width: 1440, height: 2600 } })
  await page.addInitScript(`localStorage.setItem('barnometer.token', ${JSON.stringify(token)})`)
  await page.addInitScript(noteDrawings)
  const took: number[] = []
  for (const [turn, address] of SELECTIONS.entries()) {
    if (turn === 0) await page.goto(origin + address)
    else await change(page, address)
    await untilQuiet(page)
    // The first one fetches the library of charts.
    if (turn > 0) took.push(await page.evaluate(() => window.lastDrawn - window.changed))
  }
  await browser.close()
  return took
}

const change = (page: Page, address: string): Promise<void> =>
  page.evaluate(to => {
    window.lastDrawn = 0
    window.changed = performance.now()
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)

const untilQuiet = async (page: Page): Promise<void> => {
  await page.waitForFunction(
    quiet =>
      window.lastDrawn > 0 &&
      performance.now() - window.lastDrawn > quiet &&
      document.querySelector('[aria-busy="true"]') === null,
    QUIET_MS,
    { timeout: 60_000 },
  )
}

const noteDrawings = () => {
  window.lastDrawn = 0
  window.changed = 0
  const prototype = CanvasRenderingContext2D.prototype
  for (const name of ['stroke', 'fill', 'fillText'] as const) {
    const draw = prototype[name] as (...some: unknown[]) => void
    Object.assign(prototype, {
      [name](this: CanvasRenderingContext2D, ...some: unknown[]) {
        window.lastDrawn = performance.now()
        return Reflect.apply(draw, this, some)
      },
    })
  }
}
