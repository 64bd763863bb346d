import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { queryClient, refresh } from '../../kit/api/query.ts'
import { createStoreListeners, useExternalStore } from '../../kit/browser/external-store.ts'
import { tapLeadsTo, tapScrollsTo } from '../navigation/memory.ts'
import { readMemory } from '../navigation/remember.ts'
import { TABS } from '../shell/tab-table.ts'
import { isForUs, isSearch, type KeyAction, NO_KEY, shortcutAfterKey } from './key-table.ts'

const KEY = 'barnometer.keys'
const listeners = createStoreListeners()

const areOn = (): boolean => localStorage.getItem(KEY) !== 'off'

export const switchKeys = (on: boolean): void => {
  if (on) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, 'off')
  listeners.tell()
}

/** Tells whether single keys work; kept with the browser, as they belong to its keyboard. */
export const useKeysOn = (): boolean => useExternalStore(listeners.listen, areOn, () => true)

/** Listens to the keys of the list. Like a tap, going to a tab reads its data again. */
export const useKeys = (open: Record<'keys' | 'search' | 'help', () => void>): void => {
  const router = useRouter()
  const pressed = useRef(NO_KEY)
  const act = (does: Exclude<KeyAction, { page: string }>): void => {
    if ('open' in does) {
      open[does.open]()
      return
    }
    const tab = router.state.matches.at(-1)?.staticData.screen?.tab
    void refresh(queryClient, TABS.find(entry => entry.tab === does.tab)?.reads ?? [])
    const memory = readMemory()
    const state = { scroll: tapScrollsTo(does.tab, tab, memory) }
    void router.navigate({ href: tapLeadsTo(does.tab, does.go, tab, memory), state })
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isSearch(event)) {
      event.preventDefault()
      open.search()
      return
    }
    if (!areOn() || !isForUs(event)) return
    const { pressed: next, does } = shortcutAfterKey(pressed.current, event.key, Date.now())
    if (event.key === 'Shift') return
    pressed.current = next
    if (!does || 'page' in does) return
    event.preventDefault()
    act(does)
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
