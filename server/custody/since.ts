import { askedTogether } from '../kit/database/asked-together.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { onCustodyChanged } from './news.ts'
import { ownedSinceOf } from './timeline.ts'

const CACHED_MS = 10_000

export type OwnedSince = (deviceId: number) => Promise<number>

/**
 * Looks up the time (epoch ms) since which a device has its owner. Remembers for some seconds, since devices call
 * often; a hand-over forgets at once.
 */
export const createOwnedSince = (services: Pick<Services, 'db' | 'bus' | 'now'>): OwnedSince => {
  const known = new Map<number, { since: number; until: number }>()
  const read = askedTogether((ids: readonly number[]) => ownedSinceOf(services.db, ids, isoNow(services)))
  let changes = 0
  onCustodyChanged(services, deviceId => {
    changes++
    known.delete(deviceId)
  })
  services.bus.onGap(() => {
    changes++
    known.clear()
  })
  return async deviceId => {
    const remembered = known.get(deviceId)
    if (remembered && remembered.until > services.now()) return remembered.since
    const seen = changes
    const since = (await read(deviceId)) ?? 0
    if (known.size > 50_000) known.clear()
    if (seen === changes) known.set(deviceId, { since, until: services.now() + CACHED_MS })
    return since
  }
}
