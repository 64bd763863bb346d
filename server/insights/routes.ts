import { insightEndpoints, MAX_INSIGHT_DAYS, MAX_INSIGHTS } from '#shared/contract/measurements/insights.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { Failure } from '../kit/failure.ts'
import { serve } from '../kit/http/serve.ts'
import { isoNow } from '../kit/services.ts'
import { insightSight } from './access.ts'
import { insightOfId, insightsOf, setInsightDismissed } from './insight-store.ts'

const MANAGED = ['edit' as const]

export const insightRoutes = serve(insightEndpoints, {
  listInsights: async ({ query: { device_id, from, until } }, { db, user }) => {
    const isLong = Date.parse(until) - Date.parse(from) > MAX_INSIGHT_DAYS * DAY_MS
    if (device_id === undefined && isLong) throw new Failure('too_much_data')
    const { areaIds, sees, manages, named } = await insightSight(db, user, device_id)
    // Areas of all farms are limited by the days, those of a device by their number.
    const limit = device_id === undefined ? null : MAX_INSIGHTS
    const found = (await insightsOf(db, areaIds, { from, until, limit })).filter(sees)
    return found.map(insight => ({ ...named(insight), may: manages(insight) ? MANAGED : [] }))
  },

  dismissInsight: async ({ params, body }, context) => {
    const { db, user } = context
    const insight = await insightOfId(db, params.id)
    const { sees, manages } = await insightSight(db, user)
    if (!insight || !sees(insight)) throw new Failure('not_found')
    if (!manages(insight)) throw new Failure('not_allowed')
    const by = body.dismissed ? { dismissed_at: isoNow(context), dismissed_by: user.id } : null
    await setInsightDismissed(db, params.id, by)
    const changed = await insightOfId(db, params.id)
    if (!changed) throw new Failure('not_found')
    return { ...changed, may: MANAGED }
  },
})
