import { holdOf } from '../../shared/rules/alert-rule.ts'
import { correctionsOf } from '../devices/calibrations.ts'
import type { World } from '../kit/world.ts'
import { newestReadings } from '../measurements/windows.ts'
import { builtInObservations } from './built-in.ts'
import { claimMinute } from './clock.ts'
import { type DirectRules, directObservations, directRulesOf } from './direct.ts'
import { endAlerts } from './ending.ts'
import { evaluate, type Observation } from './evaluate.ts'
import { type Changed, tellAlertsChanged } from './news.ts'
import { type Watched, watchedAt } from './targets.ts'
import { windowedObservations } from './windowed.ts'

const MINUTE = 60_000
/** So far back a message may have been stored by a process that ended before it looked at it. */
const CATCH_UP = 15 * MINUTE

/** Evaluates everything once for the minute that has begun. Of several processes one does it. */
export const evaluateMinute = async (world: World): Promise<void> => {
  const until = Math.floor(world.now() / MINUTE) * MINUTE
  const awakeSince = await claimMinute(world.db, until)
  if (awakeSince === null) return
  const watched = await watchedAt(world.db, new Date(world.now()).toISOString())
  await endLost(world, watched)
  const devices = [...new Set(watched.rules.flatMap(one => [...one.devices.keys()]))]
  const corrections = await correctionsOf(world.db, devices)
  const direct = await directRulesOf(world.db, watched)
  await evaluate(world, [
    ...(await windowedObservations(world, watched, corrections, until)),
    ...(await missedObservations(world, direct)),
    ...builtInObservations(watched, until, awakeSince),
  ])
}

/** The newest message of each device with direct rules, in case nobody has looked at it. */
const missedObservations = async (world: World, direct: DirectRules): Promise<Observation[]> => {
  const newest = await newestReadings(world.series, {
    deviceIds: [...direct.byDevice.keys()],
    keys: [...direct.keys],
    corrections: [],
    from: world.now() - CATCH_UP,
    until: world.now() + CATCH_UP,
    most: 2,
  })
  return [...newest].flatMap(([deviceId, byKey]) => {
    const time = Math.max(...[...byKey.values()].map(([last]) => last?.time ?? 0))
    const readings = [...byKey].flatMap(([key, [last, previous = null]]) =>
      last?.time === time ? [[key, { value: last.value, previous }] as const] : [],
    )
    return directObservations(direct, { deviceId, time, readings: new Map(readings) })
  })
}

const openAlerts = (world: World) =>
  world.db
    .selectFrom('alerts')
    .select(['id', 'kind', 'alert_rule_id', 'device_id', 'area_id', 'last_at', 'cannot_tell', 'calculation_minutes'])
    .where('state', '=', 'firing')
    .execute()
type Open = Awaited<ReturnType<typeof openAlerts>>[number]

/** Ends what is open though its device hangs elsewhere by now, or is nobody's to watch any more. */
const endLost = async (world: World, watched: Watched): Promise<void> => {
  const open = await openAlerts(world)
  const byRule = new Map(watched.rules.map(one => [one.rule.id, one]))
  const isLost = ({ kind, alert_rule_id, device_id, area_id }: Open): boolean => {
    const device = watched.devices.get(device_id)
    if (!device || (device.place?.area_id ?? null) !== area_id) return true
    return kind === 'rule' && byRule.get(alert_rule_id ?? 0)?.devices.has(device_id) !== true
  }
  const lost = open.filter(isLost).map(({ id }) => id)
  const at = new Date(world.now()).toISOString()
  const changed: Changed[] =
    lost.length === 0 ? [] : await world.db.transaction().execute(trx => endAlerts(trx, lost, 'device', at))
  changed.push(
    ...(await doubtSilent(
      world,
      watched,
      open.filter(one => !isLost(one)),
    )),
  )
  tellAlertsChanged(world.bus, changed)
}

/** A direct rule hears nothing of a device that sends nothing: what it fired for may be over or not. */
const doubtSilent = async (world: World, watched: Watched, open: Open[]): Promise<Changed[]> => {
  const ids = open
    .filter(
      ({ kind, calculation_minutes, cannot_tell }) => kind === 'rule' && calculation_minutes === 0 && !cannot_tell,
    )
    .filter(({ device_id, last_at }) => {
      const interval = 1000 * (watched.devices.get(device_id)?.upload_interval ?? 0)
      return last_at !== null && world.now() - Date.parse(last_at) > holdOf(interval)
    })
    .map(({ id }) => id)
  if (ids.length === 0) return []
  return world.db
    .updateTable('alerts')
    .set({ cannot_tell: 1 })
    .where('id', 'in', ids)
    .where('state', '=', 'firing')
    .returning(['kind', 'user_id', 'location_id', 'device_id'])
    .execute()
}
