import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { queryClient, refresh } from '../../kit/api/query.ts'
import { areKeysOn, isForUs } from '../../kit/browser/keys.ts'
import { tapLeadsTo, tapScrollsTo } from '../navigation/memory.ts'
import { readMemory } from '../navigation/remember.ts'
import { TABS } from '../shell/tab-table.ts'
import { isSearch, type KeyAction, NO_KEY, shortcutAfterKey } from './key-table.ts'

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
    if (!areKeysOn() || !isForUs(event)) return
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
