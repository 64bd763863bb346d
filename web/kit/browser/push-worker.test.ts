import 'fake-indexeddb/auto'
import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { dropRecord, writeRecord } from '../api/kept-record.ts'

type Listener = (event: unknown) => void

/** The worker as a browser runs it, with what it may call. */
const worker = (pages: { url: string; postMessage: (said: unknown, ports: MessagePort[]) => void }[] = []) => {
  const listeners: Record<string, Listener> = {}
  const subscribe = vi.fn(async () => ({ toJSON: () => ({ endpoint: 'new', keys: { p256dh: 'p', auth: 'a' } }) }))
  const clients = {
    matchAll: async () => pages.map(page => ({ ...page, focus: async () => void focused.push(page.url) })),
    openWindow: async (address: string) => void opened.push(address),
  }
  const focused: string[] = []
  const opened: string[] = []
  const self = {
    addEventListener: (name: string, listener: Listener) => {
      listeners[name] = listener
    },
    location: { origin: 'https://farm.example' },
    registration: { pushManager: { subscribe } },
    clients,
  }
  new Function('self', readFileSync('web/public/push.js', 'utf8'))(self)
  const fire = async (name: string, event: object) => {
    let done: unknown
    listeners[name]?.({ ...event, waitUntil: (promise: unknown) => (done = promise) })
    await done
  }
  const tap = () =>
    fire('notificationclick', { notification: { close: () => undefined, data: { url: 'https://x/alerts?alert=3' } } })
  return { fire, tap, focused, opened, subscribe }
}

const ALERT = 'https://farm.example/alerts?alert=3'

test('a tapped notification takes no page away from somebody who writes: it opens one of its own', async () => {
  const busy = {
    url: 'https://farm.example/inspect',
    postMessage: (_: unknown, [port]: MessagePort[]) => port?.postMessage(false),
  }
  const asleep = { url: 'https://farm.example/devices', postMessage: () => undefined }
  const { tap, focused, opened } = worker([busy, asleep])
  await tap()
  expect([focused, opened]).toEqual([[], [ALERT]])
})

test('it is shown where it is open already, or by a page that is free', async () => {
  const there = worker([{ url: ALERT, postMessage: () => undefined }])
  await there.tap()
  expect(there.focused).toEqual([ALERT])
  const said: unknown[] = []
  const free = worker([
    {
      url: 'https://farm.example/',
      postMessage: (what, [port]) => {
        said.push(what)
        port?.postMessage(true)
      },
    },
  ])
  await free.tap()
  expect([said, free.focused, free.opened]).toEqual([[{ go: '/alerts?alert=3' }], ['https://farm.example/'], []])
})

test('when the browser has another address for what is pushed, the server is told, as whoever is signed in', async () => {
  const fetch = vi.fn(async () => new Response('{"public_key": "key"}'))
  vi.stubGlobal('fetch', fetch)
  await writeRecord({ token: 'kept' })
  const { fire, subscribe } = worker()
  await fire('pushsubscriptionchange', {})
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'key' })
  const [url, { method, headers, body }] = fetch.mock.calls.at(-1) as unknown as [string, Record<string, string>]
  expect([url, method, body]).toEqual([
    '/api/alert-delivery/push-subscriptions',
    'POST',
    '{"endpoint":"new","keys":{"p256dh":"p","auth":"a"}}',
  ])
  expect(headers).toMatchObject({ authorization: 'Bearer kept' })
  await dropRecord()
  fetch.mockClear()
  await fire('pushsubscriptionchange', {})
  expect(fetch).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})
