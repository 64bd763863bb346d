import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { keepScrollOnce, scrollKeyOf } from './remember.ts'

const place = (key: string) => ({ href: `/${key}`, state: { __TSR_key: key } }) as unknown as ParsedLocation

/** A router that keeps a position when a place is left, as the real one does before its other listeners hear of it. */
const aRouter = () => {
  const kept: Record<string, number> = {}
  const listeners = new Map<string, ((event: object) => void)[]>()
  let scrolled = 0
  const emit = (type: string, event: object) => {
    for (const listener of listeners.get(type) ?? []) listener(event)
  }
  const subscribe = (type: string, listener: (event: object) => void) => {
    listeners.set(type, [...(listeners.get(type) ?? []), listener])
    return () => undefined
  }
  subscribe('onBeforeLoad', event => {
    const { fromLocation } = event as { fromLocation?: ParsedLocation }
    if (fromLocation) kept[scrollKeyOf(fromLocation)] = scrolled
  })
  keepScrollOnce({ subscribe } as unknown as AnyRouter)
  return {
    kept,
    scroll: (to: number) => {
      scrolled = to
    },
    leave: (from: ParsedLocation) => {
      emit('onBeforeNavigate', { fromLocation: from })
      emit('onBeforeLoad', { fromLocation: from })
    },
    arrive: () => emit('onResolved', {}),
  }
}

test('a page that leads on to another while something stands in for it leaves the place it came from as it was', () => {
  const router = aRouter()
  const home = place('home')
  router.scroll(200)
  router.leave(home)
  router.scroll(0)
  router.leave(home)
  router.arrive()
  expect(router.kept[scrollKeyOf(home)]).toBe(200)
})

test('left once more later, a place is where it was then', () => {
  const router = aRouter()
  const home = place('again')
  router.scroll(200)
  router.leave(home)
  router.arrive()
  router.scroll(50)
  router.leave(home)
  expect(router.kept[scrollKeyOf(home)]).toBe(50)
})
