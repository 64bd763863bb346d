import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { MeasurementRow } from '../series/measurement-rows.ts'
import { createIngest } from './ingest.ts'
import { NotStored } from './not-stored.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
const POISON = -999

/** A store that refuses an insert with a poison in it, as an engine does: whole, and without saying which row it was. */
const aStore = (refuses: (rows: MeasurementRow[]) => Error | null = poisoned, gatherMs?: number) => {
  const inserts: MeasurementRow[][] = []
  const log = { error: vi.fn(), warn: vi.fn(), info: vi.fn() }
  const insert = async (values: MeasurementRow[]) => {
    await new Promise(resolve => setTimeout(resolve, 1))
    const refusal = refuses(values)
    if (refusal) throw refusal
    // Device 0 is the store's own try.
    if (values[0]?.[0] !== 0) inserts.push(values)
  }
  const ingest = createIngest({ insert, log, ...(gatherMs === undefined ? {} : { gatherMs }) })
  const kept = () => inserts.flat().length
  return { ingest, inserts, kept }
}
const poisoned = (rows: MeasurementRow[]) =>
  rows.some(([, , , value]) => value === POISON) ? new Error('Code: 1001. DB::Exception: something in it') : null

const send = (ingest: ReturnType<typeof createIngest>, device: number, value: number, months = 1) => {
  const rows = Array.from({ length: months }, (_, month): MeasurementRow => {
    const time = new Date(NOON)
    time.setUTCMonth(time.getUTCMonth() - month)
    return [device, 't', time.getTime(), value]
  })
  return ingest.store(rows).then(
    () => 'stored',
    error => (error instanceof NotStored ? error.because : 'busy'),
  )
}

describe('[decisions §5] one message that cannot be stored', () => {
  test('among many: all the others are stored at once, whoever they are and wherever it stands', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 60 }), fc.nat(), fc.nat(3), async (count, at, more) => {
        const { ingest, kept } = aStore()
        const poisons = new Set([at % count, (at + more * 7) % count])
        const sent = Array.from({ length: count }, (_, n) => send(ingest, n + 1, poisons.has(n) ? POISON : 20))
        const became = await Promise.all(sent)
        const innocents = became.filter((_, n) => !poisons.has(n))
        expect(innocents.every(one => one === 'stored')).toBe(true)
        expect(kept()).toBe(count - poisons.size)
        expect(became.filter(one => one === 'message')).toHaveLength(poisons.size)
      }),
      { numRuns: 40 },
    )
  })

  test('again and again, costs the others nothing: its sender is stored by itself from then on', async () => {
    const { ingest, inserts } = aStore()
    const round = () => Promise.all(Array.from({ length: 30 }, (_, n) => send(ingest, n + 1, n === 11 ? POISON : 20)))
    await round()
    inserts.length = 0
    await round()
    expect(inserts.map(rows => rows.length)).toEqual([29])
  })

  test('is told apart from a store that is away', async () => {
    for (const error of [
      new Error('No space left on device'),
      Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
      Object.assign(new Error('too much'), { type: 'MEMORY_LIMIT_EXCEEDED' }),
      new Error('nobody knows'),
    ]) {
      let calls = 0
      const { ingest } = aStore(() => {
        calls++
        return error
      })
      const became = await Promise.all(Array.from({ length: 200 }, (_, n) => send(ingest, n + 1, 20)))
      expect(new Set(became), error.message).toEqual(new Set(['store']))
      expect(calls).toBeLessThan(20)
    }
  })
})

describe('[decisions §5] messages of many months', () => {
  const tooManyMonths = (rows: MeasurementRow[]) =>
    new Set(rows.map(([, , time]) => new Date(time).toISOString().slice(0, 7))).size > 100
      ? Object.assign(new Error('Too many partitions for single INSERT block'), { type: 'TOO_MANY_PARTS' })
      : null

  test('are stored, in inserts that the store takes, and those of the present do not wait for them', async () => {
    const { ingest, inserts, kept } = aStore(tooManyMonths)
    const long = send(ingest, 1, 20, 290)
    const others = await Promise.all(Array.from({ length: 20 }, (_, n) => send(ingest, n + 2, 20)))
    expect(new Set(others)).toEqual(new Set(['stored']))
    const before = inserts.length
    expect(await long).toBe('stored')
    expect(inserts.length).toBeGreaterThan(before)
    expect(kept()).toBe(310)
  })

  test('of many devices never meet in one insert of too many months', async () => {
    const { ingest, kept } = aStore(tooManyMonths)
    const rows = (device: number): MeasurementRow[] => [[device, 't', Date.UTC(2001, device, 2), 20]]
    await Promise.all(Array.from({ length: 280 }, (_, n) => ingest.store(rows(n + 1))))
    expect(kept()).toBe(280)
  })
})

test('[decisions §5] a device that sends faster than is stored leaves room for the others', async () => {
  const { ingest } = aStore()
  const flood = Array.from({ length: 20 }, () =>
    ingest.store(Array.from({ length: 19_000 }, (_, n): MeasurementRow => [1, 't', NOON - n * 1000, 20])).then(
      () => 'stored',
      () => 'busy',
    ),
  )
  expect(await send(ingest, 2, 20)).toBe('stored')
  expect(await Promise.all(flood)).toContain('busy')
})

test('messages that come within the time to gather are stored by one insert', async () => {
  const { ingest, inserts } = aStore(poisoned, 60)
  const first = send(ingest, 1, 20)
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(inserts).toEqual([])
  await Promise.all([first, send(ingest, 2, 20)])
  expect(inserts.map(rows => rows.length)).toEqual([2])
})
