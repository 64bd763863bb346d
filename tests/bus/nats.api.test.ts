import { createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { expect, onTestFinished, test } from 'vitest'
import { type Bus, openBus } from '../../server/kit/bus/bus.ts'
import { openNatsBus } from '../../server/kit/bus/nats.ts'
import { keptStream } from '../../server/kit/bus/nats-stream.ts'
import { natsSettingsOf } from '../../server/kit/bus/nats-url.ts'
import { freePort } from '../servers/free-port.ts'
import { startNats } from '../servers/nats.ts'
import { aWayTo } from '../servers/way-to.ts'
import { listening } from './listening.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }
/** Time (ms) for a connection that is tried again ever more slowly. */
const BACK = { timeout: 15_000 }

const aServer = async (...options: Parameters<typeof startNats>) => {
  const server = await startNats(...options)
  onTestFinished(() => server.stop())
  return server
}

const aBus = async (url: string, installation = 'ours'): Promise<Bus> => {
  const bus = await openBus({ NATS_URL: natsSettingsOf(url) }, quiet, async () => installation)
  onTestFinished(() => bus.close())
  return bus
}

/** Another program at the same server. */
const aProgram = async (port: number) => {
  const connection = await connect({ servers: `127.0.0.1:${port}` })
  onTestFinished(() => connection.close())
  return connection
}

const linked = (...buses: Bus[]) =>
  expect.poll(() => buses.map(bus => bus.state().link), BACK).toEqual(buses.map(() => 'connected'))

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a server that ends by %s and comes back loses nothing, doubles nothing and keeps the order',
  async signal => {
    const server = await aServer()
    const [one, other] = [await aBus(server.url), await aBus(server.url)]
    const heard: number[] = []
    let gaps = 0
    other.subscribe<number>('news', nth => void heard.push(nth))
    other.onGap(() => void gaps++)
    let nth = 0
    const tell = (count: number) => {
      for (const end = nth + count; nth < end; nth++) one.publish('news', nth)
    }
    await listening(other, one)
    tell(500)
    // Some are on their way at its end: they may have been stored without this process knowing it.
    await server.end(signal)
    tell(500)
    await server.begin()
    await linked(one, other)
    tell(500)
    await expect.poll(() => heard.length, BACK).toBe(1500)
    expect(heard).toEqual(Array.from({ length: 1500 }, (_, each) => each))
    expect(gaps).toBe(0)
  },
  40_000,
)

test('what was said while a process was away is heard when it is back, by those who listen to the device', async () => {
  const server = await aServer()
  const [one, other] = [await aBus(server.url), await aBus(server.url)]
  const heard: unknown[] = []
  other.subscribe('values', news => void heard.push(news), [7])
  await listening(other, one)
  one.publish('values', 'first', 7)
  await expect.poll(() => heard).toEqual(['first'])
  await server.end()
  one.publish('values', 'second', 7)
  one.publish('values', 'of a device that nobody looks at', 8)
  await server.begin()
  await expect.poll(() => heard, BACK).toEqual(['first', 'second'])
}, 40_000)

test('a stream that is gone with its server tells everybody to read everything anew', async () => {
  const server = await aServer()
  const url = `${server.url}/kept?storage=memory`
  const [one, other] = [await aBus(url), await aBus(url)]
  const told: string[] = []
  one.onGap(() => void told.push('one'))
  other.onGap(() => void told.push('other'))
  const heard: unknown[] = []
  other.subscribe('news', news => void heard.push(news))
  await listening(other, one)
  for (const nth of [1, 2, 3]) one.publish('news', nth)
  await expect.poll(() => heard).toEqual([1, 2, 3])
  await server.end()
  await server.begin()
  await linked(one, other)
  await expect.poll(() => told.toSorted(), BACK).toEqual(['one', 'other'])
  expect(other.state().gaps).toBe(1)
  // The new stream counts from 1 again.
  one.publish('news', 4)
  await expect.poll(() => heard, BACK).toEqual([1, 2, 3, 4])
}, 40_000)

test('news that left the stream before a process was back are a gap for that process alone', async () => {
  const server = await aServer()
  const way = await aWayTo(`${server.url}/small`)
  const [one, other] = [await aBus(`${server.url}/small`), await aBus(way.url)]
  const told: string[] = []
  one.onGap(() => void told.push('one'))
  other.onGap(() => void told.push('other'))
  way.shut()
  one.publish('news', 1)
  await expect.poll(() => one.state().sent).toBe(1)
  const { streams } = await jetstreamManager(await aProgram(server.port))
  await streams.purge('small')
  way.open()
  await linked(other)
  await expect.poll(() => told).toEqual(['other'])
  expect([one.state().gaps, other.state().gaps]).toEqual([0, 1])
}, 40_000)

test('sends a process nothing of a device that nobody there looks at, from the last page that leaves on', async () => {
  const server = await aServer()
  const [one, other] = [await aBus(server.url), await aBus(server.url)]
  const heard: unknown[] = []
  const stops = [1, 2].map(() => other.subscribe('values', news => void heard.push(news), [7]))
  await listening(other, one)
  for (const id of [7, 8, 9]) one.publish('values', id, id)
  await expect.poll(() => heard).toEqual([7, 7])
  stops[0]?.()
  one.publish('values', 'again', 7)
  await expect.poll(() => heard).toEqual([7, 7, 'again'])
  stops[1]?.()
  other.subscribe('last', news => void heard.push(news))
  await listening(other, one)
  const { received } = other.state()
  for (let nth = 0; nth < 100; nth++) one.publish('values', 'late', nth % 2 === 0 ? 7 : 8)
  one.publish('last', 'end')
  await expect.poll(() => heard).toEqual([7, 7, 'again', 'end'])
  // A few of the probes may still have been on their way, none of the hundred.
  expect(other.state().received - received).toBeLessThan(20)
})

test('what another program says at its subjects is ignored and counted', async () => {
  const server = await aServer()
  const [one, other] = [await aBus(server.url), await aBus(server.url)]
  const heard: unknown[] = []
  other.subscribe('news', news => void heard.push(news))
  await listening(other, one)
  const program = await aProgram(server.port)
  const stream = jetstream(program)
  await stream.publish('barnometer.sent.news.all', 'no JSON')
  await stream.publish('barnometer.sent.news.all', '{"topic": 7}')
  await stream.publish('barnometer.sent.news.all', new Uint8Array([0xff, 0, 0x80]))
  program.publish('barnometer.heard.news.all', '{"from": "x", "topic": "news", "news": "past the stream"}')
  await expect.poll(() => other.state().ignored).toBe(4)
  one.publish('news', 'ours')
  await expect.poll(() => heard).toEqual(['ours'])
})

test('a server that is away at the start is waited for, and what is said meanwhile is told when it is there', async () => {
  const server = await aServer()
  await server.end()
  const one = await aBus(server.url)
  expect(one.state().link).toBe('waiting')
  let gaps = 0
  one.onGap(() => void gaps++)
  one.publish('news', 'early')
  await server.begin()
  await linked(one)
  await expect.poll(() => one.state().sent, BACK).toBe(1)
  expect(gaps).toBe(1)
}, 40_000)

test('news that the server does not take are lost, told as a gap, and keep nobody waiting', async () => {
  const server = await aServer()
  const [one, other] = [await aBus(server.url), await aBus(server.url)]
  const heard: unknown[] = []
  let gaps = 0
  other.subscribe('news', news => void heard.push(news))
  other.onGap(() => void gaps++)
  await listening(other, one)
  one.publish('news', 'x'.repeat(2_000_000))
  one.publish('news', 'short')
  await expect.poll(() => heard).toEqual(['short'])
  await expect.poll(() => gaps, BACK).toBe(1)
  expect([one.state().lost, other.state().lost]).toEqual([1, 0])
})

test.each([
  ['a short absence of the server is none', 9000, 0],
  ['a long absence of the server is one, as others may have ended with what they could not tell', 11_000, 1],
])(
  'a gap: %s',
  async (_, away, gaps) => {
    const server = await aServer()
    let now = 0
    const bus = await openNatsBus(natsSettingsOf(server.url), quiet, 'ours', () => now)
    onTestFinished(() => bus.close())
    let told = 0
    bus.onGap(() => void told++)
    await server.end()
    await expect.poll(() => bus.state().link).toBe('waiting')
    now += away
    await server.begin()
    await linked(bus)
    expect(told).toBe(gaps)
  },
  40_000,
)

test('a bus closes while it tries to connect to a server that does not answer', async () => {
  const server = await aServer()
  const bus = await openBus({ NATS_URL: natsSettingsOf(server.url) }, quiet)
  await server.end()
  const callers = new Set<Socket>()
  const silent = createServer(caller => void callers.add(caller)).listen(server.port, '127.0.0.1')
  onTestFinished(() => {
    for (const caller of callers) caller.destroy()
    silent.close()
  })
  await expect.poll(() => callers.size, BACK).toBeGreaterThan(0)
  const closing = bus.close().then(() => 'closed')
  expect(await Promise.race([closing, pause(2500, 'still waiting')])).toBe('closed')
}, 40_000)

test.each([
  ['a server without JetStream', async () => (await aServer([])).url, /has no JetStream: start it with -js/],
  [
    'a wrong password',
    async () => (await aServer(['-js', '--user', 'barn', '--pass', 'right'])).url.replace('//', '//barn:wrong@'),
    /NATS_URL\): .*authorization/i,
  ],
])('%s fails the start in words', async (_, addressOf, words) => {
  await expect(addressOf().then(address => aBus(address))).rejects.toThrow(words)
})

test('takes the right password, and a port where nobody listens is only away', async () => {
  const server = await aServer(['-js', '--user', 'barn', '--pass', 'p@ss'])
  const bus = await aBus(server.url.replace('//', '//barn:p%40ss@'))
  expect(bus.state().link).toBe('connected')
  expect((await aBus(`nats://127.0.0.1:${await freePort()}`)).state().link).toBe('waiting')
})

test("another program's stream of the same name is left alone", async () => {
  const server = await aServer()
  const manager = await jetstreamManager(await aProgram(server.port))
  await manager.streams.add({ name: 'orders', subjects: ['orders.>'] })
  await expect(aBus(`${server.url}/orders`)).rejects.toThrow(/another program's or installation's/)
  expect((await manager.streams.info('orders')).config.subjects).toEqual(['orders.>'])
})

test('the stream of another installation is left alone, each has its own', async () => {
  const server = await aServer()
  await aBus(server.url, 'north')
  await aBus(server.url, 'north')
  await expect(aBus(`${server.url}?minutes=5`, 'south')).rejects.toThrow(/another program's or installation's/)
  const manager = await jetstreamManager(await aProgram(server.port))
  expect((await manager.streams.info('barnometer')).config.max_age).toBe(10 * 60e9)
  expect((await aBus(`${server.url}/south`, 'south')).state().link).toBe('connected')
})

test('a process that runs leaves the limits that a newer one set', async () => {
  const server = await aServer()
  const settings = natsSettingsOf(server.url)
  const manager = await jetstreamManager(await aProgram(server.port))
  await keptStream(manager, settings, 'ours')
  await keptStream(manager, { ...settings, minutes: 5 }, 'ours')
  expect((await manager.streams.info('barnometer')).config.max_age).toBe(10 * 60e9)
})

test('limits that are set anew hold for the stream that is there', async () => {
  const server = await aServer()
  await aBus(`${server.url}?minutes=5`)
  await aBus(`${server.url}?minutes=7&megabytes=9`)
  const { config } = await (await jetstreamManager(await aProgram(server.port))).streams.info('barnometer')
  expect(config).toMatchObject({ max_age: 7 * 60e9, max_bytes: 9e6, duplicate_window: 7 * 60e9, storage: 'file' })
  await aBus(`${server.url}?minutes=30`)
  const longer = await (await jetstreamManager(await aProgram(server.port))).streams.info('barnometer')
  expect(longer.config).toMatchObject({ max_age: 30 * 60e9, duplicate_window: 10 * 60e9 })
  await expect(aBus(`${server.url}?storage=memory`)).rejects.toThrow(/is kept in file/)
})
