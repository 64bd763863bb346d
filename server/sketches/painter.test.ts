import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createPainter, type Painter, type Wanted } from './painter.ts'

const folder = mkdtempSync(join(tmpdir(), 'barnometer-painter-'))
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
let painter: Painter | undefined

afterEach(async () => {
  await painter?.end()
  vi.clearAllMocks()
  rmSync(folder, { recursive: true, force: true, maxRetries: 1 })
})

/** ms. A busy machine starts a thread late; only what never answers takes so long. */
const patience = 30_000

/** Pages that answer as told. */
const painterOf = (body: string, limits: { patience?: number; stuckAfter?: number } = { patience }): Painter => {
  const file = join(mkdtempSync(join(tmpdir(), 'barnometer-painter-')), 'pages.mjs')
  writeFileSync(file, `export const ready = Promise.resolve(); export const sketch = async wanted => { ${body} }`)
  painter = createPainter(log, pathToFileURL(file), limits)
  return painter
}
const at = (path: string): Wanted => ({ path, language: 'nl', width: 390, user: null, reads: [] })

describe('[design: first visit on a phone] the server draws a first screen', () => {
  test('with the pages it was given, the first as soon as they are loaded', async () => {
    const pages = painterOf("return wanted.language + ' ' + wanted.path")
    expect(await pages.paint(at('/'))).toBe('nl /')
    const both = await Promise.all([pages.paint(at('/data')), pages.paint(at('/sign-in'))])
    expect(both).toEqual(['nl /data', 'nl /sign-in'])
  })

  test('with the pages of a newer build, once there is one', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'barnometer-painter-')), 'pages.mjs')
    const build = (name: string, at: number) => {
      writeFileSync(file, `export const ready = Promise.resolve(); export const sketch = async () => '${name}'`)
      utimesSync(file, at, at)
    }
    build('one', 1_800_000_000)
    painter = createPainter(log, pathToFileURL(file), { patience })
    expect(await painter.paint(at('/'))).toBe('one')
    build('another', 1_800_000_060)
    expect(await painter.paint(at('/'))).toBe('another')
    rmSync(file)
    expect(await painter.paint(at('/'))).toBeNull()
  })

  test('nothing where the pages are not built', async () => {
    painter = createPainter(log, pathToFileURL(join(folder, 'nowhere.mjs')))
    painter.warm()
    expect(await painter.paint(at('/'))).toBeNull()
    expect(log.warn).not.toHaveBeenCalled()
  })

  test('nothing when a page fails, which is noted and spoils no other', async () => {
    const pages = painterOf("if (wanted.path === '/') throw new Error('broken'); return 'fine'")
    expect(await pages.paint(at('/data'))).toBe('fine')
    expect(await pages.paint(at('/'))).toBeNull()
    expect(log.warn).toHaveBeenCalledWith({ failure: 'Error: broken' }, expect.any(String))
    expect(await pages.paint(at('/data'))).toBe('fine')
  })

  test('nothing when it takes longer than somebody would wait', async () => {
    const pages = painterOf('await new Promise(() => {})', { patience: 10 })
    expect(await pages.paint(at('/'))).toBeNull()
  })

  test('again after one drawing never came to its end', async () => {
    const oneByOne = 'globalThis.last = (globalThis.last ?? Promise.resolve()).then(async () => {'
    const pages = painterOf(
      `${oneByOne} if (wanted.path === '/') await new Promise(() => {}) }); await globalThis.last; return 'fine'`,
      { patience, stuckAfter: 5000 },
    )
    expect(await pages.paint(at('/data'))).toBe('fine')
    expect(await pages.paint(at('/'))).toBeNull()
    expect(await vi.waitUntil(() => pages.paint(at('/data')), { timeout: 10_000 })).toBe('fine')
  })

  test('again after its thread has died', async () => {
    const pages = painterOf("if (wanted.path === '/') process.exit(1); return 'fine'")
    expect(await pages.paint(at('/data'))).toBe('fine')
    expect(await pages.paint(at('/'))).toBeNull()
    expect(await pages.paint(at('/data'))).toBe('fine')
  })
})
