import type { Client } from 'aedes'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Services } from '../../../kit/services.ts'
import { createSessionListeners, type Told } from './listeners.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearTimeout', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Listeners whose rights are those of a password `link/person`, and news that reach them. */
const someListeners = (messagesOf: Told['messagesOf']) => {
  let news = (_: object[]) => {}
  const services = {
    log: { warn: () => {} },
    bus: {
      subscribe: (_: string, hear: typeof news) => {
        news = hear
        return () => {}
      },
    },
  } as unknown as Services
  const told: Told = {
    shapes: ['homeassistant/+/state'],
    linkOf: async password => {
      const [link = 0, person = 0] = password.split('/').map(Number)
      return { link, person }
    },
    messagesOf,
  }
  return { ...createSessionListeners(services, told), news: () => news([{ device_id: 1 }]) }
}
type Listeners = ReturnType<typeof someListeners>

/** Connection with a client id, whose messages are taken once `taken` lets them. */
const aClient = (id: string, taken: () => Promise<void> = async () => {}) => {
  const heard: string[] = []
  const client = {
    id,
    close: vi.fn(),
    publish: ({ payload }: { payload: string }, done: () => void) => {
      heard.push(payload)
      void taken().then(done)
    },
  }
  return { client: client as unknown as Client, heard, close: client.close }
}

const listen = async (listeners: Listeners, client: Client, password: string) => {
  const link = await listeners.signIn(client, password)
  listeners.subscribe(client, 'homeassistant/#')
  listeners.subscribed(client, ['homeassistant/#'])
  return link
}

const tellingOf = (count: number) => ({
  messages: new Map(Array.from({ length: count }, (_, index) => [`homeassistant/${index}/state`, String(index)])),
  deviceIds: new Set([1]),
})

describe('a listener at the built-in broker', () => {
  test('is let go once it takes nothing, and not while it takes what is long', async () => {
    const listeners = someListeners(async () => tellingOf(10))
    let wait = 20_000
    const { client, heard, close } = aClient('a', () => new Promise(resolve => setTimeout(resolve, wait)))
    await listen(listeners, client, '1/1')
    await vi.advanceTimersByTimeAsync(190_000)
    expect(heard).toHaveLength(10)
    expect(close).not.toHaveBeenCalled()
    wait = 1_000_000
    listeners.subscribed(client, ['homeassistant/#'])
    await vi.advanceTimersByTimeAsync(100_000)
    expect(close).toHaveBeenCalled()
    listeners.stop()
  })

  test('is not let go because its messages take long to work out', async () => {
    const listeners = someListeners(() => new Promise(resolve => setTimeout(() => resolve(tellingOf(1)), 100_000)))
    const { client, heard, close } = aClient('a')
    await listen(listeners, client, '1/1')
    await vi.advanceTimersByTimeAsync(100_001)
    expect(heard).toEqual(['0'])
    expect(close).not.toHaveBeenCalled()
    listeners.stop()
  })

  test('takes its own place where its connection before is dead', async () => {
    const listeners = someListeners(async () => tellingOf(1))
    const dropped = Array.from({ length: 5 }, () => aClient('homeassistant/bridge').client)
    for (const client of dropped) expect(await listeners.signIn(client, '1/1')).toBe(1)
    expect(dropped.at(-1)?.id).toBe('link 1/homeassistant/bridge')
    listeners.stop()
  })

  test('is one of few of its link, and of few of all links of its person', async () => {
    const listeners = someListeners(async () => tellingOf(1))
    const signIn = (id: string, password: string) => listeners.signIn(aClient(id).client, password)
    for (const id of ['a', 'b', 'c']) expect(await signIn(id, '1/1')).toBe(1)
    expect(await signIn('d', '1/1')).toBe('full')
    for (let link = 2; link <= 8; link += 1) expect(await signIn('a', `${link}/1`)).toBe(link)
    expect(await signIn('a', '9/1')).toBe('full')
    expect(await signIn('a', '10/2')).toBe(10)
    listeners.stop()
  })

  test('is told what was worked out once for all connections of its link, and of news that came meanwhile', async () => {
    let [tellings, value] = [0, 'old']
    const listeners = someListeners(async () => {
      tellings += 1
      return { messages: new Map([['homeassistant/1/state', value]]), deviceIds: new Set([1]) }
    })
    const all = ['a', 'b', 'c'].map(id => aClient(id))
    for (const { client } of all) await listen(listeners, client, '1/1')
    await vi.advanceTimersByTimeAsync(100)
    expect([tellings, ...all.map(({ heard }) => heard)]).toEqual([1, ['old'], ['old'], ['old']])
    value = 'new'
    listeners.news()
    await vi.advanceTimersByTimeAsync(3000)
    expect([tellings, ...all.map(({ heard }) => heard.at(-1))]).toEqual([2, 'new', 'new', 'new'])
    // A connection made between news and the next telling hears the one before, and soon the next.
    value = 'newer'
    listeners.news()
    listeners.left(all[2]?.client as Client)
    const late = aClient('d')
    await listen(listeners, late.client, '1/1')
    await vi.advanceTimersByTimeAsync(5000)
    expect(late.heard.at(-1)).toBe('newer')
    expect(tellings).toBe(3)
    listeners.stop()
  })

  test('is told seldom where that is dear', async () => {
    let tellings = 0
    const listeners = someListeners(async () => {
      tellings += 1
      await new Promise(resolve => setTimeout(resolve, 1000))
      return tellingOf(1)
    })
    const { client } = aClient('a')
    await listen(listeners, client, '1/1')
    for (let second = 0; second < 25; second += 1) {
      await vi.advanceTimersByTimeAsync(1000)
      listeners.news()
    }
    expect(tellings).toBeLessThanOrEqual(3)
    expect(tellings).toBeGreaterThan(1)
    listeners.stop()
  })
})
