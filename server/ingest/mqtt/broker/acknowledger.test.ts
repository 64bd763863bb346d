import { describe, expect, test } from 'vitest'
import { createAcknowledger } from './acknowledger.ts'

const aConnection = () => {
  const written: number[] = []
  return { written, write: (bytes: Buffer) => void written.push(bytes.readUInt16BE(2)) }
}
const aStore = () => Promise.withResolvers<void>()
const settled = () => new Promise(resolve => setImmediate(resolve))

describe('messages of a broker', () => {
  test('are acknowledged in their order, each once it is stored', async () => {
    const [acknowledger, connection] = [createAcknowledger(10), aConnection()]
    const stores = [aStore(), aStore(), aStore()]
    stores.forEach((store, index) => {
      acknowledger.add(connection, 258 + index, store.promise, () => {})
    })
    stores[1]?.resolve()
    await settled()
    expect(connection.written).toEqual([])
    stores[0]?.resolve()
    await settled()
    expect(connection.written).toEqual([258, 259])
  })

  test('that are not stored are never acknowledged, nor is what came behind them', async () => {
    const [acknowledger, connection] = [createAcknowledger(10), aConnection()]
    acknowledger.add(connection, 1, Promise.reject(new Error('no room')), () => {})
    acknowledger.add(connection, 2, Promise.resolve(), () => {})
    await settled()
    expect(connection.written).toEqual([])
  })

  test('are asked for only while few wait', async () => {
    const acknowledger = createAcknowledger(2)
    const stores = [aStore(), aStore()]
    let asked = 0
    for (const store of stores) acknowledger.add(aConnection(), 1, store.promise, () => asked++)
    expect(asked).toBe(1)
    stores[1]?.resolve()
    await settled()
    expect(asked).toBe(2)
  })
})
