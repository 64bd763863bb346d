import { expect, test } from 'vitest'
import { migrate } from '../kit/database/migrate.ts'
import { catalogueBefore, insertUsers } from '../testing/catalogue-before.ts'

const BEFORE = '2026-11-26-0710-project-at-the-answer'

test('[decisions §8] ends of ownership from before stand as the ledgers tell them', async () => {
  const { db, run, end } = await catalogueBefore(BEFORE)
  const [asked, seller, owner, nobody] = ['NULL, 9', '7, 1', '7, 2', '7, NULL']
  const entry = (id: number, research: number, kind: string, who: string, day: number) =>
    `(${id}, ${research}, 'R', '${kind}', ${who}, '2025-01-0${day}T00:00:00.000Z')`
  const before = `
    ${insertUsers([1, 2, 3])}
    INSERT INTO locations (id, name, type, details, time_zone, demo, created_at) VALUES (7, 'De Linde', 41, '{}', 'Europe/Amsterdam', 0, '2025');
    INSERT INTO location_owners (location_id, email) VALUES (7, 'u2@farm.example');
    INSERT INTO research_consents (id, research_id, research_name, kind, location_id, said_by, said_at) VALUES ${[
      entry(1, 5, 'asked', asked, 1),
      entry(2, 5, 'yes', seller, 1),
      // A second project of the same location, whose yes by another goes on.
      entry(3, 6, 'yes', seller, 2),
      entry(4, 6, 'yes', owner, 3),
      // This person never owned it by what is known later than their own no.
      entry(5, 6, 'no', '7, 3', 3),
      entry(6, 5, 'owner_changed', nobody, 4),
      entry(7, 6, 'owner_changed', nobody, 9),
      // The account of this one is gone.
      entry(8, 6, 'no', '7, 4', 9),
    ].join()}`
  await run(before)
  await migrate(db)
  const ends = await db.selectFrom('research_former_owners').selectAll().orderBy('user_id').execute()
  expect(
    ends.map(({ user_id, location_id, until, last_entry_id }) => [
      user_id,
      location_id,
      until.slice(8, 10),
      last_entry_id,
    ]),
  ).toEqual([
    [1, 7, '04', 6],
    [3, 7, '03', 5],
  ])
  await end()
})
