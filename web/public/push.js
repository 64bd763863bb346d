// Part of the service worker: shows what the server pushes, opens the alert when somebody taps it, and tells the server when
// the browser has another address for what is pushed.
self.addEventListener('push', event => {
  const { title, body, url, tag, stays } = event.data.json()
  const options = { body, tag, renotify: true, requireInteraction: stays, data: { url }, icon: '/icon-192.png' }
  event.waitUntil(self.registration.showNotification(title, options))
})

/** ms. A page that sleeps answers never. */
const ANSWER_WITHIN = 500

/** Whether a page has gone to an address by itself; one with a form that is being filled in does not. */
const goesThere = (page, address) =>
  new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data === true)
    setTimeout(() => resolve(false), ANSWER_WITHIN)
    page.postMessage({ go: address }, [port2])
  })

self.addEventListener('notificationclick', event => {
  event.notification.close()
  // The address the person opened may not be the one the server knows itself by.
  const { pathname, search } = new URL(event.notification.data.url)
  const address = new URL(pathname + search, self.location.origin).href
  const open = async () => {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    const there = pages.find(({ url }) => url === address)
    if (there) return there.focus()
    for (const page of pages) if (await goesThere(page, pathname + search)) return page.focus()
    return self.clients.openWindow(address)
  }
  event.waitUntil(open())
})

/** The token of who is signed in, as it is kept with what they read (web/kit/kept-reads.ts). */
const readToken = () =>
  new Promise(resolve => {
    const request = indexedDB.open('barnometer')
    request.onupgradeneeded = () => request.transaction.abort()
    request.onerror = () => resolve(null)
    request.onsuccess = () => {
      try {
        const get = request.result.transaction('kept').objectStore('kept').get('last')
        get.onerror = () => resolve(null)
        get.onsuccess = () => resolve(get.result?.token ?? null)
      } catch {
        resolve(null)
      }
      request.result.close()
    }
  })

self.addEventListener('pushsubscriptionchange', event => {
  const renew = async () => {
    const token = await readToken()
    // Nobody is signed in, or the page does it when it is opened next.
    if (token === null) return
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const subscribe = async () => {
      const { public_key } = await (await fetch('/api/alert-delivery/push-key', { headers })).json()
      return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key })
    }
    const { endpoint, keys } = (event.newSubscription ?? (await subscribe())).toJSON()
    const body = JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } })
    await fetch('/api/alert-delivery/push-subscriptions', { method: 'POST', headers, body })
  }
  event.waitUntil(renew())
})
