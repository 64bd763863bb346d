import type { AccountLoss } from '#shared/contract/accounts/people.ts'
import type { Acting } from '../audit/audit.ts'
import type { Database } from '../kit/database/database.ts'
import type { Services } from '../kit/services.ts'
import { deleteUser } from './store.ts'

/**
 * Work of another domain on an account that is about to be deleted; answers whom to tell once it is gone. What ends for other people is
 * noted in the audit log for who does it: nobody (null) where the people of the demo farm go.
 */
export type UserRemoval = (
  db: Database,
  userId: number,
  services: Services,
  acting: Acting | null,
) => Promise<(services: Services) => void>

const removals = new Set<UserRemoval>()

/** Has a domain look after what it keeps of an account before that is deleted. Returns what ends it. */
export const beforeUserRemoval = (removal: UserRemoval): (() => void) => {
  removals.add(removal)
  return () => void removals.delete(removal)
}

/** Count by another domain of what it takes away with an account, at a time (ISO 8601). */
export type LossCount = (db: Database, userId: number, now: string) => Promise<Partial<AccountLoss>>

const losses = new Set<LossCount>()

/** Has a domain count what goes with an account before it is deleted. */
export const countLossBy = (count: LossCount): void => void losses.add(count)

/** Work of other domains when an account goes. */
export const furtherLoss = async (db: Database, userId: number, now: string): Promise<Partial<AccountLoss>> => {
  const counts: Partial<AccountLoss>[] = []
  for (const count of losses) counts.push(await count(db, userId, now))
  return Object.assign({}, ...counts)
}

/** Deletes an account inside a transaction. Call what comes back when that is over. */
export const removeAccount = async (
  db: Database,
  userId: number,
  services: Services,
  acting: Acting | null,
): Promise<(services: Services) => void> => {
  const told: ((services: Services) => void)[] = []
  for (const removal of removals) told.push(await removal(db, userId, services, acting))
  await deleteUser(db, userId)
  return services => {
    for (const tell of told) tell(services)
  }
}
