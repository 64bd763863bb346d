import { afterAll, expect, test } from 'vitest'
import type { Log } from '../../../kit/services.ts'
import { createCodecSandbox } from './sandbox.ts'

const log = { warn: () => {} } as unknown as Log
const UPLINK = { bytes: [7], fPort: 1, time: null }
const GOOD = 'function decodeUplink({ bytes }) { return { data: { t: bytes[0] } } }'
const ENDLESS = 'for (;;);'

const sandbox = createCodecSandbox(log)
afterAll(() => sandbox.end())

test('codecs of different accounts take turns: one with many does not keep the others waiting for all of them', async () => {
  const ended: number[] = []
  const run = (account: number) => sandbox.run(`owner:${account}`, GOOD, UPLINK).then(() => ended.push(account))
  await Promise.all([...Array.from({ length: 20 }, () => run(1)), run(2)])
  expect(ended).toHaveLength(21)
  expect(ended.indexOf(2)).toBeLessThan(5)
})

test('too many of an account that wait are refused, nobody else’s', async () => {
  const runs = Array.from({ length: 130 }, () => sandbox.run('owner:3', GOOD, UPLINK))
  const ends = await Promise.all([...runs, sandbox.run('owner:4', GOOD, UPLINK)])
  expect(ends.filter(end => 'fault' in end && end.fault === 'busy')).toHaveLength(30)
  expect(ends.at(-1)).toMatchObject({ object: { t: 7 } })
})

test('an account whose codecs took their time of the minute is refused, nobody else', async () => {
  const short = createCodecSandbox(log, { budgetMs: 200 })
  const faults: unknown[] = []
  for (let run = 0; run < 8; run++) faults.push(await short.run('owner:1', ENDLESS, UPLINK))
  expect(faults[0]).toMatchObject({ fault: 'too_slow' })
  expect(faults.slice(4)).toEqual(Array(4).fill({ fault: 'busy', text: '' }))
  expect(await short.run('trial:1', GOOD, UPLINK)).toMatchObject({ object: { t: 7 } })
  expect(await short.run('owner:2', GOOD, UPLINK)).toMatchObject({ object: { t: 7 } })
  await short.end()
})

test('a codec that is not interrupted ends with its thread, and the next one has another', async () => {
  const short = createCodecSandbox(log, { maxMs: 60_000 })
  expect(await short.run('owner:1', ENDLESS, UPLINK)).toEqual({ fault: 'too_slow', text: '' })
  expect(await short.run('owner:2', GOOD, UPLINK)).toMatchObject({ object: { t: 7 } })
  await short.end()
})

test('memory that a codec took in small pieces is bounded, and given back', async () => {
  const before = process.memoryUsage().rss
  const greedy = 'var all = []; for (;;) all.push(new ArrayBuffer(1e6))'
  for (let run = 0; run < 5; run++)
    expect(await sandbox.run('owner:5', greedy, UPLINK)).toEqual({ fault: 'too_much_memory', text: '' })
  expect(await sandbox.run('owner:5', GOOD, UPLINK)).toMatchObject({ object: { t: 7 } })
  expect(process.memoryUsage().rss - before).toBeLessThan(400e6)
})
