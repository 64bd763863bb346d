import { describe, expect, test, vi } from 'vitest'
import { Failure } from '../../kit/failure.ts'
import { createMetrics } from '../../kit/metrics.ts'
import { NotStored } from '../not-stored.ts'
import { retryDelayS, unlessDefect, untilTaken } from './take.ts'

const never = new AbortController().signal
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const parts = () => ({ services: { now: Date.now, log }, metrics: createMetrics() })

describe('a message that cannot be stored now', () => {
  test.each([
    ['a full disk', new Failure('busy', { retryAfter: 0.001 })],
    ['a store that is away', new Failure('busy', { retryAfter: 0.001, cause: new Error('ECONNREFUSED') })],
  ])('waits for %s', async (_, failure) => {
    const work = vi.fn().mockRejectedValueOnce(failure).mockRejectedValueOnce(failure).mockResolvedValue('stored')
    expect(await untilTaken(work, never)).toBe('stored')
    expect(work).toHaveBeenCalledTimes(3)
  })

  test('comes again after pauses that grow and differ by chance', () => {
    expect([0, 1, 2, 3, 4, 50].map(tries => retryDelayS(tries, 2, 1))).toEqual([2, 4, 8, 16, 30, 30])
    expect([0, 1, 2, 3, 4, 50].map(tries => retryDelayS(tries, 2, 0))).toEqual([1, 2, 4, 8, 15, 15])
  })

  test('is given up after some tries when others are stored meanwhile', async () => {
    const refused = new NotStored('message', new Error('something in it'))
    const work = vi.fn().mockRejectedValue(Object.assign(refused, { retryAfter: 0.001 }))
    await expect(untilTaken(work, never)).rejects.toBe(refused)
    expect(work).toHaveBeenCalledTimes(3)
  })

  test('is given up with the server, and told so', async () => {
    const ending = new AbortController()
    const waiting = untilTaken(() => Promise.reject(new Error('ECONNREFUSED')), ending.signal)
    ending.abort()
    await expect(waiting).rejects.toThrow()
  })

  test.each([new TypeError('a defect'), new Failure('nothing_accepted')])(
    'is not tried again after %s',
    async failure => {
      await expect(untilTaken(() => Promise.reject(failure), never)).rejects.toBe(failure)
    },
  )
})

test('a message that meets a defect of ours counts as taken, is logged and counted; any other failure goes on', async () => {
  const { services, metrics } = parts()
  await unlessDefect({ services, metrics }, 'barnometer/1/up', Promise.reject(new TypeError('a defect')))
  expect(log.error).toHaveBeenCalledOnce()
  expect(metrics.countOf('barnometer_mqtt_refused_total')).toBe(1)
  const gone = new Error('the key has ended')
  await expect(unlessDefect({ services, metrics }, 'barnometer/1/up', Promise.reject(gone))).rejects.toBe(gone)
})
