import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '../kit/database/migrate.ts'
import { catalogueBefore, insertUsers } from '../testing/catalogue-before.ts'

const BEFORE = '2026-11-26-1100-former-owners'

test('[decisions §8] owners from before have the time that the ledgers tell, and buyers of the release before a time', async () => {
  const { db, run, end } = await catalogueBefore(BEFORE)
  const place = (id: number) => `(${id}, 'De Linde', 41, '{}', 'Europe/Amsterdam', 0, '2025')`
  const entry = (id: number, kind: string, who: number | null, location = 7) =>
    `(${id}, 5, 'R', '${kind}', ${location}, ${who}, '2025-01-0${id}T00:00:00.000Z')`
  const owner = (id: number, location = 7) => `(${location}, 'u${id}@farm.example')`
  const [seller, early, left, never, maker, buyer] = [1, 2, 3, 4, 5, 6]
  const before = `
    ${insertUsers([seller, early, left, never, maker, buyer])}
    INSERT INTO locations (id, name, type, details, time_zone, demo, created_at) VALUES ${[7, 8].map(place).join()};
    INSERT INTO location_owners (location_id, email) VALUES ${[early, never, maker].map(id => owner(id)).join()}, ${owner(maker, 8)};
    INSERT INTO research_consents (id, research_id, research_name, kind, location_id, said_by, said_at) VALUES ${[
      entry(1, 'yes', seller),
      entry(2, 'no', maker),
      entry(3, 'owner_changed', null),
      entry(4, 'yes', early),
      entry(5, 'yes', left),
      entry(6, 'owner_changed', null),
      entry(7, 'yes', maker, 8),
    ].join()}`
  await run(before)
  const started = new Date().toISOString()
  await migrate(db)
  // A process of the release before has an offer accepted.
  await sql.raw(`INSERT INTO location_owners (location_id, email) VALUES ${owner(buyer)}`).execute(db)
  const owners = await db.selectFrom('location_owners').selectAll().orderBy('location_id').orderBy('email').execute()
  const sinceOf = (id: number) => owners.find(one => one.email === `u${id}@farm.example`)?.since
  expect(owners.slice(0, 3).map(({ since }) => since)).toEqual([
    '2025-01-03T00:00:00.000Z',
    '2025-01-06T00:00:00.000Z',
    null,
  ])
  expect(owners.at(-1)).toMatchObject({ location_id: 8, since: null })
  expect(Date.parse(sinceOf(buyer) ?? '')).toBeGreaterThanOrEqual(Date.parse(started))
  await end()
})
