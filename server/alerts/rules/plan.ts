import { hasAlertRules } from '#shared/rules/devices/plan.ts'
import { visiblePeriods } from '../../devices/access.ts'
import { plansOf } from '../../devices/watching/watched.ts'
import { Failure } from '../../kit/failure.ts'
import type { SignedIn } from '../../kit/http/serve.ts'
import type { Words } from '../../kit/language.ts'
import type { Services } from '../../kit/services.ts'

/** Alerts come with the plans basic and pro (decisions §4), by the rule the screens go by. Throws not_allowed. */
export const requirePlan = async ({ db, user, t }: Services & { user: SignedIn; t: Words }): Promise<void> => {
  if (!hasAlertRules(await plansOf(db, [...(await visiblePeriods(db, user)).keys()])))
    throw new Failure('not_allowed', { fields: { plan: [t('fields.needs_alert_plan')] } })
}
