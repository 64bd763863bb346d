import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Rendered, RenderRequest } from '#shared/contract/rendering.ts'
import { createRenderer, type Renderer } from './renderer.ts'

const folder = mkdtempSync(join(tmpdir(), 'barnometer-renderer-'))
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
let renderer: Renderer | undefined

afterEach(async () => {
  await renderer?.end()
  vi.clearAllMocks()
  rmSync(folder, { recursive: true, force: true, maxRetries: 1 })
})

/** ms. A busy machine starts a thread late; only what never answers takes so long. */
const patience = 30_000

/** Pages that answer as told. */
const rendererOf = (body: string, limits: { patience?: number; stuckAfter?: number } = { patience }): Renderer => {
  const file = join(mkdtempSync(join(tmpdir(), 'barnometer-renderer-')), 'pages.mjs')
  writeFileSync(
    file,
    `const page = html => ({ html, next: [] }); export const renderScreen = async request => { ${body} }`,
  )
  renderer = createRenderer(log, pathToFileURL(file), limits)
  return renderer
}
const at = (path: string): RenderRequest => ({ path, language: 'nl', width: 390, user: null, now: 0, answers: [] })
const page = (html: string): Rendered => ({ html, next: [] })

describe('[design: first visit on a phone] the server renders a first screen', () => {
  test('with the pages it was given, the first as soon as they are loaded', async () => {
    const pages = rendererOf("return page(request.language + ' ' + request.path)")
    expect(await pages.render(at('/'))).toEqual(page('nl /'))
    const both = await Promise.all([pages.render(at('/data')), pages.render(at('/sign-in'))])
    expect(both).toEqual([page('nl /data'), page('nl /sign-in')])
  })

  test('from the reads that its page names', async () => {
    const pages = rendererOf(
      "return page('fine') }; export const readsOf = async path => { if (path === '/x') throw new Error('broken'); return [{ key: ['GET', path], url: path }]",
    )
    expect(await pages.readsOf('/alerts')).toEqual([{ key: ['GET', '/alerts'], url: '/alerts' }])
    expect(await pages.readsOf('/x')).toBeNull()
  })

  test('with the pages of a newer build, once there is one', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'barnometer-renderer-')), 'pages.mjs')
    const build = (name: string, at: number) => {
      writeFileSync(file, `export const renderScreen = async () => ({ html: '${name}', next: [] })`)
      utimesSync(file, at, at)
    }
    build('one', 1_800_000_000)
    renderer = createRenderer(log, pathToFileURL(file), { patience })
    expect(await renderer.render(at('/'))).toEqual(page('one'))
    build('another', 1_800_000_060)
    expect(await renderer.render(at('/'))).toEqual(page('another'))
    rmSync(file)
    expect(await renderer.render(at('/'))).toBeNull()
  })

  test('nothing where the pages are not built', async () => {
    renderer = createRenderer(log, pathToFileURL(join(folder, 'nowhere.mjs')))
    renderer.warm()
    expect(await renderer.render(at('/'))).toBeNull()
    expect(log.warn).not.toHaveBeenCalled()
  })

  test('nothing when a page fails, which is noted and spoils no other', async () => {
    const pages = rendererOf("if (request.path === '/') throw new Error('broken'); return page('fine')")
    expect(await pages.render(at('/data'))).toEqual(page('fine'))
    expect(await pages.render(at('/'))).toBeNull()
    expect(log.warn).toHaveBeenCalledWith({ failure: 'Error: broken' }, expect.any(String))
    expect(await pages.render(at('/data'))).toEqual(page('fine'))
  })

  test('without a part that failed, which is noted', async () => {
    const pages = rendererOf("return { ...page('rest'), failure: 'Error: broken' }")
    expect(await pages.render(at('/'))).toMatchObject({ html: 'rest' })
    expect(log.warn).toHaveBeenCalledWith({ failure: 'Error: broken' }, 'a part of a screen was not rendered')
  })

  test('nothing when it takes longer than somebody would wait', async () => {
    const pages = rendererOf('await new Promise(() => {})', { patience: 10 })
    expect(await pages.render(at('/'))).toBeNull()
  })

  test('nothing, at once, for whoever comes while too many wait', async () => {
    const pages = rendererOf('await new Promise(() => {})', { patience: 60_000, stuckAfter: 60_000 })
    const waiting = Array.from({ length: 40 }, () => pages.render(at('/')))
    // Screens that were turned away alone come to an end: nobody answers the others.
    await expect(Promise.all(waiting.slice(25))).resolves.toEqual(Array.from({ length: 15 }, () => null))
    await renderer?.end()
    await Promise.all(waiting)
  })

  test('again after one rendering never came to its end', async () => {
    const oneByOne = 'globalThis.last = (globalThis.last ?? Promise.resolve()).then(async () => {'
    const pages = rendererOf(
      `${oneByOne} if (request.path === '/') await new Promise(() => {}) }); await globalThis.last; return page('fine')`,
      { patience, stuckAfter: 5000 },
    )
    expect(await pages.render(at('/data'))).toEqual(page('fine'))
    expect(await pages.render(at('/'))).toBeNull()
    expect(await vi.waitUntil(() => pages.render(at('/data')), { timeout: 30_000 })).toEqual(page('fine'))
  })

  test('again after its thread has died', async () => {
    const pages = rendererOf("if (request.path === '/') process.exit(1); return page('fine')")
    expect(await pages.render(at('/data'))).toEqual(page('fine'))
    expect(await pages.render(at('/'))).toBeNull()
    expect(await pages.render(at('/data'))).toEqual(page('fine'))
  })
})
