import type { z } from 'zod'
import { AlertRuleInput } from '#shared/contract/alerts/alert-rules.ts'
import type { Episode } from '#shared/rules/alerts/alert-backtest.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { placementsRunningAt } from '../devices/placement/placements.ts'
import { ownDevices } from '../devices/watching/watched.ts'
import type { Database } from '../kit/database/database.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { demoLocationIds } from '../locations/places.ts'
import { accountOfId, callerOf } from '../users/accounts.ts'
import { type Tried, tryRule } from './backtest.ts'
import { publishAlertsChanged } from './evaluation/news.ts'
import { insertAlert } from './evaluation/open-alert-store.ts'
import { newAlert } from './evaluation/opened.ts'
import { edgeAt, type Watched, watchedAt } from './evaluation/targets.ts'
import { markAlerts } from './history/alert-store.ts'
import { ruleColumnsOf } from './rules/rule-rows.ts'
import { type ActiveRule, activeRules, insertRule, publishRulesChanged } from './rules/rule-store.ts'

export { deleteDemoRules } from './rules/rule-store.ts'

/** Physical quantities of the taxonomy. */
const [TEMPERATURE, HUMIDITY, CO2, NH3] = [1, 2, 3, 4]
const DAYS = 30
/** Age (ms) beyond which an ended alert counts as seen. */
const UNREAD_MS = 2 * 86_400_000

/** Place of the demo farm where one of its devices hangs; none before it has any. */
type DemoPlace = { location_id: number; area_id: number } | undefined

/** Rules of the demo farm, one for a whole farm and one for an area. They tell nobody by mail: its animals are not there. */
const rulesFor = (place: DemoPlace): z.input<typeof AlertRuleInput>[] => [
  { physical_quantity_id: NH3, threshold_value: 20, clear_value: 17, urgency: 'act_now' },
  { physical_quantity_id: NH3, threshold_value: 15, clear_value: 12.5, calculation_minutes: 60 },
  {
    ...{ physical_quantity_id: CO2, threshold_value: 3000, clear_value: 2600, calculation_minutes: 60 },
    location_id: place?.location_id,
  },
  ...(place
    ? [
        {
          ...{
            physical_quantity_id: TEMPERATURE,
            threshold_value: 30,
            clear_value: 28.5,
            calculation_minutes: 30 as const,
          },
          area_id: place.area_id,
        },
      ]
    : []),
  { physical_quantity_id: HUMIDITY, threshold_value: 85, clear_value: 80, calculation_minutes: 180, urgency: 'digest' },
]

/** Limits of NH3 below those of the rules, the highest first: one of them is passed at any hour. */
const EARLY = [12.5, 10, 7.5, 5, 2.5]

type Input = z.output<typeof AlertRuleInput>
const inputOf = (rule: z.input<typeof AlertRuleInput>): Input =>
  AlertRuleInput.parse({ ...rule, alert_via_email: false, alert_via_push: false, alert_via_contact_point: false })

/** Age (ms) of the last evaluation beyond which an episode is open only because its device fell silent: the watch does not open it. */
const FRESH_MS = 2 * HOUR_MS

const isOpen = ({ episodes }: Tried, now: number): boolean =>
  episodes.some(({ until, state }) => until === null && now - state.evaluated < FRESH_MS)

/** A rule that fires now, where none of the others would: without an open alert nobody can try what to do with one. */
const earlyRule = async (services: Services, user: Parameters<typeof tryRule>[1]): Promise<Input | undefined> => {
  for (const threshold_value of EARLY) {
    const input = inputOf({ physical_quantity_id: NH3, threshold_value, calculation_minutes: 15 })
    if ((await tryRule(services, user, input, 1)).tried.some(one => isOpen(one, services.now()))) return input
  }
  return undefined
}

/** First place of the demo farm where a device of the person hangs. */
const demoPlaceOf = async ({ db, now }: Services, user: { id: number; email: string }): Promise<DemoPlace> => {
  const demo = new Set(await demoLocationIds(db))
  const devices = [...((await ownDevices(db, [user])).get(user.id)?.keys() ?? [])]
  const placements = await placementsRunningAt(db, new Date(now()).toISOString(), devices)
  return placements.toSorted((one, other) => one.device_id - other.device_id).find(one => demo.has(one.location_id))
}

/** Rules for the demo farm, and the alerts they would have made of the history it has by now. */
export const addDemoAlerts = async (services: Services, userId: number): Promise<void> => {
  const { db, bus } = services
  const account = await accountOfId(db, userId)
  if (!account) return
  const user = callerOf(account)
  const inputs = rulesFor(await demoPlaceOf(services, user)).map(inputOf)
  const trials: Awaited<ReturnType<typeof tryRule>>[] = []
  for (const input of inputs) trials.push(await tryRule(services, user, input, DAYS))
  const extraRule = trials.some(({ tried }) => tried.some(one => isOpen(one, services.now())))
    ? undefined
    : await earlyRule(services, user)
  // Alerts of this rule's past are not written: there would be far too many.
  if (extraRule) inputs.push(extraRule)
  const tried = trials.flatMap(trial => trial.tried.map(({ id }) => id))
  const watched = await watchedAt(db, isoNow(services), { rules: [], unreadable: [] }, [...new Set(tried)])
  await db.transaction().execute(async trx => {
    for (const [index, input] of inputs.entries()) {
      const { id } = await insertRule(trx, user.id, { ...ruleColumnsOf(input), demo: 1 }, isoNow(services))
      const [rule] = await activeRules(trx, [id])
      for (const one of trials[index]?.tried ?? []) if (rule) await insertPast(trx, rule, one, watched, services.now())
    }
  })
  publishRulesChanged(bus)
  publishAlertsChanged(bus, [{ kind: 'rule', user_id: user.id, location_id: null, device_id: 0 }])
}

/** Writes the alerts of a rule that are over; those that would be open now are left to the watch. */
const insertPast = async (trx: Database, rule: ActiveRule, tried: Tried, watched: Watched, now: number) => {
  const device = watched.devices.get(tried.id)
  if (!device) return
  for (const { until, state } of tried.episodes) {
    if (until === null) continue
    const alert = newAlert(
      { kind: 'rule', rule, urgency: rule.urgency, edge: edgeAt(rule, device, state.evaluated) },
      device,
      tried.measurements[0] ?? null,
      state,
    )
    const id = await insertAlert(trx, { ...alert, ...endOf(state, until) })
    if (id !== undefined && now - until > UNREAD_MS) await markAlerts(trx, rule.user_id, [id], { read: true })
  }
}

const endOf = (state: Episode['state'], until: number) => ({
  state: 'resolved' as const,
  fired_at: new Date(state.told?.at ?? state.evaluated).toISOString(),
  resolved_at: new Date(until).toISOString(),
  ended_by: 'value' as const,
})
