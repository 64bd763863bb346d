import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '#shared/rules/time/units.ts'
import type { Series } from '../../kit/database/series.ts'
import type { Services } from '../../kit/services.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aRule } from '../../testing/a-rule.ts'
import { aFirstUser, aUser } from '../../testing/a-user.ts'
import { insertReadings, type ReadingRow } from '../../testing/insert-readings.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { noteListening } from '../listening.ts'
import { evaluateLeftParts, evaluateMinute } from './minute.ts'
import { PARTS, partOf, removeProcess } from './part-store.ts'
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
  const query = async (params: Parameters<Series['query']>[0]) => {
    await stopped
    const ids = Object.values(params.query_params ?? {}).find(Array.isArray) ?? []
    const minute = Math.floor(app.clock.now() / MINUTE_MS)
    if (params.query.includes('weighted')) looked.push(...ids.map(id => `${minute} ${id}`))
    return app.services.series.query(params)
  }
  const series = new Proxy(app.services.series, {
    get: (target, key) => (key === 'query' ? query : Reflect.get(target, key)),
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
  expect(app.logged()).toContain('ended each process that evaluated them')
  await atMinute(farm, 1, 3)
  await alone.evaluate()
  expect(await partSeven()).toMatchObject({ finished: new Date(farm.start + MINUTE_MS).toISOString(), tries: 1 })
  await leaveAll()
})
