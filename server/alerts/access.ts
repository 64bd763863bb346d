import { contains } from '#shared/rules/time/rental.ts'
import { visiblePeriods } from '../devices/access.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import { type Caller, visibleLocationIds } from '../locations/access.ts'
import type { StoredRule } from './rules/rule-rows.ts'
import { type OwnedRule, ownedRuleOfId, ruleOfId } from './rules/rule-store.ts'

/** A rule that the caller may read: an own one; administrators may read all. Throws not_found. */
export const requireSeenRule = async (
  db: Database,
  user: Pick<Caller, 'id' | 'admin'>,
  id: number,
): Promise<OwnedRule> => {
  const row = await ownedRuleOfId(db, id)
  if (!row || !(user.admin || row.user_id === user.id)) throw new Failure('not_found')
  return row
}

/** A rule is its owner's alone to change and to try; administrators only read it. Throws not_found. */
export const requireRule = async (db: Database, user: Pick<Caller, 'id'>, id: number): Promise<StoredRule> => {
  const row = await ruleOfId(db, id)
  if (row?.user_id !== user.id) throw new Failure('not_found')
  return row
}

/** Places and devices that a caller's alerts come from. */
export interface AlertsSeen {
  user: Caller
  /** Locations the caller owns; null: all there are. */
  locations: number[] | null
  /** Devices the caller may see at this moment, by whatever right. */
  devices: number[]
}

export const alertsSeenBy = async (db: Database, user: Caller, now: string): Promise<AlertsSeen> => {
  const locations = await visibleLocationIds(db, user, 'own')
  if (locations === null) return { user, locations, devices: [] }
  const periods = await visiblePeriods(db, user)
  const devices = [...periods].filter(([, spans]) => spans.some(span => contains(span, now))).map(([id]) => id)
  return { user, locations, devices }
}
