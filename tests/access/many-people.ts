import { randomUUID } from 'node:crypto'
import type { Database } from '../../server/kit/database/database.ts'
import { jsonOf } from '../../server/kit/database/json.ts'

const BATCH = 100

const inBatches = async <Row>(rows: readonly Row[], insert: (batch: Row[]) => Promise<unknown>): Promise<void> => {
  for (let at = 0; at < rows.length; at += BATCH) await insert(rows.slice(at, at + BATCH))
}

const count = (length: number): number[] => Array.from({ length }, (_, index) => index)

/** Fills a group with people, and shares locations of its owner with it: as many as somebody could type in a year. */
export const manyPeople = async (
  db: Database,
  crowd: { groupId: number; ownerId: number; ownerEmail: string; people: number; locations: number },
  at: string,
): Promise<void> => {
  const { groupId, ownerId, ownerEmail, people, locations } = crowd
  await inBatches(count(people), async batch => {
    const made = await db
      .insertInto('users')
      .values(
        batch.map(index => {
          const email = `${randomUUID()}@crowd.example`
          return {
            email,
            username: email,
            name: `Person ${index}`,
            password_hash: '',
            admin: 0,
            permissions: '[]',
            roles: jsonOf([]),
            suspended_at: null,
            last_seen_at: at,
            locale: 'en' as const,
            time_zone: 'Europe/Amsterdam',
            policy_accepted: '2018-05-25',
            email_verified_at: at,
            pending_email: null,
            password_changed_at: at,
            one_time_codes_since: null,
            created_at: at,
          }
        }),
      )
      .returning('id')
      .execute()
    await db
      .insertInto('group_members')
      .values(made.map(({ id }) => ({ group_id: groupId, user_id: id, role: 'member' as const, joined_at: at })))
      .execute()
  })
  await inBatches(count(locations), async batch => {
    const made = await db
      .insertInto('locations')
      .values(
        batch.map(index => ({
          name: `Farm ${index}`,
          type: 41,
          details: '{}',
          time_zone: 'Europe/Amsterdam',
          demo: 0,
          created_at: at,
        })),
      )
      .returning('id')
      .execute()
    const ids = made.map(({ id }) => id)
    await db
      .insertInto('location_owners')
      .values(ids.map(location_id => ({ location_id, email: ownerEmail })))
      .execute()
    await db
      .insertInto('location_shares')
      .values(
        ids.map(location_id => ({
          location_id,
          group_id: groupId,
          may: 'read' as const,
          shared_by: ownerId,
          shared_at: at,
        })),
      )
      .execute()
    await db
      .insertInto('areas')
      .values(ids.map(location_id => ({ location_id, name: 'Barn', area_type_id: 1, group_items: '[]' })))
      .execute()
  })
}
