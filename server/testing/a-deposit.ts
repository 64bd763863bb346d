import type { TestApp } from './start-test-app.ts'

/** A deposit of a version that failed, in no repository. */
export const aDeposit = async (
  { services, clock }: TestApp,
  { snapshot_id, user_id }: { snapshot_id: number; user_id: number },
): Promise<number> => {
  const { id } = await services.db
    .insertInto('research_deposits')
    .values({
      ...{ snapshot_id, user_id, kind: 'zenodo', url: 'https://zenodo.example', collection: '', mark: 'urn:uuid:1' },
      ...{ publish: 0, status: 'failed', created_at: clock.iso(), taken_until: '', tries: 1, is_begun: 0 },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
