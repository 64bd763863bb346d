import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { urlOf } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import type { RenderedScreen } from '#shared/contract/rendering.ts'
import { signUp } from '../../tests/crash/farm.ts'
import { dataFolder, startServer } from '../../tests/crash/server-process.ts'
import { freePort } from '../../tests/servers/free-port.ts'
import { addBoard, loadDemo } from '../demo.ts'
import { steadily } from '../steady.ts'
import { median, type Row } from '../table.ts'

const RUNS = 5
/** ms. The stream of new values never ends, so that it would be waited for. */
const LOADED_AFTER = 20_000
const FAST = 95
const ALL = 100
const LCP_MS = 2500
const CLS = 0.05

const PAGES = [
  { name: 'sign-in', path: '/sign-in', signedIn: false },
  { name: 'home', path: '/', signedIn: true },
  { name: 'data', path: '/data', signedIn: true },
  { name: 'alerts', path: '/alerts', signedIn: true },
  { name: 'the diary form', path: '/inspect', signedIn: true },
]

interface Visit {
  performance: number
  accessibility: number
  bestPractices: number
  lcp: number
  cls: number
}

/** A first visit with Lighthouse's phone and network, of the demo farm on the built, compressed, embedded server. */
export const firstVisitRows = async (): Promise<Row[]> => {
  const folder = dataFolder()
  const server = await startServer(folder)
  const token = await signUp(server.origin)
  await loadDemo(server.origin, token)
  const board = await addBoard(server.origin, token)
  const pages = [...PAGES, { name: 'a board of four charts', path: `/boards/${board}`, signedIn: true }]
  const paths = pages.filter(({ signedIn }) => signedIn).map(({ path }) => path)
  await warmUp(server.origin, token, paths)
  const rows: Row[] = []
  for (const { name, path, signedIn } of pages) {
    const once = () => visit(server.origin, path, signedIn ? token : null)
    const visits: Visit[] = []
    for (let run = 0; run < RUNS; run++) visits.push(await steadily(once))
    rows.push(...rowsOf(name, visits))
  }
  await server.end('SIGTERM')
  rmSync(folder, { recursive: true })
  return rows
}

/** The browser's first visit is measured, not the server's, which is still being compiled then and shares the processors. */
const warmUp = async (origin: string, token: string, paths: readonly string[]): Promise<void> => {
  const headers = { authorization: `Bearer ${token}` }
  const read = async (path: string) => (await fetch(origin + path, { headers })).text()
  const screens = paths.map(path => urlOf(api.renderScreen, { query: { path, width: 412 } }))
  for (let round = 0; round < 40; round++) {
    const rendered = await Promise.all(screens.map(read))
    const next = rendered.flatMap(text => (JSON.parse(text) as RenderedScreen | null)?.next ?? [])
    await Promise.all(next.map(read))
  }
}

/**
 * Each visit has a browser of its own, which has seen nothing of the product but the token of who is signed in. Made again
 * where Lighthouse has no figure of it, as when the browser did not paint.
 */
const visit = async (origin: string, path: string, token: string | null, tries = 3): Promise<Visit> => {
  const profile = dataFolder()
  const port = await freePort()
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim(),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-sync', `--remote-debugging-port=${port}`],
  })
  const [page] = browser.pages()
  await page!.goto(`${origin}/api/health`)
  if (token) await page!.evaluate(value => localStorage.setItem('barnometer.token', value), token)
  const result = await lighthouse(origin + path, {
    port,
    logLevel: 'error',
    disableStorageReset: true,
    maxWaitForLoad: LOADED_AFTER,
  })
  await browser.close()
  rmSync(profile, { recursive: true, force: true })
  const { categories, audits, finalDisplayedUrl, runtimeError } = result!.lhr
  if (categories.performance?.score === null) {
    if (tries > 1) return visit(origin, path, token, tries - 1)
    throw new Error(`no figure of ${path}: ${runtimeError?.message ?? 'no reason given'}`)
  }
  if (token && finalDisplayedUrl.includes('/sign-in'))
    throw new Error(`the browser is not signed in: ${finalDisplayedUrl}`)
  for (const { id, score, title, displayValue } of Object.values(audits))
    if (process.env.BENCH_DETAILS && score !== null && score < 0.9)
      process.stderr.write(`  ${path} ${id} ${score} ${title} ${displayValue ?? ''}\n`)
  const scoreOf = (category: string) => Math.round((categories[category]?.score ?? 0) * 100)
  return {
    performance: scoreOf('performance'),
    accessibility: scoreOf('accessibility'),
    bestPractices: scoreOf('best-practices'),
    lcp: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    cls: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
  }
}

const rowsOf = (name: string, visits: Visit[]): Row[] => {
  const middle = (part: keyof Visit) => median(visits.map(one => one[part]))
  const score = (what: string, part: keyof Visit, least: number): Row => {
    const all = visits.map(one => one[part])
    return {
      what: `first visit of ${name} on a phone: ${what}`,
      measured: `${middle(part)} (${Math.min(...all)} to ${Math.max(...all)})`,
      target: `≥ ${least}`,
      ok: middle(part) >= least,
    }
  }
  const [lcp, cls] = [middle('lcp'), middle('cls')]
  return [
    score('performance', 'performance', FAST),
    score('accessibility', 'accessibility', ALL),
    score('best practices', 'bestPractices', ALL),
    {
      what: `first visit of ${name} on a phone: largest paint`,
      measured: `${Math.round(lcp)} ms`,
      target: `< ${LCP_MS} ms`,
      ok: lcp < LCP_MS,
    },
    {
      what: `first visit of ${name} on a phone: layout shift`,
      measured: cls.toFixed(3),
      target: `< ${CLS}`,
      ok: cls < CLS,
    },
  ]
}
