import type { Snapshot } from '#shared/contract/measurements/snapshots.ts'
import { type ConsentedRead, ledgerOf } from '../consents/ledger.ts'
import { fromJson } from '../kit/database/json.ts'
import type { Words } from '../kit/language.ts'
import type { Services } from '../kit/services.ts'
import type { Caller } from '../locations/access.ts'
import { requireOwnSnapshot } from './access.ts'
import { depositsOf } from './deposits/deposit-store.ts'
import { presentSnapshot } from './present.ts'
import type { SnapshotRow } from './store.ts'

/** Data of a version that somebody reads, for the consent ledger. */
export const readsOfRow = ({ content }: SnapshotRow): ConsentedRead[] => {
  if (content === null) return []
  const { research_id: researchId, reads } = fromJson(content)
  return reads.map(({ location_id: locationId, device_id: deviceId, measurements, from, until }) => ({
    ...{ researchId, locationId, deviceId, measurements },
    from: Date.parse(from),
    until: Date.parse(until),
  }))
}

/** A version after who manages it changed something. Throws not_found, not_allowed. */
export const presentedSnapshot = async (
  context: Pick<Services, 'db' | 'publicUrl'> & { t: Words; user: Caller },
  id: number,
): Promise<Snapshot> => {
  const { row, project, manages, reads } = await requireOwnSnapshot(context.db, context.user, id)
  const ledger = project ? await ledgerOf(context.db, [project.id]) : []
  const deposits = await depositsOf(context.db, [row.id])
  return presentSnapshot(
    { ...context, ledger },
    { ...row, deposits },
    { institution: project?.institution ?? null, manages, reads },
  )
}
