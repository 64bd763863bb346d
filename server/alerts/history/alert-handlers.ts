import type { User } from '#shared/contract/accounts/users.ts'
import type { alertEndpoints } from '#shared/contract/alerts/alerts.ts'
import { onCustodyChanged } from '../../custody/news.ts'
import { liveOf } from '../../ingest/live.ts'
import { jsonOf } from '../../kit/database/json.ts'
import { Failure } from '../../kit/failure.ts'
import { type EventStream, openEventStream } from '../../kit/http/event-stream.ts'
import type { Handler, SignedIn } from '../../kit/http/serve.ts'
import { lockUser } from '../../kit/limits/lock-user-store.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { keepRights } from '../../users/stream-rights.ts'
import { alertsSeenBy, requireRule } from '../access.ts'
import { endRule } from '../evaluation/ending.ts'
import { isNewsFor, newsSeenBy, onAlertsChanged, publishAlertsChanged, publishMarked } from '../evaluation/news.ts'
import { ruleOf } from '../rules/rule-rows.ts'
import { changeRule, publishRulesChanged } from '../rules/rule-store.ts'
import {
  acknowledge,
  alertsOf,
  countAlerts,
  deleteAlerts,
  markAlerts,
  requireAlert,
  requireAlerts,
  seenIds,
  silence,
  withdraw,
} from './alert-store.ts'
import { mayDelete, presentAlerts } from './present.ts'

type Handlers = { [Name in keyof typeof alertEndpoints]: Handler<(typeof alertEndpoints)[Name]> }
type Context = Services & { user: SignedIn }

const LONGEST_SILENCE = 7 * 86_400_000
/** News that come together are told once. */
const GATHER_MS = 200

const alertOf = async (context: Context, id: number) => {
  const { db, user } = context
  return requireAlert(db, await alertsSeenBy(db, user, isoNow(context)), isoNow(context), id)
}

const presentAlert = async (context: Context, id: number) => {
  const [alert] = await presentAlerts(context.db, context.user, [await alertOf(context, id)])
  if (!alert) throw new Failure('not_found')
  return alert
}

/** Reads what the caller sees of alerts. Returns what tells an open stream of their changes, while the caller may see them. */
const alertNews = async (context: Context): Promise<(stream: EventStream) => void> => {
  const { db, bus, user } = context
  const read = (caller: User) => newsSeenBy(db, caller, isoNow(context))
  const first = await read(user)
  return stream => {
    const rights = keepRights(context, stream, { first, read })
    let told: NodeJS.Timeout | undefined
    const tell = (): void => {
      told ??= setTimeout(() => {
        told = undefined
        stream.send('alerts', {})
      }, GATHER_MS)
    }
    stream.onClose(onAlertsChanged(bus, news => rights.send(seen => isNewsFor(seen, news) && tell())))
    stream.onClose(onCustodyChanged(context, rights.invalidate))
    stream.onClose(() => clearTimeout(told))
  }
}

/** `ending` aborts when the server is about to end. */
export const alertHandlers = (ending: AbortSignal): Handlers => ({
  listAlerts: async ({ query }, context) => {
    const { db, user } = context
    const { device_id, ...filters } = query
    const device_ids = device_id === undefined ? null : [device_id]
    const now = isoNow(context)
    return presentAlerts(
      db,
      user,
      await alertsOf(db, await alertsSeenBy(db, user, now), now, { ...filters, device_ids }),
    )
  },

  getAlertSummary: async (_, context) => {
    const { db, user } = context
    return countAlerts(db, await alertsSeenBy(db, user, isoNow(context)), isoNow(context))
  },

  streamAlerts: async (_, context) => {
    const send = await alertNews(context)
    send(openEventStream(context.request, context.reply, ending))
    return context.reply
  },

  streamEvents: async ({ query }, context) => {
    const [sendNews, sendLive] = [await alertNews(context), await liveOf(context, query.device_ids)]
    const stream = openEventStream(context.request, context.reply, ending)
    sendNews(stream)
    sendLive(stream)
    return context.reply
  },

  getAlert: ({ params }, context) => presentAlert(context, params.id),

  markAlert: async ({ params, body }, context) => {
    await context.db.transaction().execute(async trx => {
      await alertOf({ ...context, db: trx }, params.id)
      await markAlerts(trx, context.user.id, [params.id], body)
    })
    publishMarked(context.bus, context.user.id)
    return presentAlert(context, params.id)
  },

  markAlerts: async ({ body: { alert_ids, ...marks } }, context) => {
    const { db, bus, user } = context
    await db.transaction().execute(async trx => {
      const now = isoNow(context)
      const seen = await alertsSeenBy(trx, user, now)
      if (alert_ids) await requireAlerts(trx, seen, now, alert_ids)
      const ids = alert_ids ? [...new Set(alert_ids)] : await seenIds(trx, seen, now, marks)
      await markAlerts(trx, user.id, ids, marks)
    })
    publishMarked(bus, user.id)
    return undefined
  },

  acknowledgeAlert: async ({ params, body }, context) => {
    const { note, take_over: takesOver } = body
    const said = { by: context.user.id, at: isoNow(context), note: note === undefined ? undefined : note || null }
    const alert = await context.db.transaction().execute(async trx => {
      const alert = await alertOf({ ...context, db: trx }, params.id)
      if (!(await acknowledge(trx, alert.id, { ...said, takesOver }))) throw new Failure('conflict')
      return alert
    })
    publishAlertsChanged(context.bus, [alert])
    return presentAlert(context, params.id)
  },

  withdrawAcknowledgement: async ({ params }, context) => {
    const alert = await context.db.transaction().execute(async trx => {
      const alert = await alertOf({ ...context, db: trx }, params.id)
      const isWithdrawn = await withdraw(trx, alert.id, context.user.id)
      // Taken back twice, or by two taps, it is as it was to be.
      if (!isWithdrawn && alert.acknowledged_at !== null) throw new Failure('conflict')
      return alert
    })
    publishAlertsChanged(context.bus, [alert])
    return presentAlert(context, params.id)
  },

  silenceAlert: async ({ params, body: { until } }, context) => {
    const ahead = until === null ? 1 : Date.parse(until) - context.now()
    if (ahead <= 0 || ahead > LONGEST_SILENCE)
      throw new Failure('no_valid_input', { fields: { until: [context.t('fields.too_far_ahead')] } })
    const alert = await context.db.transaction().execute(async trx => {
      const alert = await alertOf({ ...context, db: trx }, params.id)
      await silence(trx, alert.id, until)
      return alert
    })
    publishAlertsChanged(context.bus, [alert])
    return presentAlert(context, params.id)
  },

  excludeAlertDevice: async ({ params }, context) => {
    const { db, bus, user } = context
    const at = isoNow(context)
    const ended = await db.transaction().execute(async trx => {
      // Two that leave out a device each at once leave out both.
      await lockUser(trx, user.id)
      const alert = await alertOf({ ...context, db: trx }, params.id)
      if (alert.user_id !== user.id) throw new Failure('not_allowed')
      const ruleId = alert.alert_rule_id
      if (ruleId === null) throw new Failure('conflict')
      const { exclude_device_ids } = ruleOf(await requireRule(trx, user, ruleId))
      const excluded = [...new Set([...exclude_device_ids, alert.device_id])]
      const alerts = await endRule(trx, ruleId, at, [alert.device_id])
      await changeRule(trx, ruleId, { exclude_device_ids: jsonOf(excluded) }, at)
      return alerts
    })
    publishRulesChanged(bus)
    publishAlertsChanged(bus, ended)
    return presentAlert(context, params.id)
  },

  deleteAlert: async ({ params }, context) => {
    await deleteSeen(context, [params.id])
    return undefined
  },

  deleteAlerts: async ({ body }, context) => {
    await deleteSeen(context, body.alert_ids)
    return undefined
  },
})

/** All or none. */
const deleteSeen = async (context: Context, ids: readonly number[]): Promise<void> => {
  const { db, bus, user } = context
  const alerts = await db.transaction().execute(async trx => {
    const now = isoNow(context)
    const seen = await requireAlerts(trx, await alertsSeenBy(trx, user, now), now, ids)
    if (!seen.every(alert => mayDelete(user, alert))) throw new Failure('not_allowed')
    await deleteAlerts(
      trx,
      seen.map(({ id }) => id),
    )
    return seen
  })
  publishAlertsChanged(bus, alerts)
}
