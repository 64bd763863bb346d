import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { createOwnedSince } from '../custody/since.ts'
import { createKeyRing, deviceKeysOf } from '../devices/adding/keys.ts'
import { isPostgres } from '../kit/database/schema-columns.ts'
import type { Services } from '../kit/services.ts'
import { aDevice, type TestDevice } from '../testing/a-device.ts'
import { aUser, type TestUser } from '../testing/a-user.ts'
import { noteStatements } from '../testing/note-statements.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { createArrivals } from './arrivals.ts'
import { lateReadings, withLateNotes } from './late.ts'
import { createMappings } from './mapping/mappings.ts'
import { createRawMessages } from './mapping/raw.ts'
import { heardTopics, noteTopics } from './mqtt/topics/topic-store.ts'

const MANY = 12

let app: TestApp
let owner: TestUser
let devices: TestDevice[]
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app)
  devices = []
  for (let nr = 0; nr < MANY; nr++) devices.push(await aDevice(app, owner))
})
afterAll(() => app.close())

/** Statements that work takes for two devices, and for all of them. */
const statementsOf = async (work: (services: Services, some: readonly TestDevice[]) => Promise<void>) => {
  const counts: number[] = []
  for (const some of [devices.slice(0, 2), devices]) {
    const { db, kinds } = noteStatements(app.services.db)
    await work({ ...app.services, db }, some)
    counts.push(kinds.length)
  }
  return counts as [number, number]
}

const arrivalsOf = (services: Services) =>
  createArrivals(
    services,
    { note: vi.fn() } as unknown as Parameters<typeof createArrivals>[1],
    { count: vi.fn() } as unknown as Parameters<typeof createArrivals>[2],
    { stored: vi.fn() },
  )

describe('[decisions §6] many devices take as many statements as a few', () => {
  test('for what their messages tell of them', async () => {
    const time = app.clock.now()
    const [few, many] = await statementsOf(async (services, some) => {
      const arrivals = arrivalsOf(services)
      for (const { id } of some) {
        arrivals.stored(id, [
          { key: 't', time, value: 21 },
          { key: 'battery', time, value: 80 },
        ])
        arrivals.refused(id, [{ index: 0, field: 'h', code: 'out_of_range', sent: `half of a pair: \uD83D, ${id}` }])
        for (const counter of [4, 6]) arrivals.numbered(id, counter)
        arrivals.told(id, [
          {
            time,
            state: { values: { battery_percentage: 40 + (id % 5) }, settings: { upload_interval: 300 }, refused: {} },
          },
        ])
      }
      await arrivals.flush()
    })
    expect(many).toBe(few)
    const { db } = app.services
    const told = await db
      .selectFrom('devices')
      .select(['id', 'last_message_at', 'upload_interval', 'battery_percentage'])
      .orderBy('id')
      .execute()
    const at = { last_message_at: app.clock.iso(), upload_interval: 300 }
    expect(told).toEqual(devices.map(({ id }) => ({ id, ...at, battery_percentage: 40 + (id % 5) })))
    const refused = await db
      .selectFrom('refusals')
      .select(['device_id', 'count', 'last_value'])
      .orderBy('device_id')
      .execute()
    expect(refused).toMatchObject(
      devices.map(({ id }, nr) => ({
        device_id: id,
        count: nr < 2 ? 2 : 1,
        last_value: expect.stringContaining(`, ${id}`),
      })),
    )
    const lost = await app.services.db.selectFrom('lost_messages').select(['device_id', 'heard', 'lost']).execute()
    expect(lost).toHaveLength(MANY)
    // The first two said the same numbers twice.
    expect(lost.find(({ device_id }) => device_id === devices[5]?.id)).toMatchObject({ heard: 2, lost: 1 })
  })

  test('for the connections they lost', async () => {
    const [few, many] = await statementsOf(async (services, some) => {
      const arrivals = arrivalsOf(services)
      for (const { id } of some) arrivals.connection(id, false)
      await arrivals.flush()
    })
    expect(many).toBe(few)
    const states = await app.services.db.selectFrom('device_reports').select('state').execute()
    expect(states.map(({ state }) => JSON.parse(state).connection_status)).toEqual(new Array(MANY).fill('disconnected'))
  })

  test('for whose keys these are, their owners and mappings, asked at once', async () => {
    const [few, many] = await statementsOf(async (services, some) => {
      const keys = createKeyRing(services)
      const [since, mappings] = [createOwnedSince(services), createMappings(services)]
      expect(await Promise.all(some.map(({ key }) => keys.deviceOf(key)))).toEqual(some.map(({ id }) => id))
      expect(new Set(await Promise.all(some.map(({ id }) => since(id))))).toEqual(new Set([Date.UTC(2000, 0, 1)]))
      expect(new Set(await Promise.all(some.map(({ id }) => mappings.of(id))))).toEqual(new Set([null]))
    })
    expect(many).toBeLessThanOrEqual(few + 2)
    app.clock.set(app.clock.now() + 2 * MINUTE_MS)
    const [fewAgain, manyAgain] = await statementsOf(async (services, some) => {
      const keys = createKeyRing(services)
      await Promise.all(some.map(({ key }) => keys.deviceOf(key)))
      await keys.flush()
    })
    expect(manyAgain).toBe(fewAgain)
    for (const { id } of devices.slice(2))
      expect(await deviceKeysOf(app.services.db, id)).toMatchObject([{ last_used_at: app.clock.iso() }])
  })

  test('for a key that ends others at its first use, found by an index', async () => {
    const { db } = app.services
    if (isPostgres(db)) return
    const plan = await sql<{ detail: string }>`explain query plan
      delete from device_keys where replaced_by in (select value from json_each('[1, 2]'))`.execute(db)
    expect(plan.rows.map(({ detail }) => detail).join()).toContain('device_keys_replaced_by')
  })

  test('for their messages as they came, also where all have more than are kept', async () => {
    const read = { readings: [], rejections: [], states: [] }
    const write = async (services: Services, some: readonly TestDevice[], times: number) => {
      const raw = createRawMessages(services)
      for (let nr = 0; nr < times; nr++) {
        for (const { id } of some) for (const part of [1, 2]) raw.note(id, 'json', { nr, part }, read)
        await raw.flush()
      }
    }
    await write(app.services, devices, 37)
    const [few, many] = await statementsOf((services, some) => write(services, some, 1))
    // The two devices became crowded by the first write; the second trims all the others with one statement.
    expect(many).toBe(few)
    const kept = await app.services.db
      .selectFrom('raw_messages')
      .select(eb => ['device_id', eb.fn.countAll().as('count')])
      .groupBy('device_id')
      .orderBy('device_id')
      .execute()
    expect(kept.map(({ count }) => Number(count))).toEqual(
      new Array(MANY).fill(50).map((most, at) => most + (at < 2 ? 2 : 0)),
    )
  })

  test('for what of them came late', async () => {
    const time = app.clock.now() - 3 * HOUR_MS
    const [few, many] = await statementsOf(async (services, some) => {
      const ingest = withLateNotes(services, { store: async () => {}, drain: async () => {} })
      for (const { id } of some) await ingest.store([[id, 't', time, 21]])
      await ingest.flush()
    })
    expect(many).toBe(few)
    const iso = new Date(time).toISOString()
    expect(await lateReadings(app.services.db)).toMatchObject(
      devices.map(({ id }) => ({ device_id: id, start: iso, end: iso })),
    )
  })

  test('for topics that were heard and that nobody is bound to', async () => {
    const note = (topic: string, messages: number) => ({
      topic,
      source: 'tasmota' as const,
      messages,
      last_message: JSON.stringify({ n: messages }),
    })
    const [one, thousand] = [[note('tele/7', 2)], Array.from({ length: 1000 }, (_, nr) => note(`tele/${nr}`, 3))]
    const counts: number[] = []
    for (const notes of [one, thousand]) {
      const { db, kinds } = noteStatements(app.services.db)
      await noteTopics(db, notes, app.clock.iso())
      counts.push(kinds.length)
    }
    expect(counts[1]).toBe(counts[0])
    const heard = await heardTopics(app.services.db, app.clock.iso())
    expect(heard).toHaveLength(1000)
    expect(heard.find(({ topic }) => topic === 'tele/7')).toMatchObject({ messages: 5, last_message: '{"n":3}' })
    // A topic heard later drives out the one that was heard longest ago.
    app.clock.forward(MINUTE_MS)
    await noteTopics(app.services.db, [note('tele/new', 1)], app.clock.iso())
    expect(await heardTopics(app.services.db, app.clock.iso(-MINUTE_MS))).toHaveLength(1000)
  })
})
