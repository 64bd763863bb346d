import type { NotificationData } from '@mantine/notifications'

/** What a toast says; those with the same id take each other's place. */
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

/** For the host: what is wanted since the last time, and to be told of more. */
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
