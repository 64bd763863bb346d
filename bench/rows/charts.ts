import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { addDevices, signUp } from '../../tests/crash/farm.ts'
import { dataFolder, startServer } from '../../tests/crash/server-process.ts'
import type { BareTask } from '../bare.ts'
import { inChild } from '../child.ts'
import { median, ms, type Row } from '../table.ts'

const CHARTS = 12
/** 400 steps of 5 minutes, the most a chart has, of five readings each. */
const SPAN_MS = 400 * 5 * 60_000
const RUNS = 7
const MAX_MS = 300
/** Frames of 60 that a browser without a graphics card loses by itself. */
const LEAST_FRAMES = 57
const MOVES = 240

declare global {
  interface Window {
    /** Times each canvas was last drawn on, ms of the page. */
    drawn: Map<HTMLCanvasElement, number>
    between: number[]
    watching: boolean
  }
}

/** Twelve charts at once, each with its band: from the data to the drawing, and the cursor over them. */
export const chartRows = async (): Promise<Row[]> => {
  const folder = dataFolder()
  const before = await startServer(folder)
  const token = await signUp(before.origin)
  const [device] = await addDevices(before.origin, token, 1)
  await before.end('SIGTERM')
  const until = Math.floor(Date.now() / (5 * MINUTE_MS)) * 5 * MINUTE_MS - 60 * MINUTE_MS
  const span = { times: (RUNS + 2) * 60 + SPAN_MS / MINUTE_MS, interval: MINUTE_MS, until: until + 60 * MINUTE_MS }
  const task: BareTask = { do: 'fill', folder: join(folder, 'measurements'), devices: [device!.id], ...span }
  await inChild('bare.ts', task)
  const server = await startServer(folder)
  const { took, frames } = await inBrowser(server.origin, token, device!.id, until)
  await server.end('SIGTERM')
  rmSync(folder, { recursive: true })
  const perSecond = 1000 / median(frames)
  return [
    {
      what: `${CHARTS} charts of 400 points with their bands, from the data to the drawing`,
      measured: `${ms(median(took))}, at most ${ms(Math.max(...took))}`,
      target: `< ${MAX_MS} ms`,
      ok: median(took) < MAX_MS,
    },
    {
      what: `cursor over ${CHARTS} charts`,
      measured: `${perSecond.toFixed(0)} frames/s, ${frames.filter(one => one > 34).length} of ${frames.length} late`,
      target: `≥ ${LEAST_FRAMES} frames/s`,
      ok: perSecond >= LEAST_FRAMES,
    },
  ]
}

const inBrowser = async (origin: string, token: string, device: number, until: number) => {
  const browser = await chromium.launch({
    executablePath: execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim(),
    args: ['--no-sandbox', '--no-first-run', '--disable-background-networking', '--disable-sync'],
  })
  // High enough to show all of them at once: what is out of sight is drawn later.
  const page = await browser.newPage({ viewport: { width: 1440, height: 1600 } })
  await page.addInitScript(`localStorage.setItem('barnometer.token', ${JSON.stringify(token)})`)
  await page.addInitScript(noteDrawings)
  const took: number[] = []
  for (let run = 0; run <= RUNS; run++) {
    const took_ms = await drawPeriod(page, `${origin}${addressOf(device, until - run * 60 * MINUTE_MS)}`, run === 0)
    // The first one fetches the library of charts.
    if (run > 0) took.push(took_ms)
  }
  const frames = await moveCursor(page)
  await browser.close()
  return { took, frames }
}

const addressOf = (device: number, until: number): string => {
  const [date_start, date_end] = [until - SPAN_MS, until].map(at =>
    new Date(at).toLocaleString('sv', { timeZone: 'Europe/Amsterdam' }).slice(0, 16),
  )
  return `/data/device/${device}?${new URLSearchParams({ interval: 'selection', date_start: date_start!, date_end: date_end! })}`
}

const noteDrawings = () => {
  window.drawn = new Map()
  const stroke = CanvasRenderingContext2D.prototype.stroke
  CanvasRenderingContext2D.prototype.stroke = function (this: CanvasRenderingContext2D, ...path: [] | [Path2D]) {
    window.drawn.set(this.canvas, performance.now())
    return stroke.apply(this, path as [Path2D])
  }
}

/** ms from the last byte of the readings to the last line drawn of all charts. */
const drawPeriod = async (page: Page, address: string, first: boolean): Promise<number> => {
  if (first) await page.goto(address)
  else
    await page.evaluate(to => {
      performance.clearResourceTimings()
      window.drawn.clear()
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, address)
  await page.waitForFunction(
    charts => window.drawn.size >= charts && performance.now() - Math.max(...window.drawn.values()) > 700,
    CHARTS,
    { timeout: 30_000 },
  )
  return page.evaluate(() => {
    const read = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/measurements/series'))
    const end = Math.max(...read.map(entry => (entry as PerformanceResourceTiming).responseEnd))
    return Math.max(...window.drawn.values()) - end
  })
}

/** ms between frames while the mouse runs over a chart. */
const moveCursor = async (page: Page): Promise<number[]> => {
  const box = await page.locator('canvas').nth(4).boundingBox()
  if (!box) throw new Error('no chart is there')
  await page.evaluate(() => {
    window.watching = true
    window.between = []
    let before = performance.now()
    const next = (now: number) => {
      window.between.push(now - before)
      before = now
      if (window.watching) requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
  for (let move = 0; move < MOVES; move++)
    await page.mouse.move(box.x + 30 + ((move * 3) % (box.width - 60)), box.y + box.height / 2)
  return page.evaluate(() => {
    window.watching = false
    return window.between.slice(2)
  })
}
