import type { Insertable } from 'kysely'
import { jsonOf } from '../kit/database/json.ts'
import type { Tables } from '../tables.ts'
import type { TestUser } from './a-user.ts'
import type { TestApp } from './start-test-app.ts'

type Rule = Insertable<Tables['alert_rules']>
type Alert = Insertable<Tables['alerts']>

/** A rule of `owner` as its table keeps it: NH3 above 20 ppm, told by mail. */
export const aRuleRow = async (test: TestApp, owner: TestUser, changes: Partial<Rule> = {}): Promise<number> => {
  const { id } = await test.services.db
    .insertInto('alert_rules')
    .values({
      user_id: owner.id,
      name: null,
      area_type_id: null,
      physical_quantity_id: 4,
      calculation: 'average',
      comparison: 'value',
      comparator: 'greater',
      threshold_value: 20,
      clear_value: 18,
      calculation_minutes: 15,
      times: 1,
      exclude_months: jsonOf([]),
      exclude_hours: jsonOf([]),
      exclude_device_ids: jsonOf([]),
      urgency: 'act_now',
      active: 1,
      recipients: jsonOf([]),
      checks: jsonOf([]),
      created_at: test.clock.iso(),
      updated_at: test.clock.iso(),
      alert_via_email: 1,
      alert_via_push: 1,
      alert_via_webhook: 1,
      ...changes,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An alert that has just fired on a device, of a rule or built in. */
export const anAlertRow = async (
  test: TestApp,
  device: { id: number },
  changes: Partial<Alert> = {},
): Promise<number> => {
  const at = test.clock.iso()
  const { id } = await test.services.db
    .insertInto('alerts')
    .values({
      kind: 'rule',
      alert_rule_id: null,
      user_id: null,
      rule_name: null,
      urgency: 'act_now',
      device_id: device.id,
      location_id: null,
      location_name: 'De Linde',
      area_id: null,
      area_name: 'Barn 1',
      area_type_id: null,
      time_zone: 'Europe/Amsterdam',
      measurement: 'nh3',
      physical_quantity_id: 4,
      calculation: 'average',
      comparison: 'value',
      comparator: 'greater',
      calculation_minutes: 15,
      threshold_value: 20,
      clear_value: 18,
      state: 'firing',
      started_at: test.clock.iso(-15 * 60_000),
      fired_at: at,
      resolved_at: null,
      ended_by: null,
      last_value: 24.6,
      last_at: at,
      worst_value: 24.6,
      worst_at: at,
      count: 1,
      cannot_tell: 0,
      told_value: 24.6,
      told_at: at,
      checks: jsonOf([]),
      acknowledged_by: null,
      acknowledged_at: null,
      acknowledged_note: null,
      silenced_until: null,
      ...changes,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
