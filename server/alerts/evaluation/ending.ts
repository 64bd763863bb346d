import type { Alert } from '#shared/contract/alerts/alerts.ts'
import type { Database } from '../../kit/database/database.ts'
import { announce } from './announce.ts'
import type { Changed } from './news.ts'
import { endOpenAlerts, openAlertsOfRule } from './open-alert-store.ts'
import { deleteStatesOfAlerts, deleteStatesOfRule } from './state-store.ts'

/**
 * Ends open alerts though their values did not come back, and lets the watch over their devices begin anew. Call it in a
 * transaction, before the rule is gone; returns what is to be told with `publishAlertsChanged` afterwards.
 */
export const endAlerts = async (
  trx: Database,
  alertIds: readonly number[],
  ended_by: NonNullable<Alert['ended_by']>,
  at: string,
): Promise<Changed[]> => {
  if (alertIds.length === 0) return []
  const ended = await endOpenAlerts(trx, alertIds, { ended_by, resolved_at: at })
  await deleteStatesOfAlerts(trx, alertIds)
  await announce(
    trx,
    ended.map(({ id }) => ({ alert_id: id, event: 'resolved', at })),
  )
  return ended
}

/** Ends all of a rule, or of some devices of it, and forgets how far it had counted there. */
export const endRule = async (
  trx: Database,
  ruleId: number,
  at: string,
  deviceIds?: readonly number[],
): Promise<Changed[]> => {
  if (deviceIds?.length === 0) return []
  const ended = await endAlerts(trx, await openAlertsOfRule(trx, ruleId, deviceIds), 'rule', at)
  await deleteStatesOfRule(trx, ruleId, deviceIds)
  return ended
}
