import { execFileSync } from 'node:child_process'
import { chromium, type Page, type Request } from '@playwright/test'
import { api } from '#shared/contract/index.ts'

/** Filters that are changed one after the other; none is asked twice, as an answer is kept for a while. */
const PERIODS = ['interval=week', 'interval=week&index=1', 'interval=week&index=2', 'interval=month']
const SELECTIONS = ['nh3', 't', 'h', 'co2'].flatMap(measurement =>
  PERIODS.map(period => `/pro-data-dashboard?measurement=${measurement}&${period}`),
)
const QUIET_MS = 900
const PATIENCE_MS = 60_000

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
  const isAnswered = areAnswered(page)
  const took: number[] = []
  for (const [turn, address] of SELECTIONS.entries()) {
    if (turn === 0) await page.goto(origin + address)
    else await change(page, address)
    await untilQuiet(page, isAnswered)
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

/** Tells whether all statistics that the page asked for are answered; throws where one was refused. */
const areAnswered = (page: Page): (() => boolean) => {
  const asked = new Set<Request>()
  const refused: string[] = []
  const isOver = (request: Request) => void asked.delete(request)
  page.on('request', request => {
    if (new URL(request.url()).pathname.endsWith(api.getStatistics.path)) asked.add(request)
  })
  page.on('response', answer => {
    if (asked.has(answer.request()) && !answer.ok()) refused.push(`${answer.status()} ${answer.url()}`)
  })
  page.on('requestfinished', isOver)
  page.on('requestfailed', isOver)
  return () => {
    if (refused.length > 0) throw new Error(`refused: ${refused.join(', ')}`)
    return asked.size === 0
  }
}

/** Waits until nothing is asked for, nothing on the page is old or still to come, and nothing was drawn for a while. */
const untilQuiet = async (page: Page, isAnswered: () => boolean): Promise<void> => {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const isDrawn = await page.evaluate(
      quiet =>
        window.lastDrawn > 0 &&
        performance.now() - window.lastDrawn > quiet &&
        document.querySelector('[aria-busy="true"], .bm-skeleton') === null,
      QUIET_MS,
    )
    if (isAnswered() && isDrawn) return
    if (Date.now() > until) throw new Error('the dashboard has not come to rest')
    await page.waitForTimeout(50)
  }
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
  // Tables and words of a card are drawn without a canvas; a card that is no longer busy has its last answer.
  const isInCard = ({ target }: MutationRecord) => (target as Element).closest?.('section.bm-card')
  new MutationObserver(changes => {
    if (changes.some(isInCard)) window.lastDrawn = performance.now()
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['aria-busy'] })
}
