import { createStoreListeners, useExternalStore } from '../../kit/browser/external-store.ts'

const listeners = createStoreListeners()
let opened = false

const show = (next: boolean): void => {
  opened = next
  listeners.tell()
}

/** Opens the help of the screen that is open; the shell draws it. */
export const openHelp = (): void => show(true)
export const closeHelp = (): void => show(false)

export const useHelpOpened = (): boolean =>
  useExternalStore(
    listeners.listen,
    () => opened,
    () => false,
  )
