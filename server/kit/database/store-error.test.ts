import { once } from 'node:events'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { againAfterCollision, isAway, untilBack } from './store-error.ts'

const failure = (code: string, message = 'no') => Object.assign(new Error(message), { code })

test('a server whose socket is not there is away', async () => {
  const socket = connect(join(tmpdir(), 'no-server-listens-here'))
  const [error] = await once(socket, 'error')
  expect(isAway(error)).toBe(true)
})

test('a store that cannot be reached, or whose name is not known just now, is away; one that refuses is not', () => {
  for (const code of ['57P01', '08006', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])
    expect(isAway(failure(code)), code).toBe(true)
  expect(isAway(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect(isAway(new Error('timeout exceeded when trying to connect'))).toBe(true)
  // A shard of ClickHouse that the others do not reach.
  expect(isAway(failure('279'))).toBe(true)
  for (const code of ['23505', '40001', '22003', 'ENOENT']) expect(isAway(failure(code)), code).toBe(false)
})

test('what must not be left undone is done once its store is back', async () => {
  const answers = [failure('ETIMEDOUT'), failure('ENOTFOUND'), 'done']
  const work = async () => {
    const next = answers.shift()
    if (next instanceof Error) throw next
    return next
  }
  expect(await untilBack(work)).toBe('done')
  await expect(untilBack(() => Promise.reject(failure('23505')))).rejects.toMatchObject({ code: '23505' })
})

test('a transaction that collides with another is done again, one that is refused is not, and none for ever', async () => {
  const counted = (errors: Error[]) => {
    let tries = 0
    return {
      work: async () => {
        const error = errors[tries++]
        if (error) throw error
        return 'done'
      },
      tries: () => tries,
    }
  }
  const twice = counted([failure('40P01'), failure('40001')])
  expect(await againAfterCollision(twice.work)).toBe('done')
  expect(twice.tries()).toBe(3)
  const refused = counted([failure('23505')])
  await expect(againAfterCollision(refused.work)).rejects.toMatchObject({ code: '23505' })
  expect(refused.tries()).toBe(1)
  const always = counted(Array.from({ length: 50 }, () => failure('40P01')))
  await expect(againAfterCollision(always.work)).rejects.toMatchObject({ code: '40P01' })
  expect(always.tries()).toBe(10)
})
