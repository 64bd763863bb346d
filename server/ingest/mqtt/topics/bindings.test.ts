import { expect, test, vi } from 'vitest'
import type { Services } from '../../../kit/services.ts'
import { createBindings } from './bindings.ts'

const heardTopics = (execute: () => Promise<void>) => {
  const db = { transaction: () => ({ execute }) }
  const bus = { subscribe: () => () => {}, onGap: () => () => {}, publish: () => {} }
  const bindings = createBindings({ db, bus, now: Date.now } as unknown as Services)
  return {
    bindings,
    hear: (topic: string, message: unknown) => bindings.hear({ source: 'tasmota', topic, message }),
  }
}

test('topics that could not be noted are noted later', async () => {
  const execute = vi.fn(async () => {})
  const { bindings, hear } = heardTopics(execute)
  hear('tele/1', { n: 1 })
  execute.mockRejectedValueOnce(new Error('no room'))
  await expect(bindings.flush()).rejects.toThrow('no room')
  await bindings.flush()
  await bindings.flush()
  expect(execute).toHaveBeenCalledTimes(2)
})

test('[decisions §5] of topics that nobody is bound to the newest thousand are kept, however many there are', async () => {
  const noted: string[] = []
  const { bindings, hear } = heardTopics(vi.fn(async () => {}))
  for (let n = 0; n < 3000; n++) hear(`tele/${n}`, { n })
  hear('tele/2500', { again: 1 })
  let deep: unknown = 1
  for (let n = 0; n < 20_000; n++) deep = [deep]
  hear('tele/deep', deep)
  noted.push(...bindings.topics())
  expect(noted).toHaveLength(1000)
  expect(noted.slice(-3)).toEqual(['tele/2999', 'tele/2500', 'tele/deep'])
  expect(noted).not.toContain('tele/0')
  await bindings.flush()
})
