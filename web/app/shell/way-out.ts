import { useLayoutEffect } from 'react'
import { createStoreListeners, useExternalStore } from '../../kit/browser/external-store.ts'

const listeners = createStoreListeners()
let without = 0

const count = (by: number): void => {
  without += by
  listeners.tell()
}

/**
 * Says, while it is drawn, that a page that is on its way or has failed has no way out of its own. A page that stands alone on a phone
 * has the bars around it until then: an app on the home screen has no button of the browser to go back by.
 */
export const useNoWayOut = (): void => {
  useLayoutEffect(() => {
    count(1)
    return () => count(-1)
  }, [])
}

export const useHasNoWayOut = (): boolean =>
  useExternalStore(
    listeners.listen,
    () => without > 0,
    () => false,
  )
