// Part of the service worker: shows what the server pushes, and opens the alert when somebody taps it.
self.addEventListener('push', event => {
  const { title, body, url, tag, stays } = event.data.json()
  const options = { body, tag, renotify: true, requireInteraction: stays, data: { url }, icon: '/icon-192.png' }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', event => {
  event.notification.close()
  // The address the person opened may not be the one the server knows itself by.
  const { pathname, search } = new URL(event.notification.data.url)
  const address = new URL(pathname + search, self.location.origin).href
  const open = async () => {
    const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    if (!page) return self.clients.openWindow(address)
    await page.focus()
    return page.navigate(address).catch(() => self.clients.openWindow(address))
  }
  event.waitUntil(open())
})
