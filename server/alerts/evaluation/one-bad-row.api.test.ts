import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SETTING_SCHEMAS } from '#shared/contract/devices/device-settings.ts'
import { api } from '#shared/contract/index.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { up } from '../../migrations/2026-11-22-1210-known-time-zones.ts'
import { aLocation } from '../../testing/a-location.ts'
import { aPlacement } from '../../testing/a-placement.ts'
import { aRule } from '../../testing/a-rule.ts'
import { aUser } from '../../testing/a-user.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { createWatching, times } from '../../testing/watching.ts'
import { stateOfWatch } from './state-of-watch.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
const { aFarm, minutes, alertsOf } = createWatching(() => app)

const setZone = async (table: 'users' | 'locations', id: number, time_zone: string) => {
  await app.services.db.updateTable(table).set({ time_zone }).where('id', '=', id).execute()
}

describe('a rule that cannot be evaluated', () => {
  const failures = () => app.services.db.selectFrom('alert_failures').selectAll().orderBy('alert_rule_id').execute()
  const spoil = (id: number, column: 'exclude_hours' | 'checks', value: string) =>
    app.services.db
      .updateTable('alert_rules')
      .set({ [column]: value })
      .where('id', '=', id)
      .execute()

  test('is noted with why and since when, keeps nobody else’s from firing, and is forgotten when it can be again', async () => {
    const [bad, good] = [await aFarm(), await aFarm()]
    const windowed = await aRule(app, bad.owner, { calculation_minutes: 15 })
    const direct = await aRule(app, bad.owner)
    const unreadable = await aRule(app, bad.owner)
    const sound = await aRule(app, bad.owner, { calculation_minutes: 15 })
    for (const rule of [windowed, direct]) await spoil(rule.id, 'exclude_hours', '{}')
    await spoil(unreadable.id, 'checks', 'no JSON')
    await aRule(app, good.owner, { calculation_minutes: 15 })
    await aRule(app, good.owner)
    for (let minute = 0; minute < 9; minute++) {
      await app.call(api.sendMeasurements, { body: { nh3: 40 } }, bad.device.key)
      await minutes(good, times(1, 40))
    }
    expect(await alertsOf(good)).toHaveLength(2)
    expect(await alertsOf(bad)).toMatchObject([{ alert_rule_id: sound.id }])
    const failed = await failures()
    expect(failed.map(one => one.alert_rule_id)).toEqual([windowed.id, direct.id, unreadable.id])
    expect(failed).toMatchObject(times(3, 0).map(() => ({ user_id: bad.owner.id, reason: 'error' })))
    expect(Date.parse(failed[0]?.since ?? '')).toBeLessThanOrEqual(app.clock.now() - 8 * MINUTE_MS)
    // The watch of everybody else lives.
    expect((await stateOfWatch(app.services)).problem).toBeNull()
    for (const rule of [windowed, direct]) await spoil(rule.id, 'exclude_hours', '[]')
    await spoil(unreadable.id, 'checks', '[]')
    await minutes(good, times(2, 40))
    expect(await failures()).toEqual([])
    expect(await alertsOf(bad)).not.toHaveLength(1)
  })

  test('beyond what one account may have watched is said to its owner, and the oldest go on', async () => {
    const farm = await aFarm()
    const first = await aRule(app, farm.owner, { calculation_minutes: 15 })
    const second = await aRule(app, farm.owner, { calculation_minutes: 15 })
    app.services.environment.ALERT_CHECKS_PER_ACCOUNT = 1
    await minutes(farm, times(9, 40))
    app.services.environment.ALERT_CHECKS_PER_ACCOUNT = 50_000
    expect(await alertsOf(farm)).toMatchObject([{ alert_rule_id: first.id }])
    expect((await failures()).filter(one => one.user_id === farm.owner.id)).toMatchObject([
      { alert_rule_id: second.id, reason: 'too_many' },
    ])
  })
})

describe('a time zone that nothing computes with', () => {
  test('is refused as a field at every transport that takes one', async () => {
    const { owner } = await aFarm()
    const fields = { status: 422, errors: { time_zone: [expect.any(String)] } }
    const { token } = owner
    const place = { name: 'De Linde', time_zone: 'PST' }
    await expect(app.call(api.createLocation, { body: place }, token)).rejects.toMatchObject(fields)
    await expect(app.call(api.updateUser, { body: { time_zone: 'IST' } }, token)).rejects.toMatchObject(fields)
    expect(SETTING_SCHEMAS.time_zone.safeParse('JST').success).toBe(false)
  })

  test('that is stored already neither stops the alerts of others, nor its own', async () => {
    const [bad, sleeper, good] = [await aFarm(), await aFarm(), await aFarm()]
    const location = await aLocation(app, bad.owner)
    await aPlacement(app, bad.owner, bad.device, location)
    await setZone('locations', location.id, 'PST')
    await setZone('users', sleeper.owner.id, 'IST')
    for (const { owner } of [bad, sleeper, good]) {
      await aRule(app, owner, { calculation_minutes: 15, urgency: 'attention', exclude_hours: [3] })
      await aRule(app, owner, { urgency: 'attention' })
    }
    for (let minute = 0; minute < 9; minute++) {
      for (const farm of [bad, sleeper]) await app.call(api.sendMeasurements, { body: { nh3: 40 } }, farm.device.key)
      await minutes(good, times(1, 40))
    }
    for (const farm of [bad, sleeper, good]) expect(await alertsOf(farm)).toHaveLength(2)
  })

  test('elsewhere does not keep a diary from being searched by date', async () => {
    const [stranger, owner] = [await aUser(app), await aUser(app)]
    const away = await aLocation(app, stranger)
    await setZone('locations', away.id, 'PST')
    const query = { date_start: '2025-01-01', date_end: '2025-01-31' }
    expect(await app.call(api.listInspections, { query }, owner.token)).toBeTruthy()
    await expect(
      app.call(api.listInspections, { query: { date_start: '2025-02-01', date_end: '2025-01-01' } }, owner.token),
    ).rejects.toMatchObject({ status: 422 })
  })

  test('becomes the one it stood for when the catalogue is brought to its newest form', async () => {
    const owner = await aUser(app)
    const zoneAfter = async (zone: string) => {
      const { id } = await aLocation(app, owner)
      await setZone('locations', id, zone)
      await setZone('users', owner.id, zone)
      // Such a setting there was before each account had a zone of its own.
      await app.services.db.deleteFrom('settings').where('user_id', '=', owner.id).execute()
      const setting = { user_id: owner.id, name: 'time_zone', value: zone }
      await app.services.db.insertInto('settings').values(setting).execute()
      await up(app.services.db as never)
      const place = await app.services.db.selectFrom('locations').select('time_zone').where('id', '=', id).execute()
      const person = await app.services.db.selectFrom('users').select('time_zone').where('id', '=', owner.id).execute()
      const kept = await app.services.db
        .selectFrom('settings')
        .select('value')
        .where('user_id', '=', owner.id)
        .execute()
      return new Set([...place, ...person].map(row => row.time_zone).concat(kept.map(row => row.value)))
    }
    expect(await zoneAfter('PST')).toEqual(new Set(['America/Los_Angeles']))
    expect(await zoneAfter('IST')).toEqual(new Set(['Asia/Kolkata']))
    expect(await zoneAfter('CST')).toEqual(new Set(['America/Chicago']))
    expect(await zoneAfter('Mars/Olympus')).toEqual(new Set(['Europe/Amsterdam']))
    expect(await zoneAfter('America/New_York')).toEqual(new Set(['America/New_York']))
  })
})
