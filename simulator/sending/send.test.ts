import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer } from '../test-server.ts'
import type { SensorMessage } from './devices.ts'
import { attemptJson, callerOf, send } from './send.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.stop())

const messages = (count: number, from = 0): SensorMessage[] =>
  Array.from({ length: count }, (_, index) => ({ time: from + index, t: index }))
const times = () => (server.stored.get('key') ?? []).map(({ time }) => time)

const pauses: number[] = []
const pause = async (ms: number) => {
  pauses.push(ms)
}
beforeEach(() => {
  pauses.length = 0
})
const post = (list: SensorMessage[]) => send(list, attemptJson(callerOf(server.origin, 'key')), { pause })

describe('sending', () => {
  it('[§5] sends one message as an object and several as one array, with the device key', async () => {
    expect(await post(messages(1))).toEqual({ accepted: 1, refused: 0 })
    expect(await post(messages(1000, 1))).toEqual({ accepted: 1000, refused: 0 })
    expect(server.sizes).toEqual([1, 1000])
    expect(times()).toEqual(Array.from({ length: 1001 }, (_, index) => index))
  })

  it('[§5] keeps everything in order through busy, broken and reset connections', async () => {
    const mishaps = ['503', 'reset', '500', '429', 'reset', '503'] as const
    for (let batch = 0; batch < mishaps.length; batch++) {
      server.mishaps.push(mishaps[batch]!)
      await post(messages(10, batch * 10))
    }
    expect(times()).toEqual(Array.from({ length: 60 }, (_, index) => index))
  })

  it('sends again when the answer was lost, which is harmless: same device, measurement and time', async () => {
    server.mishaps.push('reset_after_storing')
    await post(messages(3))
    expect(times()).toEqual([0, 1, 2, 0, 1, 2])
  })

  it('[§1] waits as long as Retry-After says', async () => {
    server.mishaps.push('503', '503')
    await post(messages(1))
    expect(pauses).toEqual([2000, 2000])
  })

  it('waits ever longer where nothing is said, at most half a minute', async () => {
    server.mishaps.push(...Array.from({ length: 9 }, () => 'reset' as const))
    await post(messages(1))
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
  })

  it('waits for a server that is not there yet', async () => {
    const { origin } = server
    const port = Number(new URL(origin).port)
    await server.stop()
    let tries = 0
    const outcome = send(messages(2), attemptJson(callerOf(origin, 'key')), {
      pause: async () => {
        tries++
        if (tries === 3) server = await startTestServer(port)
      },
    })
    expect(await outcome).toEqual({ accepted: 2, refused: 0 })
    expect(tries).toBe(3)
  })

  it('[§5] splits what is too large', async () => {
    server.mishaps.push('413', '413')
    expect(await post(messages(9))).toEqual({ accepted: 9, refused: 0 })
    expect(times()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(Math.max(...server.sizes)).toBeLessThan(9)
  })

  it('goes on after values that the server will never take', async () => {
    server.mishaps.push('422')
    expect(await post(messages(4))).toEqual({ accepted: 0, refused: 4 })
    expect(pauses).toEqual([])
  })

  it('[§1] stops with the refusal when its key is no longer good', async () => {
    server.mishaps.push('401')
    await expect(post(messages(4))).rejects.toMatchObject({ status: 401 })
    await expect(post(messages(4))).resolves.toEqual({ accepted: 4, refused: 0 })
  })

  it('stops at once when told to, also while it waits', async () => {
    server.mishaps.push('503')
    const stop = new AbortController()
    const sending = send(messages(1), attemptJson(callerOf(server.origin, 'key', stop.signal)), { signal: stop.signal })
    setTimeout(() => stop.abort(), 100)
    const begun = Date.now()
    await expect(sending).rejects.toThrow()
    expect(Date.now() - begun).toBeLessThan(1500)
    expect(times()).toEqual([])
  })
})
