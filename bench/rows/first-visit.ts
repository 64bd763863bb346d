import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { call } from '../../shared/contract/call.ts'
import { api } from '../../shared/contract/index.ts'
import { callerAt, signUp } from '../../tests/crash/farm.ts'
import { dataFolder, startServer } from '../../tests/crash/server-process.ts'
import { freePort } from '../../tests/servers/free-port.ts'
import { median, type Row } from '../table.ts'

const RUNS = 3
const SCORE = 95
const LCP_MS = 2500
const CLS = 0.05

const PAGES = [
  { name: 'sign-in', path: '/sign-in', signedIn: false },
  { name: 'home', path: '/', signedIn: true },
  { name: 'data', path: '/data', signedIn: true },
] as const

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
  const rows: Row[] = []
  for (const { name, path, signedIn } of PAGES) {
    const visits: Visit[] = []
    for (let run = 0; run < RUNS; run++) visits.push(await visit(server.origin, path, signedIn ? token : null))
    rows.push(...rowsOf(name, visits))
  }
  await server.end('SIGTERM')
  rmSync(folder, { recursive: true })
  return rows
}

const loadDemo = async (origin: string, token: string): Promise<void> => {
  const caller = callerAt(origin, token)
  await call(api.loadDemo, {}, caller)
  while ((await call(api.getDemo, {}, caller)).state !== 'on') await new Promise(resolve => setTimeout(resolve, 500))
}

/** Each visit has a browser of its own, which has seen nothing of the product but the token of who is signed in. */
const visit = async (origin: string, path: string, token: string | null): Promise<Visit> => {
  const profile = dataFolder()
  const port = await freePort()
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim(),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-sync', `--remote-debugging-port=${port}`],
  })
  const [page] = browser.pages()
  await page!.goto(`${origin}/api/health`)
  if (token) await page!.evaluate(value => localStorage.setItem('barnometer.token', value), token)
  const result = await lighthouse(origin + path, { port, logLevel: 'error', disableStorageReset: true })
  await browser.close()
  rmSync(profile, { recursive: true, force: true })
  const { categories, audits, finalDisplayedUrl } = result!.lhr
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
  const score = (what: string, value: number): Row => ({
    what: `first visit of ${name} on a phone: ${what}`,
    measured: String(value),
    target: `≥ ${SCORE}`,
    ok: value >= SCORE,
  })
  const [lcp, cls] = [middle('lcp'), middle('cls')]
  return [
    score('performance', middle('performance')),
    score('accessibility', middle('accessibility')),
    score('best practices', middle('bestPractices')),
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
