import { expect, test } from 'vitest'
import { migrate } from '../kit/database/migrate.ts'
import { catalogueBefore } from '../testing/catalogue-before.ts'

const BEFORE = '2026-11-22-1260-mapping-versions'

test('[decisions §3] what waited before offers waits on, and what was shared stays', async () => {
  const { db, run, end } = await catalogueBefore(BEFORE)
  const before = `
    INSERT INTO users (id, email, name, username, password_hash, admin, permissions, locale, time_zone, policy_accepted, created_at, password_changed_at)
      VALUES (1, 'a@farm.example', 'A', 'a', '', 0, '[]', 'en', 'Europe/Amsterdam', '', '2025', '2025'),
        (2, 'b@farm.example', 'B', 'b', '', 0, '[]', 'en', 'Europe/Amsterdam', '', '2025', '2025');
    INSERT INTO devices (id, name, device_name, plan, upload_interval, demo, created_at) VALUES (7, 'd', 'd', 'basic', 300, 0, '2025');
    INSERT INTO rentals (id, device_id, user_id, email, owner, given_from, "start", "end") VALUES
      (1, 7, 1, 'a@farm.example', 1, NULL, '2000-01-01T00:00:00.000Z', NULL),
      (2, 7, 2, 'b@farm.example', 0, 1, '2025-01-01T00:00:00.000Z', NULL),
      (3, 7, NULL, 'later@farm.example', 0, 1, '2025-01-01T00:00:00.000Z', NULL),
      (4, 7, NULL, '', 0, 1, '2025-01-01T00:00:00.000Z', '2025-02-01T00:00:00.000Z');
    INSERT INTO device_transfers (device_id, from_user_id, email, created_at) VALUES (7, 1, 'buyer@farm.example', '2025-01-01T00:00:00.000Z')`
  await run(before)
  const began = new Date().toISOString()
  await migrate(db)
  const offers = await db.selectFrom('offers').selectAll().orderBy('id').execute()
  expect(offers).toMatchObject([
    { kind: 'device', device_id: 7, rental_id: null, from_user_id: 1, email: 'buyer@farm.example', declined_at: null },
    { kind: 'rental', device_id: null, rental_id: 3, from_user_id: 1, email: 'later@farm.example', declined_at: null },
  ])
  // A week from now on, however long they have waited.
  for (const { created_at } of offers) expect(created_at >= began).toBe(true)
  const rentals = await db.selectFrom('rentals').select(['id', 'user_id']).orderBy('id').execute()
  expect(rentals.map(({ id, user_id }) => [id, user_id])).toEqual([
    [1, 1],
    [2, 2],
    [3, null],
    [4, null],
  ])
  await end()
})
