import type { ParseKeys } from 'i18next'
import { hrefOf, linkTo } from '../../kit/routing/address.ts'
import { TABS } from '../shell/tab-table.ts'

export type KeyAction =
  | { go: string; tab: (typeof TABS)[number]['tab'] }
  | { open: 'keys' | 'search' | 'help' }
  | { page: 'on_it' }

export interface Shortcut {
  /** Pressed one after the other. */
  keys: readonly string[]
  /** Key of what it does, in app.json. */
  label: ParseKeys<'app'>
  does: KeyAction
}

/** All keys, as they work and as the list shows them. */
export const SHORTCUTS: readonly Shortcut[] = [
  ...TABS.map(
    ({ tab, screen, key }): Shortcut => ({
      keys: ['g', key],
      label: `tab.${tab}`,
      does: { go: hrefOf(linkTo(screen)), tab },
    }),
  ),
  // The open alert listens to it itself.
  { keys: ['a'], label: 'keys.on_it', does: { page: 'on_it' } },
  { keys: ['/'], label: 'keys.search', does: { open: 'search' } },
  { keys: ['h'], label: 'keys.help', does: { open: 'help' } },
  { keys: ['?'], label: 'keys.list', does: { open: 'keys' } },
]

export interface Pressed {
  keys: readonly string[]
  /** Epoch ms of the last one. */
  at: number
}

export const NO_KEY: Pressed = { keys: [], at: 0 }

/** ms between two keys that belong together. */
const TOGETHER = 1500

/** Meaning of a key after those pressed before it. */
export const shortcutAfterKey = (
  before: Pressed,
  key: string,
  now: number,
): { pressed: Pressed; does: KeyAction | null } => {
  const joined = now - before.at <= TOGETHER ? [...before.keys, key] : [key]
  const beginning = (keys: readonly string[]) =>
    SHORTCUTS.filter(shortcut => keys.every((one, index) => shortcut.keys[index] === one))
  const keys = beginning(joined).length > 0 ? joined : [key]
  const found = beginning(keys)
  const whole = found.find(shortcut => shortcut.keys.length === keys.length)
  if (whole) return { pressed: NO_KEY, does: whole.does }
  return { pressed: found.length > 0 ? { keys, at: now } : NO_KEY, does: null }
}

/** Ctrl K, or Command K on a Mac: no single key, so it works always. */
export const isSearch = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey
