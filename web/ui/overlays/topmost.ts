import { useEffect, useId, useState } from 'react'
import { createStoreListeners } from '../../kit/browser/external-store.ts'

/** Dialogs that are open, the topmost last. */
const open: string[] = []
const listeners = createStoreListeners()

/** Tells whether a dialog is the topmost one: Escape closes that alone, not what lies below it. */
export const useTopmost = (opened: boolean): boolean => {
  const id = useId()
  const [topmost, setTopmost] = useState(true)
  useEffect(() => {
    if (!opened) return
    open.push(id)
    const stop = listeners.listen(() => setTopmost(open.at(-1) === id))
    listeners.tell()
    return () => {
      stop()
      open.splice(open.indexOf(id), 1)
      // The key that closes one is still on its way to the others.
      setTimeout(listeners.tell)
    }
  }, [opened, id])
  return topmost
}
