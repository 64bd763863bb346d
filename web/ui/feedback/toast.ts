import type { NotificationData } from '@mantine/notifications'
import { onSessionEnd } from '../../kit/api/session.ts'

/** Content of a toast; toasts with the same id take each other's place. */
export type Toast = NotificationData & { id: string }

type Order = { show: Toast } | { hide: string }

let waiting: Order[] = []
let listener: (() => void) | undefined

const order = (next: Order): void => {
  waiting = [...waiting, next]
  listener?.()
}

export const showToast = (toast: Toast): void => order({ show: toast })
export const hideToast = (id: string): void => order({ hide: id })

// A toast names what its person did, and may offer the way back: neither is for who signs in next.
onSessionEnd(() => {
  waiting = []
})

/** Takes the orders that came since the last time, for the host; `onToast` tells it of more. */
export const takeToasts = (): Order[] => {
  const taken = waiting
  waiting = []
  return taken
}
export const onToast = (tell: () => void): (() => void) => {
  listener = tell
  if (waiting.length > 0) tell()
  return () => {
    listener = undefined
  }
}
