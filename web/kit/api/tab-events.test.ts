import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { listen, ServerEvent } from './event-stream.ts'
import { createTabEvents } from './tab-events.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A browser with any number of tabs, and the streams its server holds open. */
const aBrowser = () => {
  const channels = new Map<string, (message: unknown) => void>()
  const streams: { tab: string; url: string; listener: Parameters<typeof listen>[1]; signal: AbortSignal }[] = []
  const open = () => streams.filter(({ signal }) => !signal.aborted)
  const aTab = (id: string) => {
    let visible = true
    const tab = createTabEvents({
      id,
      isVisible: () => visible,
      openChannel: hear => {
        channels.set(id, hear)
        return {
          post: message => {
            const text = JSON.stringify(message)
            if (!channels.has(id)) return
            for (const [other, listener] of channels) if (other !== id) setTimeout(() => listener(JSON.parse(text)))
          },
          close: () => channels.delete(id),
        }
      },
      listen: async (url, listener, signal) => {
        const stream = { tab: id, url: url(), listener, signal }
        streams.push(stream)
        setTimeout(() => !signal.aborted && listener.onAnswer({ isOpen: true, first: true }), 20)
      },
    })
    const heard: ServerEvent[] = []
    const caughtUp = vi.fn()
    const want = (device_id?: number, catchUpFirst = false) => {
      const stop = new AbortController()
      const take = (event: ServerEvent) => void heard.push(event)
      tab.subscribe(
        { ...(device_id && { device_id }), take, catchUp: caughtUp, ...(catchUpFirst && { begin: caughtUp }) },
        stop.signal,
      )
      return stop
    }
    const show = (now: boolean) => {
      visible = now
      tab.onVisibility()
    }
    /** The process of the tab ends without a word. */
    const crash = () => {
      channels.delete(id)
      streams.splice(0, streams.length, ...streams.filter(({ tab }) => tab !== id))
    }
    return { want, heard, caughtUp, show, crash }
  }
  return { aTab, open }
}
const settle = (ms = 3000) => vi.advanceTimersByTimeAsync(ms)
const EVENT: ServerEvent = { event: 'measurement', data: { device_id: 7 } }

describe('the events of the server', () => {
  test('come to all tabs by one stream, with the devices of all', async () => {
    const { aTab, open } = aBrowser()
    const tabs = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map(aTab)
    for (const [index, tab] of tabs.entries()) tab.want(index + 1)
    await settle()
    expect(open().map(({ url }) => url)).toEqual(['/api/events?device_ids=1,2,3,4,5,6,7,8,9'])
    open()[0]?.listener.take(EVENT)
    await settle(10)
    for (const { heard } of tabs) expect(heard).toEqual([EVENT])
  })

  test('a tab that comes later joins; the open stream ends only when the wider one is there', async () => {
    const { aTab, open } = aBrowser()
    const first = aTab('b')
    first.want()
    await settle()
    expect(open().map(({ url }) => url)).toEqual(['/api/alerts/live'])
    aTab('a').want(5)
    await settle(110)
    expect(open().map(({ url }) => url)).toEqual(['/api/alerts/live', '/api/events?device_ids=5'])
    await settle(30)
    expect(open().map(({ tab, url }) => [tab, url])).toEqual([['b', '/api/events?device_ids=5']])
    expect(first.caughtUp).not.toHaveBeenCalled()
  })

  test('end with the last tab that can be seen, and what was missed is caught up', async () => {
    const { aTab, open } = aBrowser()
    const [one, other] = [aTab('a'), aTab('b')]
    one.want()
    other.want(3)
    await settle()
    const [leading] = open()
    ;(leading?.tab === 'a' ? one : other).show(false)
    await settle()
    expect(open()).toHaveLength(1)
    expect(open()[0]?.tab).not.toBe(leading?.tab)
    one.show(false)
    other.show(false)
    await settle(60_000)
    expect(open()).toEqual([])
    one.show(true)
    await settle()
    expect(open()).toHaveLength(1)
    expect(one.caughtUp).toHaveBeenCalled()
  })

  test('go on when the tab that listened is gone without a word', async () => {
    const { aTab, open } = aBrowser()
    const tabs = new Map([
      ['a', aTab('a')],
      ['b', aTab('b')],
    ])
    for (const tab of tabs.values()) tab.want(3)
    await settle()
    tabs.get(open()[0]?.tab ?? '')?.crash()
    expect(open()).toEqual([])
    await settle(12_000)
    expect(open()).toHaveLength(1)
  })

  test('of two tabs that both listen one yields', async () => {
    const { aTab, open } = aBrowser()
    vi.spyOn(Math, 'random').mockReturnValue(0)
    for (const id of ['a', 'b', 'c']) aTab(id).want(3)
    await settle()
    expect(open().map(({ tab }) => tab)).toEqual(['a'])
    vi.mocked(Math.random).mockRestore()
  })

  test('a break lets all tabs catch up', async () => {
    const { aTab, open } = aBrowser()
    const tabs = [aTab('a'), aTab('b')]
    for (const tab of tabs) tab.want(3)
    await settle()
    open()[0]?.listener.onAnswer({ isOpen: true, first: false })
    await settle(10)
    for (const { caughtUp } of tabs) expect(caughtUp).toHaveBeenCalledOnce()
  })

  test('who wants to catch up at first does so once, in whichever tab', async () => {
    const { aTab } = aBrowser()
    const tabs = [aTab('a'), aTab('b')]
    for (const tab of tabs) tab.want(undefined, true)
    await settle(20_000)
    for (const { caughtUp } of tabs) expect(caughtUp).toHaveBeenCalledOnce()
  })

  test('end with the last listener', async () => {
    const { aTab, open } = aBrowser()
    const stop = aTab('a').want(3)
    await settle()
    stop.abort()
    expect(open()).toEqual([])
  })
})
