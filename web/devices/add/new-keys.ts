import { onSessionEnd } from '../../kit/api/session.ts'
import { createStoreListeners, useExternalStore } from '../../kit/browser/external-store.ts'

const listeners = createStoreListeners()
/** Keys made in this tab, by device. Nowhere else are they kept: a manual is filled in with them until the tab is closed. */
const keys = new Map<number, string>()

export const rememberKey = (deviceId: number, key: string): void => {
  keys.set(deviceId, key)
  listeners.tell()
}

export const forgetKey = (deviceId: number): void => {
  keys.delete(deviceId)
  listeners.tell()
}

onSessionEnd(() => {
  keys.clear()
  listeners.tell()
})

/** Key of a device that was made in this tab; null where none was. */
export const useNewKey = (deviceId: number | undefined): string | null =>
  useExternalStore(
    listeners.listen,
    () => (deviceId === undefined ? null : (keys.get(deviceId) ?? null)),
    () => null,
  )
