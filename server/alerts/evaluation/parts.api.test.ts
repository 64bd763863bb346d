import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '#shared/rules/time/units.ts'
import { isPostgres } from '../../kit/database/schema-columns.ts'
import type { Series } from '../../kit/database/series.ts'
import type { Services } from '../../kit/services.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aRule } from '../../testing/a-rule.ts'
import { aFirstUser, aUser } from '../../testing/a-user.ts'
import { insertReadings, type ReadingRow } from '../../testing/insert-readings.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { noteListening } from '../listening.ts'
import { keepFailures } from './failure-store.ts'
import { evaluateLeftParts, evaluateMinute } from './minute.ts'
import { endParts, keepParts, noteProcess, PARTS, partOf, removeProcess, takeParts } from './part-store.ts'
import { stateOfWatch } from './state-of-watch.ts'

const DEVICES = 12
/** Minutes of a run: values go beyond the limit in the fifth and come back in the fifteenth. */
const MINUTES = 36
const BEYOND = { from: 5, until: 15 }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await aFirstUser(app)
})
afterAll(() => app.close())

const partsOf = (process: string) =>
  app.services.db.selectFrom('alert_parts').selectAll().where('process', '=', process).execute()
const clockMinute = async () => (await app.services.db.selectFrom('alert_clock').selectAll().executeTakeFirst())?.minute

/** A farm with a history of readings, later than what any test has seen. */
const aFarm = async () => {
  app.clock.set((Math.floor(app.clock.now() / MINUTE_MS) + 10) * MINUTE_MS)
  const start = app.clock.now()
  const owner = await aUser(app)
  const devices: number[] = []
  for (let made = 0; made < DEVICES; made++) devices.push((await aDevice(app, owner, { upload_interval: 60 })).id)
  await aRule(app, owner, { calculation_minutes: 15, calculation: 'maximum', clear_value: 15 })
  await aRule(app, owner, { calculation_minutes: 15, calculation: 'maximum', threshold_value: 25, times: 3 })
  await aRule(app, owner, { threshold_value: 28 })
  return { owner, devices, start, sent: -20 }
}
type Farm = Awaited<ReturnType<typeof aFarm>>

/** Everything that came of a farm, with times since its start. */
const outcomeOf = async ({ owner, devices, start }: Farm) => {
  const { db } = app.services
  const since = (time: string | null) => (time === null ? null : Date.parse(time) - start)
  const alerts = await db.selectFrom('alerts').selectAll().where('user_id', '=', owner.id).execute()
  const told = await db.selectFrom('alert_deliveries').selectAll().where('user_id', '=', owner.id).execute()
  const rules = [...new Set(alerts.map(one => one.alert_rule_id))].sort((a, b) => Number(a) - Number(b))
  return alerts
    .map(one => ({
      device: devices.indexOf(one.device_id),
      rule: rules.indexOf(one.alert_rule_id),
      state: one.state,
      started: since(one.started_at),
      fired: since(one.fired_at),
      resolved: since(one.resolved_at),
      worst: one.worst_value,
      count: one.count,
      told: told
        .filter(({ alert_id }) => alert_id === one.id)
        .map(({ channel, event }) => `${channel} ${event}`)
        .sort(),
    }))
    .sort((a, b) => a.device - b.device || a.rule - b.rule)
}

/** A process at the same stores. What it asks of measurements can be kept waiting, as where it was stopped. */
const aProcess = (name: string) => {
  const looked: string[] = []
  let stopped: Promise<void> | undefined
  let isCutOff = false
  let isBroken = false
  let waits = false
  const query = async (params: Parameters<Series['query']>[0]) => {
    if (stopped) waits = true
    await stopped
    if (isCutOff) throw new Error('connect ECONNREFUSED')
    if (isBroken) throw new Error('no such column')
    const ids = Object.values(params.query_params ?? {}).find(Array.isArray) ?? []
    const minute = Math.floor(app.clock.now() / MINUTE_MS)
    if (params.query.includes('weighted')) looked.push(...ids.map(id => `${minute} ${id}`))
    return app.services.series.query(params)
  }
  const ping = async (params: Parameters<Series['ping']>[0]) =>
    isCutOff ? { success: false, error: new Error('connect ECONNREFUSED') } : app.services.series.ping(params)
  const series = new Proxy(app.services.series, {
    get: (target, key) => ({ query, ping })[String(key)] ?? Reflect.get(target, key),
  }) as Series
  const services: Services = { ...app.services, series }
  return {
    name,
    /** Devices whose windows it asked for, with the minute. */
    looked,
    evaluate: () => evaluateMinute(services, name),
    lookForLeft: () => evaluateLeftParts(services, name),
    /** Stops it in the middle of whatever it does next; returns the way to let it go on. */
    stop: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      stopped = promise
      return resolve
    },
    /** Tells whether it has come to where it was stopped. */
    isStopped: () => waits,
    /** Lets each rule fail that asks for measurements, while the store answers. */
    breakQueries: () => {
      isBroken = true
    },
    /** Takes the store of measurements away from it alone. */
    cutOff: () => {
      isCutOff = true
    },
  }
}
type Process = ReturnType<typeof aProcess>

/** Half a minute before each minute all devices have sent. */
const atMinute = async (farm: Farm, minute: number, seconds: number) => {
  const { start, devices } = farm
  app.clock.set(start + minute * MINUTE_MS + seconds * SECOND_MS)
  const rows: ReadingRow[] = []
  for (; farm.sent <= minute; farm.sent++) {
    const value = farm.sent >= BEYOND.from && farm.sent < BEYOND.until ? 30 : 10
    for (const id of devices) rows.push([id, 'nh3', start + farm.sent * MINUTE_MS - 30 * SECOND_MS, value])
  }
  if (rows.length > 0) await insertReadings(app, rows)
  await noteListening(app.services, () => true)
}

/** Lets the holds of a process run out, as 15 s without a sign would. */
const forgetHolds = (name: string) =>
  app.services.db
    .updateTable('alert_parts')
    .set({ held_until: 1 })
    .where('process', '=', name)
    .where('held_until', '>', 0)
    .execute()

/** Waits until a minute is whole: on a machine that stands still a process loses its parts, and another one goes on with them. */
const untilWhole = async (farm: Farm, minute: number, processes: readonly Process[]) => {
  const whole = new Date(farm.start + minute * MINUTE_MS).toISOString()
  const look = async () => {
    await Promise.all(processes.map(one => one.lookForLeft()))
    return clockMinute()
  }
  await expect.poll(look, { timeout: 60_000, interval: 500 }).toBe(whole)
}

/** Lets nobody read the clock until the returned function is called, so that all who end meanwhile come to it together. */
const holdClock = async () => {
  const { db } = app.services
  // The embedded database has one process alone.
  if (!isPostgres(db)) return async () => {}
  const [locked, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = db.transaction().execute(async trx => {
    await sql`lock table alert_clock in access exclusive mode`.execute(trx)
    locked.resolve()
    await ending.promise
  })
  await locked.promise
  return async () => {
    ending.resolve()
    await held
  }
}

const leaveAll = () => app.services.db.deleteFrom('alert_processes').execute()

let reference: Awaited<ReturnType<typeof outcomeOf>>
beforeAll(async () => {
  const farm = await aFarm()
  const alone = aProcess('alone')
  for (let minute = 0; minute < MINUTES; minute++) {
    await atMinute(farm, minute, 3)
    await alone.evaluate()
  }
  reference = await outcomeOf(farm)
  await leaveAll()
})

test('what one process finds by itself is told, and over in the end', () => {
  expect(reference).toHaveLength(3 * DEVICES)
  for (const one of reference)
    expect(one).toMatchObject({ state: 'resolved', told: ['email fired', 'email resolved'], worst: 30 })
})

describe.each([2, 3])('%i processes', count => {
  test('evaluate each minute of each device once, each its share', async () => {
    const farm = await aFarm()
    const processes = Array.from({ length: count }, (_, index) => aProcess(`even-${index}`))
    // Processes get to know each other in the first minute.
    for (let minute = 0; minute < MINUTES; minute++) {
      await atMinute(farm, minute, 3)
      await Promise.all(processes.map(one => one.evaluate()))
      await atMinute(farm, minute, 10)
      await untilWhole(farm, minute, processes)
    }
    expect(await outcomeOf(farm)).toEqual(reference)
    const last = Math.floor(app.clock.now() / MINUTE_MS)
    for (const { name, looked } of processes) {
      const mine = (await partsOf(name)).map(({ part }) => part)
      expect(mine).toHaveLength(PARTS / count)
      const now = looked.flatMap(one => {
        const [minute, id] = one.split(' ').map(Number)
        return minute === last && farm.devices.includes(id!) ? [partOf(id!)] : []
      })
      expect(new Set(now)).toEqual(new Set(farm.devices.map(partOf).filter(part => mine.includes(part))))
    }
    const all = processes.flatMap(({ looked }) => [...new Set(looked)])
    expect(all.filter((one, index) => all.indexOf(one) !== index)).toEqual([])
    await leaveAll()
  })

  test.each([1, 2, 3])('find the same when some join, leave and are killed in the middle (%i)', async seed => {
    let state = seed
    const random = () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state / 2_147_483_648
    }
    const farm = await aFarm()
    let named = 0
    const begin = () => aProcess(`p${count}-${seed}-${named++}`)
    let living: Process[] = Array.from({ length: count }, begin)
    const zombies: { goOn: () => void; ends: Promise<void> }[] = []
    for (let minute = 0; minute < MINUTES; minute++) {
      await atMinute(farm, minute, 3)
      if (living.length < count + 1 && random() < 0.3) living.push(begin())
      if (living.length > 1 && random() < 0.15) {
        const [left] = living.splice(Math.floor(random() * living.length), 1)
        if (left) await removeProcess(app.services.db, left.name)
      }
      if (living.length > 1 && random() < 0.3) {
        const [killed] = living.splice(Math.floor(random() * living.length), 1) as [Process]
        const goOn = killed.stop()
        const ends = killed.evaluate()
        await expect
          .poll(async () => (await partsOf(killed.name)).some(({ held_until }) => held_until > 0), { interval: 5 })
          .toBe(true)
        zombies.push({ goOn, ends })
        await Promise.all(living.map(one => one.evaluate()))
        await forgetHolds(killed.name)
        if (random() < 0.5) await removeProcess(app.services.db, killed.name)
      } else await Promise.all(living.map(one => one.evaluate()))
      // Another one has gone on by then.
      await atMinute(farm, minute, 20)
      await untilWhole(farm, minute, living)
      // A process that was only slow goes on much later, and changes nothing any more.
      if (random() < 0.5)
        for (const zombie of zombies.splice(0)) {
          zombie.goOn()
          await zombie.ends
        }
    }
    for (const zombie of zombies) zombie.goOn()
    await Promise.all(zombies.map(({ ends }) => ends))
    expect(await outcomeOf(farm)).toEqual(reference)
    living = []
    await leaveAll()
  })
})

test('a late owner cannot write: another has taken over its parts', async () => {
  const farm = await aFarm()
  const [late, other] = [aProcess('late'), aProcess('other')]
  const beyond = BEYOND.from + 1
  await atMinute(farm, beyond, 3)
  const goOn = late.stop()
  const ends = late.evaluate()
  await expect.poll(async () => (await partsOf('late')).length, { interval: 5 }).toBe(PARTS)
  // Parts that are held are not taken.
  await atMinute(farm, beyond, 20)
  await other.lookForLeft()
  expect(await partsOf('other')).toEqual([])
  // Taken over, and not evaluated yet.
  await forgetHolds('late')
  const otherGoesOn = other.stop()
  const otherEnds = other.lookForLeft()
  await expect.poll(async () => (await partsOf('other')).length, { interval: 5 }).toBe(PARTS)
  goOn()
  await ends
  expect(await outcomeOf(farm)).toEqual([])
  expect(app.logged()).toContain('another process went on with these parts')
  otherGoesOn()
  await otherEnds
  expect((await outcomeOf(farm)).map(({ told }) => told)).toEqual(Array(2 * DEVICES).fill(['email fired']))
  await leaveAll()
})

test('a clock that steps evaluates no minute twice, and goes on with the first that is new', async () => {
  const farm = await aFarm()
  const [one, stepped] = [aProcess('right'), aProcess('stepped')]
  const evaluateAt = async (process: Process, minute: number) => {
    await atMinute(farm, minute, 3)
    await process.evaluate()
    await atMinute(farm, minute, 10)
    await process.lookForLeft()
  }
  for (const minute of [4, 5, 6]) for (const process of [one, stepped]) await evaluateAt(process, minute)
  // A process is five minutes ahead for one minute, and back again.
  await evaluateAt(stepped, 11)
  for (const minute of [7, 8, 9, 10, 11, 12]) for (const process of [one, stepped]) await evaluateAt(process, minute)
  expect(await clockMinute()).toBe(new Date(farm.start + 12 * MINUTE_MS).toISOString())
  const alerts = await outcomeOf(farm)
  expect(alerts.map(({ device, rule }) => `${device} ${rule}`)).toHaveLength(3 * DEVICES)
  for (const { told, state } of alerts) expect({ told, state }).toEqual({ told: ['email fired'], state: 'firing' })
  await leaveAll()
})

test('a part that nobody evaluates to its end is an outage: nobody was warned', async () => {
  const farm = await aFarm()
  const { db } = app.services
  const alone = aProcess('beside-a-stuck-one')
  const evaluateAt = async (minute: number) => {
    await atMinute(farm, minute, 3)
    await alone.evaluate()
    await atMinute(farm, minute, 46)
    await alone.lookForLeft()
  }
  for (const minute of [0, 1]) await evaluateAt(minute)
  expect((await stateOfWatch(app.services)).problem).toBeNull()
  await db.deleteFrom('watch_outages').execute()
  // A process that says that it lives, and evaluates nothing.
  await db
    .updateTable('alert_parts')
    .set({ process: 'stuck', term: 1_000_000, held_until: Number.MAX_SAFE_INTEGER })
    .where('part', '=', 5)
    .execute()
  for (const minute of [2, 3, 4, 5, 6, 7, 8]) await evaluateAt(minute)
  expect(await stateOfWatch(app.services)).toMatchObject({ problem: 'not_evaluated' })
  const outages = () => db.selectFrom('watch_outages').selectAll().execute()
  const start = new Date(farm.start + MINUTE_MS).toISOString()
  expect(await outages()).toMatchObject([{ problem: 'not_evaluated', lasting: 1, start }])
  // The others are warned meanwhile.
  const others = farm.devices.filter(id => partOf(id) !== 5)
  expect(await outcomeOf(farm)).toHaveLength(3 * others.length)
  await forgetHolds('stuck')
  await evaluateAt(9)
  expect(await stateOfWatch(app.services)).toMatchObject({ problem: null })
  expect(await outages()).toMatchObject([{ lasting: null }])
  await leaveAll()
})

test('parts that ended each process are left alone until the next minute', async () => {
  const farm = await aFarm()
  const { db } = app.services
  const alone = aProcess('careful')
  await atMinute(farm, 0, 3)
  await alone.evaluate()
  const minute = new Date(farm.start).toISOString()
  await db
    .updateTable('alert_parts')
    .set({ process: 'dead', minute, finished: '', tries: 3, held_until: 1 })
    .where('part', '=', 7)
    .execute()
  await atMinute(farm, 0, 20)
  await alone.lookForLeft()
  const partSeven = () => db.selectFrom('alert_parts').selectAll().where('part', '=', 7).executeTakeFirstOrThrow()
  expect(await partSeven()).toMatchObject({ finished: '', held_until: 0 })
  expect(app.logged()).toContain('that no process finished')
  await atMinute(farm, 1, 3)
  await alone.evaluate()
  expect(await partSeven()).toMatchObject({ finished: new Date(farm.start + MINUTE_MS).toISOString(), tries: 1 })
  await leaveAll()
})

test('a process that cannot evaluate hands its share to one that can, within the minute', async () => {
  const farm = await aFarm()
  const [healthy, cutOff] = [aProcess('healthy'), aProcess('cut-off')]
  cutOff.cutOff()
  for (const { name } of [healthy, cutOff]) await noteProcess(app.services.db, name)
  for (let minute = BEYOND.from; minute < BEYOND.from + 3; minute++) {
    await atMinute(farm, minute, 3)
    await healthy.evaluate()
    await expect(cutOff.evaluate()).rejects.toThrow('ECONNREFUSED')
    expect(await partsOf('cut-off')).toHaveLength(PARTS / 2)
    await atMinute(farm, minute, 10)
    await cutOff.lookForLeft()
    await healthy.lookForLeft()
    expect(await clockMinute()).toBe(new Date(farm.start + minute * MINUTE_MS).toISOString())
  }
  expect(await outcomeOf(farm)).toHaveLength(3 * DEVICES)
  await leaveAll()
})

test('processes that reach no store use up no tries of others, and one that comes evaluates all within the minute', async () => {
  const farm = await aFarm()
  const processes = [aProcess('away-0'), aProcess('away-1')]
  const healthy = aProcess('busy-until-then')
  for (const { name, cutOff } of processes) {
    cutOff()
    await noteProcess(app.services.db, name)
  }
  const parts = () => app.services.db.selectFrom('alert_parts').selectAll().execute()
  const all = (work: (one: Process) => Promise<void>) => Promise.all(processes.map(one => work(one).catch(() => {})))
  for (const minute of [0, 1]) {
    await atMinute(farm, minute, 3)
    await all(one => one.evaluate())
    await atMinute(farm, minute, 10)
    for (let look = 0; look < 6; look++) for (const one of processes) await one.lookForLeft().catch(() => undefined)
    const at = new Date(farm.start + minute * MINUTE_MS).toISOString()
    for (const part of await parts()) expect(part).toMatchObject({ minute: at, tries: 1, held_until: 0 })
  }
  await atMinute(farm, 1, 30)
  await healthy.lookForLeft()
  expect(await clockMinute()).toBe(new Date(farm.start + MINUTE_MS).toISOString())
  await leaveAll()
})

test('an evaluation whose statement never ends lets go of its parts, and keeps its process from no next minute', async () => {
  const farm = await aFarm()
  const [hanging, other] = [aProcess('hanging'), aProcess('beside-it')]
  const minute = BEYOND.from + 1
  await atMinute(farm, minute, 3)
  const goOn = hanging.stop()
  const ends = hanging.evaluate()
  await expect.poll(() => hanging.isStopped(), { interval: 5 }).toBe(true)
  await forgetHolds('hanging')
  await atMinute(farm, minute, 20)
  await other.lookForLeft()
  expect(await clockMinute()).toBe(new Date(farm.start + minute * MINUTE_MS).toISOString())
  // Its next sign tells it, while it still waits for the answer.
  await ends
  const failures = await app.services.db.selectFrom('alert_failures').selectAll().execute()
  expect(failures).toEqual([])
  goOn()
  await leaveAll()
})

test('of groups that are left a process takes one after the other: what waits another may take', async () => {
  const farm = await aFarm()
  const { db } = app.services
  const [one, other] = [aProcess('first-group'), aProcess('second-group')]
  await atMinute(farm, 0, 3)
  await one.evaluate()
  const minute = new Date(farm.start).toISOString()
  for (const [part, tries] of [
    [partOf(farm.devices[0] ?? 0), 1],
    [partOf(farm.devices[1] ?? 0), 2],
  ] as const)
    await db
      .updateTable('alert_parts')
      .set({ process: 'dead', minute, finished: '', tries, held_until: 1 })
      .where('part', '=', part)
      .execute()
  await atMinute(farm, 0, 20)
  const goOn = one.stop()
  const ends = one.lookForLeft()
  await expect.poll(async () => (await partsOf('dead')).map(({ tries }) => tries), { interval: 5 }).toEqual([2])
  await other.lookForLeft()
  expect(await partsOf('second-group')).toMatchObject([{ tries: 3, finished: minute, held_until: 0 }])
  goOn()
  await ends
  expect((await partsOf('first-group')).every(({ finished }) => finished === minute)).toBe(true)
  await leaveAll()
})

test('a sign that comes after the end holds nothing again, and what is finished is not taken over', async () => {
  const farm = await aFarm()
  const { db } = app.services
  await atMinute(farm, 0, 20)
  const minute = new Date(farm.start).toISOString()
  const parts = Array.from({ length: PARTS }, (_, part) => part)
  const [taken] = await takeParts(db, { process: 'quick', parts, minute, since: minute })
  if (!taken) throw new Error('nothing taken')
  expect(await keepParts(db, taken)).toBe(true)
  await endParts(db, taken, { isWhole: true, tookMs: 5 })
  expect(await keepParts(db, taken)).toBe(false)
  expect(new Set((await partsOf('quick')).map(({ held_until }) => held_until))).toEqual(new Set([0]))
  await db.updateTable('alert_parts').set({ held_until: 1 }).execute()
  await aProcess('another').lookForLeft()
  expect(await partsOf('quick')).toHaveLength(PARTS)
  await db.updateTable('alert_parts').set({ held_until: 0 }).execute()
  await leaveAll()
})

test('failures that processes write together stand in nobody’s way', async () => {
  const { db } = app.services
  const failures = Array.from({ length: 200 }, (_, device) => ({
    watch: `device ${device}`,
    alert_rule_id: null,
    user_id: null,
    reason: 'error' as const,
    detail: 'no',
  }))
  for (let minute = 0; minute < 3; minute++) {
    const at = new Date(app.clock.now() + minute * MINUTE_MS).toISOString()
    const keep = (some: typeof failures) => db.transaction().execute(trx => keepFailures(trx, some, at))
    const ended = await Promise.allSettled([keep(failures), keep(failures.toReversed())])
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  }
  const kept = await db.selectFrom('alert_failures').select('watch').where('watch', 'like', 'device %').execute()
  expect(kept).toHaveLength(failures.length)
  await db.deleteFrom('alert_failures').execute()
})

test('rules of all that fail in two processes are kept by both, and the minute ends', async () => {
  const farm = await aFarm()
  const { db } = app.services
  for (let made = 0; made < 20; made++)
    await aRule(app, farm.owner, { calculation_minutes: 15, calculation: 'maximum', threshold_value: 20 + made })
  const processes = [aProcess('failing-0'), aProcess('failing-1')]
  for (const { name, breakQueries } of processes) {
    breakQueries()
    await noteProcess(db, name)
  }
  for (let minute = 0; minute < 3; minute++) {
    await atMinute(farm, minute, 3)
    await Promise.all(processes.map(one => one.evaluate()))
    const at = new Date(farm.start + minute * MINUTE_MS).toISOString()
    const parts = await db.selectFrom('alert_parts').select('finished').execute()
    expect(new Set(parts.map(({ finished }) => finished))).toEqual(new Set([at]))
    const failed = await db.selectFrom('alert_failures').selectAll().where('user_id', '=', farm.owner.id).execute()
    expect(failed.filter(one => one.at === at)).toHaveLength(23)
  }
  await db.deleteFrom('alert_failures').execute()
  await leaveAll()
})

test('an outage that is over when two processes notice it is told once', async () => {
  const farm = await aFarm()
  const { db } = app.services
  const processes = [aProcess('back-0'), aProcess('back-1')]
  const about = () => db.selectFrom('outbox').select('id').where('subject', 'like', '%Monitoring%').execute()
  await atMinute(farm, 0, 3)
  for (const one of processes) await one.evaluate()
  await atMinute(farm, 0, 10)
  await untilWhole(farm, 0, processes)
  await leaveAll()
  for (let round = 1; round <= 4; round++) {
    await db.deleteFrom('watch_outages').execute()
    await db.deleteFrom('outbox').execute()
    app.clock.forward(9 * MINUTE_MS)
    await atMinute(farm, 10 * round, 3)
    const both = [aProcess(`back-${round}-0`), aProcess(`back-${round}-1`)]
    for (const { name } of both) await noteProcess(db, name)
    const goOn = both.map(one => one.stop())
    const ends = both.map(one => one.evaluate())
    await expect.poll(() => both.every(one => one.isStopped()), { interval: 5 }).toBe(true)
    const letRead = await holdClock()
    for (const go of goOn) go()
    const whole = new Date(farm.start + 10 * round * MINUTE_MS).toISOString()
    const unfinished = () => db.selectFrom('alert_parts').select('part').where('finished', '<', whole).execute()
    try {
      await expect.poll(async () => (await unfinished()).length, { interval: 5 }).toBe(0)
    } finally {
      await letRead()
    }
    await Promise.all(ends)
    await leaveAll()
    expect(await db.selectFrom('watch_outages').selectAll().execute()).toHaveLength(1)
    expect(await about()).toHaveLength(1)
  }
  await leaveAll()
})

test('an outage is noted also where a process works each time past the look at second 45', async () => {
  const farm = await aFarm()
  const { db } = app.services
  const [slow, other] = [aProcess('slow'), aProcess('looks')]
  await atMinute(farm, 0, 3)
  await slow.evaluate()
  await db.deleteFrom('watch_outages').execute()
  await db
    .updateTable('alert_parts')
    .set({ process: 'stuck', term: 1_000_000, held_until: Number.MAX_SAFE_INTEGER })
    .where('part', '=', 5)
    .execute()
  for (let minute = 1; minute <= 7; minute++) {
    await atMinute(farm, minute, 3)
    const goOn = slow.stop()
    const ends = slow.evaluate()
    await expect
      .poll(async () => (await partsOf('slow')).filter(({ held_until }) => held_until > 0), { interval: 5 })
      .toHaveLength(PARTS - 1)
    await atMinute(farm, minute, 46)
    await other.lookForLeft()
    // It looks, and takes no share of its own.
    await removeProcess(db, 'looks')
    await atMinute(farm, minute, 51)
    goOn()
    await ends
  }
  const start = new Date(farm.start).toISOString()
  expect(await db.selectFrom('watch_outages').selectAll().execute()).toMatchObject([
    { problem: 'not_evaluated', lasting: 1, start },
  ])
  await forgetHolds('stuck')
  await db.deleteFrom('watch_outages').execute()
  await leaveAll()
})
