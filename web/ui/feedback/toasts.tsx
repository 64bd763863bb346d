import '@mantine/notifications/styles.layer.css'
import { Notifications, notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { useEffect } from 'react'
import { onSessionEnd } from '../../kit/api/session.ts'
import { useIsDesktop } from '../../kit/browser/is-desktop.ts'
import { onToast, takeToasts } from './toast.ts'
import classes from './toasts.module.css'

/** Ids of the library by ours: it keeps the first of two with one id, and a toast takes the place of the one before. */
const shown = new Map<string, string>()

const hide = (id: string): void => {
  notifications.hide(shown.get(id) ?? '')
  shown.delete(id)
}

// Toasts that stay until they are closed would be there again for who signs in next.
onSessionEnd(() => {
  notifications.clean()
  shown.clear()
})

const deliver = (): void => {
  for (const order of takeToasts())
    if ('show' in order) {
      const { id, ...toast } = order.show
      hide(id)
      shown.set(id, notifications.show({ closeButtonProps: { 'aria-label': i18next.t('ui:close') }, ...toast }))
    } else hide(order.hide)
}

/** Host of the toasts (design §8.10): at the bottom, above tabs and docks; on a desktop at the right. */
export default function Toasts() {
  useEffect(() => onToast(deliver), [])
  const position = useIsDesktop() ? 'bottom-right' : 'bottom-center'
  return <Notifications classNames={{ root: classes.root ?? '' }} position={position} limit={2} autoClose={6000} />
}
