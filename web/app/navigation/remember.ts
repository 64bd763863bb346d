import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
import { onSessionEnd } from '../../kit/api/session.ts'
import { createStoreListeners, useExternalStore } from '../../kit/browser/external-store.ts'
import { afterNavigation, EMPTY_MEMORY, type Memory, type VisitedScreen } from './memory.ts'

let memory: Memory = EMPTY_MEMORY
let here: VisitedScreen | null = null
const listeners = createStoreListeners()

const change = (next: Memory): void => {
  memory = next
  listeners.tell()
}

export const useMemory = (): Memory =>
  useExternalStore(
    listeners.listen,
    () => memory,
    () => EMPTY_MEMORY,
  )

export const readMemory = (): Memory => memory

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The place whose scroll position this one takes over. */
    scroll?: string
  }
}

const keyOf = ({ state, href }: ParsedLocation): string => state.scroll ?? state.__TSR_key ?? href

/** The place that is being left: how far it was scrolled has been kept. */
let left: string | undefined
/** While the router keeps once more how far that place is scrolled: by now what stands in for the next page is. */
let leftBefore = false

/** Key by which the router keeps and finds how far a place was scrolled. */
export const scrollKeyOf = (location: ParsedLocation): string => (leftBefore ? 'left' : keyOf(location))

/** A page that leads on to another is two navigations away from the same place, of which only the first one still sees it. */
export const keepScrollOnce = (router: AnyRouter): void => {
  router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
    leftBefore = fromLocation !== undefined && keyOf(fromLocation) === left
  })
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    leftBefore = false
    left = fromLocation && keyOf(fromLocation)
  })
  router.subscribe('onResolved', () => {
    left = undefined
  })
}

/** Remembers after each navigation; forgets when the session ends, whose places are nobody else's business. */
export const rememberNavigation = (router: AnyRouter): (() => void) => {
  const stop = router.subscribe('onResolved', ({ toLocation }) => {
    const screen = router.state.matches.at(-1)?.staticData.screen
    if (!screen) return
    const { href: path, state } = toLocation
    const to: VisitedScreen = {
      name: screen.title,
      path,
      tab: screen.tab,
      scroll: scrollKeyOf(toLocation),
      nth: state.__TSR_index,
    }
    change(afterNavigation(memory, here, to))
    here = to
  })
  const stopForgetting = onSessionEnd(() => {
    here = null
    change(EMPTY_MEMORY)
  })
  return () => {
    stop()
    stopForgetting()
  }
}
