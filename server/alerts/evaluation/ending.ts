import type { Alert } from '#shared/contract/alerts/alerts.ts'
import type { Database } from '../../kit/database/database.ts'
import { announce } from './announce.ts'
import type { Changed } from './news.ts'

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
  const ended = await trx
    .updateTable('alerts')
    .set({ state: 'resolved', resolved_at: at, ended_by, cannot_tell: 0 })
    .where('id', 'in', alertIds)
    .where('state', '=', 'firing')
    .returning(['id', 'kind', 'user_id', 'location_id', 'device_id'])
    .execute()
  await trx.deleteFrom('alert_states').where('alert_id', 'in', alertIds).execute()
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
  const open = trx.selectFrom('alerts').select('id').where('alert_rule_id', '=', ruleId).where('state', '=', 'firing')
  const states = trx.deleteFrom('alert_states').where('alert_rule_id', '=', ruleId)
  if (deviceIds === undefined) {
    const ended = await endAlerts(trx, idsOf(await open.execute()), 'rule', at)
    await states.execute()
    return ended
  }
  if (deviceIds.length === 0) return []
  const ended = await endAlerts(trx, idsOf(await open.where('device_id', 'in', deviceIds).execute()), 'rule', at)
  await states.where('device_id', 'in', deviceIds).execute()
  return ended
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)
