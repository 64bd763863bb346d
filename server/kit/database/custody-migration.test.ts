import { expect, test } from 'vitest'
import { catalogueBefore, insertUsers } from '../../testing/catalogue-before.ts'
import { migrate } from './migrate.ts'

const BEFORE = '2026-11-22-1100-diary'

test('[decisions §13] what was kept before custody is bounded by it', async () => {
  const { db, run, end } = await catalogueBefore(BEFORE)
  await run(`
    ${insertUsers([1, 2, 3])}
    INSERT INTO devices (id, name, device_name, plan, upload_interval, demo, created_at) VALUES (7, 'd', 'd', 'basic', 300, 0, '2025');
    INSERT INTO devices (id, name, device_name, plan, upload_interval, demo, created_at) VALUES (8, 'e', 'e', 'basic', 300, 0, '2025');
    INSERT INTO rentals (id, device_id, user_id, email, owner, "start", "end") VALUES
      (1, 7, 1, 'u1@farm.example', 1, '2000-01-01T00:00:00.000Z', '2025-03-01T00:00:00.000Z'),
      (2, 7, 3, 'u3@farm.example', 0, '2025-02-01T00:00:00.000Z', NULL),
      (3, 7, 2, 'u2@farm.example', 1, '2025-03-01T00:00:00.000Z', NULL),
      (4, 7, 2, 'u2@farm.example', 0, '2000-01-01T00:00:00.000Z', NULL),
      (5, 7, 3, 'u3@farm.example', 0, '2000-01-01T00:00:00.000Z', NULL);
    INSERT INTO calibrations (device_id, measurement, method, "offset", valid_from, compared, created_at, created_by) VALUES
      (7, 't', 'manual', 2, '2025-01-01T00:00:00.000Z', '[]', '2025-01-01T00:00:00.000Z', 1),
      (7, 'h', 'manual', 9, '2000-06-01T00:00:00.000Z', '[]', '2025-04-01T00:00:00.000Z', 2);
  `)
  await migrate(db)
  const custodies = await db.selectFrom('rentals').selectAll().orderBy('id').execute()
  expect(
    custodies.map(({ id, user_id, given_from, start, end }) => [
      id,
      user_id,
      given_from,
      start.slice(0, 7),
      end?.slice(0, 7),
    ]),
  ).toEqual([
    [1, 1, null, '2000-01', '2025-03'],
    // Given by the seller: it ended with the sale.
    [2, 3, 1, '2025-02', '2025-03'],
    [3, 2, null, '2025-03', undefined],
    // The buyer lent it to himself and to a friend from 2000 on: the one is gone, the other begins with the purchase.
    [5, 3, 3, '2025-03', undefined],
    [6, null, null, '2000-01', undefined],
  ])
  const calibrations = await db.selectFrom('calibrations').selectAll().orderBy('id').execute()
  expect(
    calibrations.map(({ measurement, offset, valid_from, method, custody_id }) => [
      measurement,
      offset,
      valid_from.slice(0, 7),
      method,
      custody_id,
    ]),
  ).toEqual([
    ['t', 2, '2025-01', 'manual', 1],
    ['h', 9, '2025-03', 'manual', 3],
    ['t', 2, '2025-03', 'handed_over', 3],
  ])
  await end()
})
