import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { chromium, type Page } from '@playwright/test'
import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { addDevices, callerAt, signUp } from '../../tests/crash/farm.ts'
import { dataFolder, startServer } from '../../tests/crash/server-process.ts'
import type { BareTask } from '../bare.ts'
import { inChild } from '../child.ts'
import { median, ms, percentile, type Row } from '../table.ts'
import { timesOf } from '../timing.ts'

const FARMS = 50
const AREAS_EACH = 10
const RUNS = 40
const VISITS = 7
const TIMES_BARE = 5
const FIRST_CARDS_MS = 1000
/** A frame at 60 Hz, with room for one that the machine was late with. */
const FRAME_MS = 1000 / 60
const READS = ['locations', 'sensors', 'measurements/last_all']

/** Home of somebody with 500 areas and 500 devices: what the server takes, against the same rows asked plainly. */
export const homeRows = async (): Promise<Row[]> => {
  const folder = dataFolder()
  const server = await startServer(folder)
  const token = await signUp(server.origin)
  const devices = await fill(server.origin, token)
  const took = await Promise.all(READS.map(() => 0))
  for (const [index, path] of READS.entries())
    took[index] = median(await timesOf(`${server.origin}/api/${path}`, token, RUNS))
  const page = await lookAt(server.origin, token)
  await server.end('SIGTERM')
  const catalogue = plainCatalogue(join(folder, 'catalogue.sqlite'))
  const task: BareTask = { do: 'last', folder: join(folder, 'measurements'), devices, runs: RUNS }
  const series = median((await inChild<{ took: number[] }>('bare.ts', task)).took)
  rmSync(folder, { recursive: true })
  const [measured, plain] = [took.reduce((sum, one) => sum + one, 0), catalogue + series]
  return [
    {
      what: `home, 500 areas and devices: ${READS.join(', ')}`,
      measured: `${ms(measured)} (${took.map(ms).join(' + ')})`,
      bare: `${ms(plain)} plain queries`,
      ratio: `${(measured / plain).toFixed(2)} ×`,
      target: `≤ ${TIMES_BARE} ×`,
      ok: measured <= TIMES_BARE * plain,
    },
    {
      what: 'home, 500 areas: first cards drawn after the answers, desk',
      measured: `${ms(page.drawn)} (page opened ${ms(page.opened)} before)`,
      target: `≤ ${FIRST_CARDS_MS} ms after opening`,
      ok: page.opened + page.drawn <= FIRST_CARDS_MS,
    },
    {
      what: 'home, 500 areas: frames while scrolling',
      measured: `median ${ms(median(page.frames))}, 95 % within ${ms(percentile(page.frames, 0.95))}`,
      target: `median ≤ ${ms(FRAME_MS + 1)}`,
      ok: median(page.frames) <= FRAME_MS + 1,
    },
  ]
}

const fill = async (origin: string, token: string): Promise<number[]> => {
  const caller = callerAt(origin, token)
  const devices = await addDevices(origin, token, FARMS * AREAS_EACH)
  for (let farm = 0; farm < FARMS; farm++) {
    const areas = Array.from({ length: AREAS_EACH }, (_, area) => ({
      name: `Barn ${farm}-${area}`,
      area_type_id: 25,
      animal_places: 20_000,
      group_items: Array.from({ length: 24 }, (_item, index) => ({
        id: index + 1,
        name: String(index + 1),
        animals: 12,
      })),
    }))
    const place = { name: `Farm ${farm}`, lat: 51 + farm / 50, lon: 5 + (farm % 7) / 5 }
    const location = await call(api.createLocation, { body: { ...place, areas } }, caller)
    for (const [index, area] of location.areas.entries()) {
      const device = devices[farm * AREAS_EACH + index]!
      const body = {
        location_id: location.id,
        area_id: area.id,
        device_ids: [device.id],
        start: '2024-01-01T00:00:00Z',
      }
      await call(api.createLocationResearch, { body }, caller)
      const values = { t: 18 + (farm % 9), h: 60, nh3: 4 + index * 2, co2: 900 + 50 * farm }
      await call(api.sendMeasurements, { body: values }, callerAt(origin, device.key))
    }
  }
  return devices.map(({ id }) => id)
}

/** The same rows, asked of the database with nothing around it and turned into JSON. */
const plainCatalogue = (path: string): number => {
  const database = new DatabaseSync(path, { readOnly: true })
  const tables = ['locations', 'areas', 'location_owners', 'devices', 'rentals', 'location_research']
  const took: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const began = performance.now()
    for (const table of tables) JSON.stringify(database.prepare(`SELECT * FROM ${table}`).all())
    took.push(performance.now() - began)
  }
  database.close()
  return median(took)
}

const lookAt = async (origin: string, token: string) => {
  const browser = await chromium.launch({
    executablePath: execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim(),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
  })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(`localStorage.setItem('barnometer.token', ${JSON.stringify(token)})`)
  const page = await context.newPage()
  // Once, so that the files are there as for everybody who comes back.
  await page.goto(origin, { waitUntil: 'networkidle' })
  let answered = 0
  page.on('response', response => {
    if (/\/api\/(locations|sensors|measurements\/last_all|taxonomy)/.test(response.url())) answered = performance.now()
  })
  const visits: { opened: number; drawn: number }[] = []
  for (let visit = 0; visit < VISITS; visit++) {
    const began = performance.now()
    await page.goto(origin, { waitUntil: 'commit' })
    await page.locator('article h3').first().waitFor()
    visits.push({ opened: answered - began, drawn: performance.now() - answered })
  }
  const opened = median(visits.map(visit => visit.opened))
  const drawn = median(visits.map(visit => visit.drawn))
  await page.waitForTimeout(3000)
  const frames = await framesWhileScrolling(page)
  await browser.close()
  return { opened, drawn, frames }
}

/** Milliseconds from frame to frame while somebody scrolls for two seconds. */
const framesWhileScrolling = (page: Page): Promise<number[]> =>
  page.evaluate(
    () =>
      new Promise<number[]>(resolve => {
        const frames: number[] = []
        let last = performance.now()
        const step = (now: number) => {
          frames.push(now - last)
          last = now
          window.scrollBy(0, 40)
          if (frames.length < 120) requestAnimationFrame(step)
          else resolve(frames.slice(2))
        }
        requestAnimationFrame(step)
      }),
  )
