import { isApple, isInstalled } from '../kit/browser/install.ts'

/** Ability of this browser to show notifications, before anybody asks it to. */
export type PushAbility = 'able' | 'denied' | 'insecure' | 'install' | 'unsupported'

interface Browser {
  secure: boolean
  supported: boolean
  apple: boolean
  installed: boolean
  permission: NotificationPermission | undefined
}

export const abilityOf = ({ secure, supported, apple, installed, permission }: Browser): PushAbility => {
  if (!secure) return 'insecure'
  if (!supported) return apple && !installed ? 'install' : 'unsupported'
  return permission === 'denied' ? 'denied' : 'able'
}

export const readAbility = (): PushAbility =>
  abilityOf({
    secure: window.isSecureContext,
    supported: 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,
    apple: isApple(),
    installed: isInstalled(),
    permission: 'Notification' in window ? Notification.permission : undefined,
  })

/** Reads the subscription of this browser; null when it has none. */
export const ownSubscription = async (): Promise<PushSubscription | null> => {
  if (!('serviceWorker' in navigator)) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/** Asks for permission and subscribes. Throws what the browser says against it. */
export const subscribeHere = async (publicKey: string): Promise<PushSubscription> => {
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    return await pushManager.subscribe(options)
  } catch (failure) {
    // Subscribed with the key of another installation on this address.
    const old = await pushManager.getSubscription()
    const isForeign = failure instanceof DOMException && failure.name === 'InvalidStateError'
    if (!old || !isForeign) throw failure
    await old.unsubscribe()
    return pushManager.subscribe(options)
  }
}
