import type { Services } from '../kit/services.ts'

/** News with the ids of accounts that see or may other things now, by whatever right. */
const SIGHT_CHANGED = 'sight'

/** Accounts named at once: news between processes may be 7,900 bytes long. */
const BATCH_SIZE = 500

/** Says that these accounts see or may other things now. After the transaction, never in it. */
export const publishSightChanged = (services: Pick<Services, 'bus'>, userIds: Iterable<number>): void => {
  const ids = [...new Set(userIds)]
  for (let at = 0; at < ids.length; at += BATCH_SIZE)
    services.bus.publish(SIGHT_CHANGED, ids.slice(at, at + BATCH_SIZE))
}

/** Returns the way to stop listening. */
export const onSightChanged = (services: Pick<Services, 'bus'>, listener: (userIds: readonly number[]) => void) =>
  services.bus.subscribe<number[]>(SIGHT_CHANGED, listener)
