import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Bus, openBus } from '../../server/kit/bus/bus.ts'
import { freshStores } from '../../server/testing/fresh-stores.ts'
import { aWayTo } from '../servers/way-to.ts'

const grown = process.env.TEST_STORES === 'grown'
if (!grown) console.info('Skipped: processes tell each other news in the grown set-up only.')

const aBus = async (url: string): Promise<Bus> => {
  const bus = await openBus({ DATABASE_URL: url }, { info: () => {}, warn: () => {}, error: () => {} })
  onTestFinished(() => bus.close())
  return bus
}

const listeners = async (url: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN barnometer'`,
  )
  await client.end()
  return rows.length
}

test.skipIf(!grown)('a measurement that the release before tells is heard by who listens to its device', async () => {
  const url = (await freshStores()).DATABASE_URL as string
  const bus = await aBus(url)
  const heard: unknown[] = []
  bus.subscribe('measurements', news => void heard.push(['7', news]), [7])
  bus.subscribe('measurements', news => void heard.push(['8', news]), [8])
  const older = new pg.Client({ connectionString: url })
  await older.connect()
  const news = [{ device_id: 7, time: 1, values: { t: 21 } }]
  await older.query('SELECT pg_notify($1, $2)', [
    'barnometer',
    JSON.stringify({ from: 'older', topic: 'measurements', news }),
  ])
  await older.end()
  await expect.poll(() => heard).toEqual([['7', news]])
})

test.skipIf(!grown)('news that is too long is counted as lost, and what comes after it is told', async () => {
  const url = (await freshStores()).DATABASE_URL as string
  const [one, other] = [await aBus(url), await aBus(url)]
  const heard: unknown[] = []
  other.subscribe('news', news => void heard.push(news))
  one.publish('news', 'x'.repeat(9000))
  one.publish('news', 'short')
  await expect.poll(() => heard).toEqual(['short'])
  one.publish('news', 'later')
  await expect.poll(() => heard).toEqual(['short', 'later'])
  expect(one.state().lost).toBe(1)
})

describe.skipIf(!grown)('[decisions §6] news between processes, when the connection to the store breaks', () => {
  test('come again after the store was away for longer than one try', async () => {
    const url = (await freshStores()).DATABASE_URL as string
    const way = await aWayTo(url)
    const [one, other] = [await aBus(way.url), await aBus(url)]
    const heard: unknown[] = []
    let gaps = 0
    one.subscribe('news', news => void heard.push(news))
    one.onGap(() => void gaps++)
    way.shut()
    await expect.poll(way.refused).toBeGreaterThan(2)
    way.open()
    await expect.poll(() => listeners(url)).toBe(2)
    other.publish('news', 'back')
    await expect.poll(() => heard).toEqual(['back'])
    expect([gaps, one.state().gaps, other.state().gaps]).toEqual([1, 1, 0])
  })

  test('are told as a gap to those whose own connection held, where they could not be told', async () => {
    const url = (await freshStores()).DATABASE_URL as string
    const way = await aWayTo(url)
    const [one, other] = [await aBus(way.url), await aBus(url)]
    const heard: unknown[] = []
    let gaps = 0
    other.subscribe('news', news => void heard.push(news))
    other.onGap(() => void gaps++)
    one.publish('news', 'before')
    await expect.poll(() => heard).toEqual(['before'])
    way.shut()
    for (const nth of [1, 2, 3]) one.publish('news', nth)
    await expect.poll(() => one.state().lost).toBe(3)
    expect(gaps).toBe(0)
    way.open()
    await expect.poll(() => gaps, { timeout: 5000 }).toBe(1)
    one.publish('news', 'after')
    await expect.poll(() => heard).toEqual(['before', 'after'])
    expect(other.state()).toMatchObject({ link: 'connected', gaps: 1, received: 2 })
  })

  test('are heard once, however often it broke', async () => {
    const url = (await freshStores()).DATABASE_URL as string
    const [one, other] = [await aBus(url), await aBus(url)]
    const heard: unknown[] = []
    one.subscribe('news', news => void heard.push(news))
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    for (let time = 0; time < 3; time++) {
      const before = await admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN barnometer'`,
      )
      expect(before.rowCount).toBe(2)
      await expect.poll(() => listeners(url)).toBe(2)
    }
    await admin.end()
    other.publish('news', 'first')
    other.publish('news', 'last')
    await expect.poll(() => heard.at(-1)).toBe('last')
    expect(heard).toEqual(['first', 'last'])
  })
})
