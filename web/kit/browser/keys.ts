import { createStoreListeners, useExternalStore } from './external-store.ts'

const KEY = 'barnometer.keys'
const listeners = createStoreListeners()

/** Tells whether single keys work now. */
export const areKeysOn = (): boolean => localStorage.getItem(KEY) !== 'off'

/** Lets single keys work, or not, in this browser. */
export const switchKeys = (on: boolean): void => {
  if (on) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, 'off')
  listeners.tell()
}

/** Tells whether single keys work; kept with the browser, as they belong to its keyboard. */
export const useKeysOn = (): boolean => useExternalStore(listeners.listen, areKeysOn, () => true)

const TYPED_IN = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]'
/**
 * Elements in which single keys mean something else: lists one types in to find an entry, and whatever lies over the
 * page.
 */
const OWN_KEYS = '[role="menu"], [role="listbox"], [role="combobox"], [role="dialog"]'

/** Tells whether a key press may be a shortcut at all: not while somebody types, nor with Ctrl, Alt or the like. */
export const isForUs = (event: KeyboardEvent): boolean => {
  const { target } = event
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return false
  return !(target instanceof Element && target.closest(`${TYPED_IN}, ${OWN_KEYS}`))
}
