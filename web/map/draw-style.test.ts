import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AERIAL_SOURCE } from './aerial.ts'
import { drawStyle, TILES_WITHIN_MS } from './draw-style.ts'

beforeEach(() => {
  vi.useFakeTimers()
  answering(true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const STREETS = 'https://maps.example/style.json'
const aerial = { url: 'https://pictures.example/{z}/{x}/{y}', attribution: 'Survey' }

/** A stand-in for a map: it notes what it is to show, and events are told to it. */
const aMap = () => {
  const heard = new Map<string, Set<(event: object) => void>>()
  const added = new Set<string>()
  const shown: unknown[] = []
  const listen = (name: string, hear: (event: object) => void) =>
    heard.set(name, new Set([...(heard.get(name) ?? []), hear]))
  const map = {
    setStyle: (style: unknown) => {
      added.clear()
      shown.push(style)
    },
    ...{ on: listen, once: listen },
    off: (name: string, hear: (event: object) => void) => heard.get(name)?.delete(hear),
    getLayer: () => undefined,
    getSource: (name: string) => added.has(name) || undefined,
    addLayer: () => undefined,
    addSource: (name: string) => added.add(name),
    removeLayer: () => undefined,
    removeSource: (name: string) => added.delete(name),
  }
  return {
    map: map as unknown as Parameters<typeof drawStyle>[0],
    tell: (name: string, event: object = {}) => {
      for (const hear of heard.get(name) ?? []) hear(event)
    },
    asked: () => added.has(AERIAL_SOURCE),
    shows: () => {
      const style = shown.at(-1)
      if (style === STREETS) return 'streets'
      return style && typeof style === 'object' && 'sources' in style && AERIAL_SOURCE in (style.sources as object)
        ? 'aerial'
        : 'outlines'
    },
  }
}
const tileOf = (sourceId: string) => ({ sourceId, tile: { state: 'loaded' } })
const ATLAS = { type: 'Topology', objects: { countries: { type: 'GeometryCollection', geometries: [] } }, arcs: [] }
/** Answers as the service of streets, and with countries as the product. */
const answering = (ok: boolean) =>
  vi.stubGlobal('fetch', async (url: string) => (url === STREETS ? { ok } : { json: async () => ATLAS }))
const drawn = (streets: string | null) => {
  const made = aMap()
  const plain: boolean[] = []
  const end = drawStyle(made.map, { streets, aerial, scheme: 'light' }, isPlain => plain.push(isPlain))
  return { ...made, end, isPlain: () => plain.at(-1) }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('streets stand in for pictures that do not come, and outlines for both', async () => {
  const { shows, tell, isPlain } = drawn(STREETS)
  await pass(0)
  expect(shows()).toBe('aerial')
  tell('sourcedata', tileOf('countries'))
  await pass(TILES_WITHIN_MS)
  expect([shows(), isPlain()]).toEqual(['streets', false])
  await pass(TILES_WITHIN_MS)
  expect([shows(), isPlain()]).toEqual(['outlines', true])
  const without = drawn(null)
  await pass(TILES_WITHIN_MS)
  expect([without.shows(), without.isPlain()]).toEqual(['outlines', true])
  answering(false)
  const refused = drawn(STREETS)
  await pass(TILES_WITHIN_MS)
  expect([refused.shows(), refused.isPlain()]).toEqual(['outlines', true])
})

test('pictures that come stay, whatever is missing later', async () => {
  const { shows, tell } = drawn(null)
  await pass(1000)
  tell('sourcedata', tileOf(AERIAL_SOURCE))
  await pass(10 * TILES_WITHIN_MS)
  expect(shows()).toBe('aerial')
})

test('pictures are tried for again once the map was moved, and shown as soon as one comes', async () => {
  const { shows, tell, asked, isPlain } = drawn(STREETS)
  const move = () => {
    tell('moveend')
    tell('idle')
  }
  await pass(TILES_WITHIN_MS)
  tell('sourcedata', tileOf('openmaptiles'))
  move()
  expect(asked()).toBe(false)
  await pass(TILES_WITHIN_MS)
  expect(shows()).toBe('streets')
  move()
  expect([asked(), shows()]).toEqual([true, 'streets'])
  tell('sourcedata', tileOf(AERIAL_SOURCE))
  await pass(0)
  expect([shows(), isPlain()]).toEqual(['aerial', false])
  tell('sourcedata', tileOf(AERIAL_SOURCE))
  await pass(10 * TILES_WITHIN_MS)
  expect(shows()).toBe('aerial')
})

test('a map that is gone asks for nothing more', async () => {
  const { tell, asked, end, shows } = drawn(null)
  await pass(2 * TILES_WITHIN_MS)
  end()
  await pass(2 * TILES_WITHIN_MS)
  tell('moveend')
  tell('idle')
  expect([asked(), shows()]).toEqual([false, 'outlines'])
})
