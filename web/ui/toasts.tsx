import '@mantine/notifications/styles.layer.css'
import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { onToast, takeToasts } from './toast.ts'

const deliver = (): void => {
  for (const order of takeToasts())
    if ('show' in order) notifications.show(order.show)
    else notifications.hide(order.hide)
}

/** Where toasts appear: at the bottom, above the tabs. */
export default function Toasts() {
  useEffect(() => onToast(deliver), [])
  return <Notifications position="bottom-center" limit={2} autoClose={6000} />
}
