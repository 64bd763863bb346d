import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { expect, onTestFinished, test } from 'vitest'
import { readStream } from '../../server/kit/bus/nats-reading.ts'
import { startNats } from '../servers/nats.ts'

/** A stream of 1 MB, and a way to say more in it. */
const aStream = async () => {
  const server = await startNats()
  onTestFinished(() => server.stop())
  const connection = await connect({ servers: `127.0.0.1:${server.port}` })
  onTestFinished(() => connection.close())
  const { streams } = await jetstreamManager(connection)
  await streams.add({ name: 'small', subjects: ['small.>'], max_bytes: 1_000_000 })
  const say = async (count: number): Promise<void> => {
    for (let nth = 0; nth < count; nth++) await jetstream(connection).publish('small.news', 'x'.repeat(10_000))
  }
  return { connection, say, state: async () => (await streams.info('small')).state }
}

test('all that a stream keeps is read in batches, from a number on', async () => {
  const { connection, say } = await aStream()
  await say(20)
  const [read, batches]: [number[], number[]] = [[], []]
  const told = {
    message: ({ seq }: { seq: number }) => void read.push(seq),
    batch: (to: number) => void batches.push(to),
  }
  expect(await readStream(connection, 'small', { after: 10, until: 15 }, told)).toBe(true)
  expect([read, batches]).toEqual([[11, 12, 13, 14, 15], [15]])
  expect(await readStream(connection, 'small', { after: 20, until: 20 }, told)).toBe(true)
})

test('messages that a full stream pushes out before they are read are missed, and that is told', async () => {
  const { connection, say, state } = await aStream()
  await say(60)
  const { first_seq, last_seq } = await state()
  expect([first_seq, last_seq]).toEqual([1, 60])
  await say(80)
  const now = await state()
  // Some of what was there is there still.
  expect(now.first_seq).toBeGreaterThan(1)
  expect(now.first_seq).toBeLessThan(60)
  const told = { message: () => {}, batch: () => {} }
  expect(await readStream(connection, 'small', { after: 0, until: 60 }, told)).toBe(false)
})
