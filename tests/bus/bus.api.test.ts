import { describe, expect, onTestFinished, test } from 'vitest'
import { type Bus, openBus } from '../../server/kit/bus/bus.ts'
import { natsSettingsOf } from '../../server/kit/bus/nats-url.ts'
import { freshStores } from '../../server/testing/fresh-stores.ts'
import { startNats } from '../servers/nats.ts'
import { listening } from './listening.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }

/** Opens two processes' ends of one bus. */
const twoBuses = async (settings: Parameters<typeof openBus>[0]): Promise<[Bus, Bus]> => {
  const both = await Promise.all([openBus(settings, quiet), openBus(settings, quiet)])
  for (const bus of both) onTestFinished(() => bus.close())
  return both
}

const overPostgres = async () => {
  const { DATABASE_URL } = await freshStores()
  return twoBuses({ DATABASE_URL })
}

const overNats = async () => {
  const server = await startNats()
  // Called in the order opposite to this: the buses close before their server stops.
  onTestFinished(() => server.stop())
  return twoBuses({ NATS_URL: natsSettingsOf(server.url) })
}

const transports = [
  { transport: 'PostgreSQL', open: overPostgres, isThere: process.env.TEST_STORES === 'grown' },
  { transport: 'NATS', open: overNats, isThere: true },
]

describe.each(transports)('[decisions §6] news between processes over $transport', ({ open, isThere }) => {
  test.skipIf(!isThere)('are heard once by each, in their order, the teller included', async () => {
    const [one, other] = await open()
    const [here, there]: [unknown[], unknown[]] = [[], []]
    one.subscribe('news', news => void here.push(news))
    other.subscribe('news', news => void there.push(news))
    await listening(one, other)
    await listening(other, one)
    const told = Array.from({ length: 200 }, (_, nth) => ({ nth }))
    for (const news of told) one.publish('news', news)
    other.publish('news', 'answer')
    expect(there.at(-1)).toBe('answer')
    await expect.poll(() => here.length).toBe(201)
    await expect.poll(() => there.length).toBe(201)
    expect(there.filter(news => news !== 'answer')).toEqual(told)
  })

  test.skipIf(!isThere)('reach those who listen to the device, or to all of the topic, and nobody else', async () => {
    const [one, other] = await open()
    const heard: unknown[] = []
    other.subscribe('values', news => void heard.push(['all', news]))
    const stop = other.subscribe('values', news => void heard.push(['7 and 8', news]), [7, 8])
    other.subscribe('values', news => void heard.push(['9', news]), [9])
    other.subscribe('another', news => void heard.push(['another', news]))
    await listening(other, one)
    one.publish('values', 'of 7', 7)
    one.publish('values', 'of 10', 10)
    await expect.poll(() => heard.length).toBe(3)
    expect(heard).toEqual(
      expect.arrayContaining([
        ['all', 'of 7'],
        ['7 and 8', 'of 7'],
        ['all', 'of 10'],
      ]),
    )
    stop()
    stop()
    one.publish('values', 'of 8', 8)
    one.publish('values', 'of nobody')
    await expect.poll(() => heard.length).toBe(5)
    expect(heard.slice(3)).toEqual([
      ['all', 'of 8'],
      ['all', 'of nobody'],
    ])
  })

  test.skipIf(!isThere)('are counted', async () => {
    const [one, other] = await open()
    let [told, heard] = [0, 0]
    let last: unknown
    other.subscribe('news', news => {
      heard++
      last = news
    })
    // News that are told before the server knows of the subscription are sent, and not received.
    const tell = () => one.publish('news', ++told)
    await expect
      .poll(() => {
        if (heard === 0) tell()
        return heard
      })
      .toBeGreaterThan(0)
    tell()
    tell()
    const still = { link: 'connected', ignored: 0, gaps: 0, lost: 0 }
    await expect.poll(() => one.state()).toEqual({ ...still, sent: told, received: 0 })
    await expect.poll(() => last).toBe(told)
    expect(heard).toBeGreaterThanOrEqual(3)
    expect(other.state()).toEqual({ ...still, sent: 0, received: heard })
  })
})
