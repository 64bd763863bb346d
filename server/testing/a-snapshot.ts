import type { SnapshotInput } from '#shared/contract/measurements/snapshots.ts'
import { jsonOf } from '../kit/database/json.ts'
import { nextVersion } from '../snapshots/store.ts'
import type { TestApp } from './start-test-app.ts'

/** A version of a project that nobody agreed to share anything with: it waits, and will fail. */
export const aSnapshot = async (
  { services, clock }: TestApp,
  { research_id, user_id, input }: { research_id: number; user_id: number; input: SnapshotInput },
): Promise<number> => {
  const { db } = services
  const row = {
    ...{ research_id, user_id, version: await nextVersion(db, research_id), language: 'en' as const },
    ...{
      input: jsonOf(input),
      status: 'waiting' as const,
      values: 0,
      values_done: 0,
      bytes: 0,
      created_at: clock.iso(),
    },
    ...{ taken_until: '', tries: 0, public_download: 0, downloads: 0 },
  }
  const { id } = await db.insertInto('research_snapshots').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}
