import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { signUp } from '../../tests/crash/farm.ts'
import { dataFolder, startServer } from '../../tests/crash/server-process.ts'
import { DESK, open, openBrowser, PHONE, pageOf } from '../browser.ts'
import { fill, makePlaces } from '../many.ts'
import { steadily } from '../steady.ts'
import { ms, percentile, type Row } from '../table.ts'

const MAX_ELEMENTS = 3000
const MAX_FRAME_MS = 100

interface List {
  path: string
  /** Shows all that the list can show; without it all are there. */
  prepare?: (page: Page) => Promise<void>
}

const LISTS: Record<string, List> = {
  devices: { path: '/devices' },
  planning: { path: '/researchplanning' },
  'planning by device': { path: '/researchplanning?view=device' },
  home: { path: '/' },
  alerts: {
    path: '/alerts',
    prepare: page => page.getByRole('button', { name: 'Show older' }).click(),
  },
  diary: { path: '/diary' },
}

/** Lists of somebody with 2,000 devices, alerts and inspections: how large their documents get, and how long a frame takes. */
export const listRows = async (): Promise<Row[]> => {
  const folder = dataFolder()
  const first = await startServer(folder)
  const token = await signUp(first.origin)
  const places = await makePlaces(first.origin, token)
  await first.end('SIGTERM')
  fill(join(folder, 'catalogue.sqlite'), places)
  const server = await startServer(folder)
  const browser = await openBrowser()
  const rows: Row[] = []
  for (const [name, list] of Object.entries(LISTS))
    for (const [device, like] of [
      ['phone', PHONE],
      ['desk', DESK],
    ] as const) {
      const look = () => scrolled(browser, server.origin, token, list, like)
      rows.push(...rowsOf(`${name}, ${device}`, await steadily(look, 2)))
    }
  await browser.close()
  await server.end('SIGTERM')
  rmSync(folder, { recursive: true })
  return rows
}

interface Scrolled {
  /** Most elements the document had. */
  elements: number
  /** ms from each frame to the next. */
  frames: number[]
}

/** `task` is the most processor time (ms) that the page took at a stretch: others who use the machine do not change it. */
interface Looked extends Scrolled {
  task: number
}

declare global {
  interface Window {
    /** Frames of the page while it scrolls. */
    seen: Scrolled
  }
}

/** px of one gesture, and px/s: a finger that flings. */
const GESTURE = 8000
const SPEED = 12_000
const GESTURES = 4
/** Ends a list that never ends. */
const MOST_JUMPS = 80

/** Scrolls a list by finger or wheel, jumps to its end, and scrolls there. */
const scrolled = async (
  browser: Browser,
  origin: string,
  token: string,
  list: List,
  like: typeof PHONE | typeof DESK,
): Promise<Looked> => {
  const page = await pageOf(browser, origin, token, like)
  await open(page, list.path)
  await list.prepare?.(page)
  await page.waitForTimeout(1500)
  const session = await page.context().newCDPSession(page)
  await browser.startTracing(page, { categories: ['toplevel'] })
  await page.evaluate(observeFrames)
  const { width, height } = like.viewport
  const scroll = (yDistance: number) =>
    session.send('Input.synthesizeScrollGesture', {
      x: width / 2,
      y: height / 2,
      yDistance,
      speed: SPEED,
      gestureSourceType: like === PHONE ? 'touch' : 'mouse',
    })
  for (let gesture = 0; gesture < GESTURES; gesture++) await scroll(-GESTURE)
  await page.evaluate(jumpToEnd, MOST_JUMPS)
  await scroll(GESTURE)
  const seen = await page.evaluate(() => window.seen)
  const task = longestTask(await browser.stopTracing())
  await page.context().close()
  return { ...seen, task }
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Processor time, microseconds. */
  tdur?: number
  args: { name?: string }
}

/** The most processor time (ms) that a task of the page's thread took. */
const longestTask = (trace: Buffer): number => {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const drawing = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
  )
  const tasks = traceEvents.filter(
    event => event.name === 'ThreadControllerImpl::RunTask' && drawing.has(threadOf(event)),
  )
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000))
}

/** A list that reads on gets longer when its end comes into sight. */
const jumpToEnd = async (most: number): Promise<void> => {
  const all = document.documentElement
  for (let jump = 0, before = 0; jump < most && all.scrollHeight !== before; jump++) {
    before = all.scrollHeight
    window.scrollTo(0, before)
    await new Promise(resolve => setTimeout(resolve, 400))
  }
}

const observeFrames = () => {
  window.seen = { elements: 0, frames: [] }
  const all = document.getElementsByTagName('*')
  let last = performance.now()
  const look = () => {
    const now = performance.now()
    window.seen.frames.push(now - last)
    window.seen.elements = Math.max(window.seen.elements, all.length)
    last = now
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

const rowsOf = (name: string, { elements, frames, task }: Looked): Row[] => {
  const longest = Math.max(...frames)
  return [
    {
      what: `2,000 devices, ${name}: elements`,
      measured: elements.toLocaleString('en'),
      target: `< ${MAX_ELEMENTS.toLocaleString('en')}`,
      ok: elements < MAX_ELEMENTS,
    },
    {
      what: `2,000 devices, ${name}: longest frame while scrolling`,
      measured: `${ms(longest)} (99 % within ${ms(percentile(frames, 0.99))}, ${ms(task)} of processor time at a stretch)`,
      target: `≤ ${MAX_FRAME_MS} ms`,
      ok: longest <= MAX_FRAME_MS,
    },
  ]
}
