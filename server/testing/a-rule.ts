import type { z } from 'zod'
import { type AlertRuleInput, alertRuleEndpoints } from '#shared/contract/alerts/alert-rules.ts'
import type { TestUser } from './a-user.ts'
import type { TestApp } from './start-test-app.ts'

/** A physical quantity of the taxonomy. */
export const NH3 = 4

/** Fires with the first message of more than 20 ppm NH3, unless said otherwise. */
export const aRule = (test: TestApp, owner: TestUser, changes: Partial<z.input<typeof AlertRuleInput>> = {}) =>
  test.call(
    alertRuleEndpoints.createAlertRule,
    { body: { physical_quantity_id: NH3, threshold_value: 20, calculation_minutes: 0, ...changes } },
    owner.token,
  )
