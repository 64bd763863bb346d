import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium, devices } from '@playwright/test'
import { call } from '#shared/contract/call.ts'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { locationEndpoints } from '#shared/contract/places/locations.ts'
import { researchEndpoints } from '#shared/contract/places/research.ts'
import { addDevices, callerAt, signUp } from '../../tests/crash/farm.ts'
import { dataFolder, startServer } from '../../tests/crash/server-process.ts'
import type { Row } from '../table.ts'

const BUILT = fileURLToPath(new URL('../../dist/web', import.meta.url))
const MAX_KB = 300
const SCREENS = { home: '/', data: '/data' } as const
/** Charts, events and menus are fetched when the screen already stands. */
const LATER = /\/(echarts|drawing|event-lanes|lanes.module|opened)-/
const QUIET_MS = 1500

/** Script that a phone fetches for the first screen after signing in, compressed. */
export const scriptRows = async (): Promise<Row[]> => {
  const folder = dataFolder()
  const server = await startServer(folder)
  const token = await signUp(server.origin)
  await addABarn(server.origin, token)
  const rows: Row[] = []
  for (const [name, screen] of Object.entries(SCREENS)) {
    const scripts = (await scriptsOf(server.origin + screen, token)).filter(path => !LATER.test(path))
    const kilobytes = scripts.reduce((sum, path) => sum + gzipSync(readFileSync(BUILT + path)).length, 0) / 1000
    rows.push({
      what: `compressed script of ${name} as the first screen, ${scripts.length} files`,
      measured: `${Math.round(kilobytes)} kB`,
      target: `≤ ${MAX_KB} kB`,
      ok: kilobytes <= MAX_KB,
    })
  }
  await server.end('SIGTERM')
  rmSync(folder, { recursive: true })
  return rows
}

/** Gives the screen something to show, so that it fetches what it shows it with. */
const addABarn = async (origin: string, token: string): Promise<void> => {
  const caller = callerAt(origin, token)
  const areas = [{ name: 'Barn 1', area_type_id: 25 }]
  const location = await call(locationEndpoints.createLocation, { body: { name: 'De Linde', areas } }, caller)
  const added = await addDevices(origin, token, 1)
  const place = { location_id: location.id, area_id: location.areas[0]!.id, start: '2024-01-01T00:00:00Z' }
  const device_ids = added.map(device => device.id)
  await call(researchEndpoints.createLocationResearch, { body: { ...place, device_ids } }, caller)
  const body = { t: 21, h: 60, nh3: 9, co2: 1200 }
  await call(measurementEndpoints.sendMeasurements, { body }, callerAt(origin, added[0]!.key))
}

const scriptsOf = async (address: string, token: string): Promise<string[]> => {
  const browser = await chromium.launch({
    executablePath: execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim(),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
  })
  const context = await browser.newContext(devices['Pixel 7'])
  await context.addInitScript(`localStorage.setItem('barnometer.token', ${JSON.stringify(token)})`)
  const page = await context.newPage()
  const paths = new Set<string>()
  page.on('response', response => {
    const { pathname } = new URL(response.url())
    if (response.ok() && pathname.endsWith('.js')) paths.add(pathname)
  })
  await page.goto(address)
  await page.getByRole('main').waitFor()
  await page.waitForTimeout(QUIET_MS)
  const { pathname } = new URL(page.url())
  await browser.close()
  if (/sign-(in|up)|setup/.test(pathname)) throw new Error(`the browser is not signed in: ${pathname}`)
  if (paths.size === 0) throw new Error('no script was fetched: is the web built?')
  return [...paths]
}
