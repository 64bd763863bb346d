import { describe, expect, test } from 'vitest'
import type { Tab } from '../../kit/routing/screen.ts'
import { afterNavigation, EMPTY_MEMORY, type Memory, tapLeadsTo, tapScrollsTo, type VisitedScreen } from './memory.ts'

const place = (name: string, path: string, tab?: Tab): VisitedScreen => ({ name, path, tab })
const HOME = place('locations', '/', 'locations')
const DATA = place('data', '/data/3?interval=week', 'data')
const EDIT = place('edit_location', '/locations/1/edit', 'locations')
const MANUALS = place('manuals', '/manuals')

/** Memory at the end of a way through the product. */
const walk = (...places: VisitedScreen[]): Memory => {
  let [memory, here]: [Memory, VisitedScreen | null] = [EMPTY_MEMORY, null]
  for (const to of places) {
    memory = afterNavigation(memory, here, to)
    here = to
  }
  return memory
}

describe('[specification §2] what is remembered after each navigation', () => {
  test('nothing lies before the first screen', () => {
    expect(walk(HOME)).toMatchObject({ previous: null, previousTab: null })
  })

  test('the screen before, by name and path', () => {
    expect(walk(HOME, DATA).previous).toEqual(HOME)
    expect(walk(HOME, DATA, MANUALS).previous).toEqual(DATA)
  })

  test('the same screen loaded again is not the one before', () => {
    expect(walk(HOME, DATA, DATA).previous).toEqual(HOME)
  })

  test('the tab that was left, also for a screen without a tab', () => {
    expect(walk(HOME, DATA).previousTab).toBe('locations')
    expect(walk(HOME, DATA, MANUALS).previousTab).toBe('data')
    expect(walk(HOME, DATA, MANUALS, HOME).previousTab).toBe('data')
  })

  test('not a place that gave way to another: it would lead there again', () => {
    const missing = place('data', '/data/999', 'data')
    const said = place('not_found', '/404?resource=device')
    const way = [HOME, missing, said].map((one, at) => ({ ...one, nth: Math.min(at, 1) }))
    const memory = walk(...way)
    expect(memory.previous).toMatchObject(HOME)
    expect(tapLeadsTo('data', '/data', undefined, memory)).toBe('/data')
    expect(walk({ ...missing, nth: 0 }, { ...said, nth: 0 }).previous).toBeNull()
  })

  test('staying within a tab leaves none', () => {
    expect(walk(HOME, EDIT).previousTab).toBeNull()
  })
})

describe('[specification §2] a tap on a tab', () => {
  test('leads to where the tab was left', () => {
    expect(tapLeadsTo('data', '/data', 'locations', walk(DATA, HOME))).toBe(DATA.path)
    expect(tapLeadsTo('locations', '/', undefined, walk(HOME, EDIT, MANUALS))).toBe(EDIT.path)
  })

  test('leads to the root when the tab is open already', () => {
    expect(tapLeadsTo('data', '/data', 'data', walk(HOME, DATA))).toBe('/data')
  })

  test('leads to the root when the tab was never open', () => {
    expect(tapLeadsTo('data', '/data', 'locations', walk(HOME))).toBe('/data')
  })

  test('[ui §7] finds back how far the tab was scrolled, but begins its root at the top', () => {
    const memory = walk({ ...DATA, scroll: 'entry-1' }, HOME)
    expect(tapScrollsTo('data', 'locations', memory)).toBe('entry-1')
    expect(tapScrollsTo('data', 'data', memory)).toBeUndefined()
    expect(tapScrollsTo('locations', 'data', memory)).toBeUndefined()
  })
})
