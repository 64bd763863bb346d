import { createHmac } from 'node:crypto'
import { NoAnswer, postOutside } from '../../kit/security/outside.ts'
import { isoNow, type World } from '../../kit/world.ts'
import { measurementTypeOf } from '../../taxonomy/types.ts'
import type { Person } from '../rules/people.ts'
import { type DeliveryRow, type DueTo, dueOn, MAX_TRIES, pauseOf, retryLater, settle, take } from './due.ts'
import { linkTo, subjectOf } from './letters.ts'
import { preferencesOf } from './preferences.ts'
import type { ToldAlert } from './words.ts'

/** The rest comes with the next look, seconds later. */
const MAX_AT_ONCE = 20

/** Calls the webhooks that are due; nobody waits for somebody else's slow one. */
export const notifyByWebhook = async (world: World): Promise<void> => {
  const due = await dueOn(world, 'webhook')
  await Promise.all(
    due.map(one =>
      callInOrder(world, one).catch(error =>
        retryLater(
          world,
          one.pieces.flatMap(({ rows }) => rows),
          error,
        ),
      ),
    ),
  )
}

const callInOrder = async (world: World, { person, pieces }: DueTo): Promise<void> => {
  const { webhook_url: url, webhook_secret: secret } = await preferencesOf(world.db, person.id)
  const calls = pieces
    .flatMap(({ alert, rows }) => rows.map(row => ({ alert, row })))
    .sort((a, b) => a.row.id - b.row.id)
    .slice(0, MAX_AT_ONCE)
  for (const [index, { alert, row }] of calls.entries()) {
    const behind = calls.slice(index + 1).map(call => call.row)
    const tries = row.tries + 1
    const due_at = new Date(world.now() + pauseOf(tries)).toISOString()
    // Rows behind wait with it, so that what happened first is told first.
    if (!(await take(world, [row, ...behind], async () => ({ due_at })))) return
    const error =
      url === null || secret === null
        ? 'no_webhook'
        : await callWebhook(world, { url, secret }, bodyOf(world, person, alert, row))
    const at = isoNow(world)
    const isLast = error === 'no_webhook' || tries >= MAX_TRIES
    if (error === null) await settle(world.db, [row], { state: 'sent', at, tries, error })
    else await settle(world.db, [row], { state: isLast ? 'failed' : 'waiting', at: isLast ? at : null, tries, error })
    if (error !== null && !isLast) return
    await settle(world.db, behind, { due_at: at })
  }
}

/**
 * Makes one signed call. Null when it was taken (an answer of 2xx), otherwise a code that says why not. The signature
 * is HMAC-SHA-256 over `<t>.<body>`, t in seconds.
 */
export const callWebhook = async (
  world: World,
  { url, secret }: { url: string; secret: string },
  body: object,
): Promise<string | null> => {
  const text = JSON.stringify(body)
  const t = Math.floor(world.now() / 1000)
  const v1 = createHmac('sha256', secret).update(`${t}.${text}`).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-barnometer-signature': `t=${t},v1=${v1}` }
  try {
    const status = await postOutside(url, { headers, body: text, inside: world.environment.ALLOW_PRIVATE_ADDRESSES })
    return status >= 200 && status < 300 ? null : `answer_${status}`
  } catch (error) {
    if (error instanceof NoAnswer) return error.reason
    throw error
  }
}

/** `id` is the same at each try. `text` is a sentence in the person's language, to be sent on as it is. */
const bodyOf = (world: World, person: Person, alert: ToldAlert, row: DeliveryRow) => ({
  id: row.id,
  event: row.event,
  at: row.happened_at,
  text: subjectOf({ alert, event: row.event }, person.locale),
  url: linkTo(world.publicUrl(), alert.id),
  alert: {
    id: alert.id,
    kind: alert.kind,
    urgency: alert.urgency,
    rule_name: alert.rule_name,
    device_id: alert.device_id,
    device_name: alert.device_name,
    location_id: alert.location_id,
    location_name: alert.location_name,
    area_id: alert.area_id,
    area_name: alert.area_name,
    time_zone: alert.time_zone,
    measurement: alert.measurement,
    unit: measurementTypeOf(alert.measurement ?? '')?.unit ?? null,
    calculation: alert.calculation,
    comparison: alert.comparison,
    comparator: alert.comparator,
    calculation_minutes: alert.calculation_minutes,
    threshold_value: alert.threshold_value,
    clear_value: alert.clear_value,
    state: alert.state,
    started_at: alert.started_at,
    fired_at: alert.fired_at,
    resolved_at: alert.resolved_at,
    ended_by: alert.ended_by,
    last_value: alert.last_value,
    last_at: alert.last_at,
    worst_value: alert.worst_value,
    worst_at: alert.worst_at,
    checks: JSON.parse(alert.checks) as string[],
  },
})
