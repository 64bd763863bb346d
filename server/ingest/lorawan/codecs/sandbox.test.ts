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
  const run = (account: number) => sandbox.run(account, GOOD, UPLINK).then(() => ended.push(account))
  await Promise.all([...Array.from({ length: 20 }, () => run(1)), run(2)])
  expect(ended).toHaveLength(21)
  expect(ended.indexOf(2)).toBeLessThan(5)
})

test('too many of an account that wait are refused, nobody else’s', async () => {
  const runs = Array.from({ length: 130 }, () => sandbox.run(3, GOOD, UPLINK))
  const ends = await Promise.allSettled([...runs, sandbox.run(4, GOOD, UPLINK)])
  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(30)
  expect(ends.at(-1)).toMatchObject({ status: 'fulfilled', value: { object: { t: 7 } } })
})

test('an account whose codecs took their time of the minute is refused, nobody else', async () => {
  const short = createCodecSandbox(log, { budgetMs: 200 })
  let refused = 0
  for (let run = 0; run < 8; run++)
    await short.run(1, ENDLESS, UPLINK).then(
      result => expect(result).toMatchObject({ fault: 'too_slow' }),
      error => {
        expect(error).toMatchObject({ code: 'busy' })
        refused++
      },
    )
  expect(refused).toBeGreaterThan(4)
  expect(await short.run(2, GOOD, UPLINK)).toMatchObject({ object: { t: 7 } })
  await short.end()
})

test('a codec that is not interrupted ends with its thread, and the next one has another', async () => {
  const short = createCodecSandbox(log, { mostMs: 60_000, stuckMs: 1500 })
  expect(await short.run(1, ENDLESS, UPLINK)).toEqual({ fault: 'too_slow', text: '' })
  expect(await short.run(2, GOOD, UPLINK)).toMatchObject({ object: { t: 7 } })
  await short.end()
})
