import { onSessionEnd } from '../../kit/api/session.ts'
import { createStoreListeners, useExternalStore } from '../../kit/browser/external-store.ts'

const listeners = createStoreListeners()
/** A key that was made in this tab. */
export interface NewKey {
  id: number
  key: string
  /** Time since which this tab knows it, epoch ms by its own clock. */
  since: number
}

/** Keys made in this tab, by device. Nowhere else are they kept: a manual is filled in with them until the tab is closed. */
const keys = new Map<number, NewKey>()

export const rememberKey = (deviceId: number, { id, key }: Pick<NewKey, 'id' | 'key'>): void => {
  keys.set(deviceId, { id, key, since: Date.now() })
  listeners.tell()
}

/** Forgets a key that has ended; a newer one of the same device stays. */
export const forgetKey = (deviceId: number, keyId: number): void => {
  if (keys.get(deviceId)?.id !== keyId) return
  keys.delete(deviceId)
  listeners.tell()
}

onSessionEnd(() => {
  keys.clear()
  listeners.tell()
})

/** Key of a device that was made in this tab; null where none was. */
export const useNewKey = (deviceId: number | undefined): NewKey | null =>
  useExternalStore(
    listeners.listen,
    () => (deviceId === undefined ? null : (keys.get(deviceId) ?? null)),
    () => null,
  )
