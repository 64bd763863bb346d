import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AlertRuleInput, alertRuleEndpoints } from '#shared/contract/alerts/alert-rules.ts'
import { api } from '#shared/contract/index.ts'
import { NO_KIND } from '#shared/rules/alerts/rule-scope.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { aDevice, type TestDevice } from '../../testing/a-device.ts'
import { aGroup } from '../../testing/a-group.ts'
import { aLocation, BROILER } from '../../testing/a-location.ts'
import { aPlacement } from '../../testing/a-placement.ts'
import { aRule } from '../../testing/a-rule.ts'
import { aUser, type TestUser } from '../../testing/a-user.ts'
import { countQueries } from '../../testing/count-queries.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { createWatching } from '../../testing/watching.ts'
import { evaluateMinute } from '../evaluation/minute.ts'
import { stillWatched, watchedAt } from '../evaluation/targets.ts'
import { readRules } from './rule-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
const { send, alertsOf } = createWatching(() => app)

/** A farm of two rooms, with a device in each. */
const aFarmOfRooms = async () => {
  const owner = await aUser(app)
  const areas = ['Room 1', 'Room 2'].map(name => ({ name, area_type_id: BROILER }))
  const location = await aLocation(app, owner, { areas })
  const [room1, room2] = location.areas
  if (!room1 || !room2) throw new Error('two rooms are needed')
  const hung = async (area: { id: number }) => {
    const device = await aDevice(app, owner, { upload_interval: 60 })
    return { device, placement: await aPlacement(app, owner, device, { id: location.id, area }) }
  }
  return { owner, location, room1, room2, first: await hung(room1), second: await hung(room2) }
}

const sent = async (owner: TestUser, device: TestDevice, nh3: number) => {
  app.clock.forward(MINUTE_MS)
  await send({ nh3 }, { owner, device })
}

/** Open alerts of somebody as pairs of rule and device. */
const openOf = async (owner: TestUser) =>
  (await alertsOf({ owner }))
    .filter(({ state }) => state === 'firing')
    .map(({ alert_rule_id, device_id }) => [alert_rule_id, device_id])

const rulesOf = (owner: TestUser) => app.call(api.listAlertRules, {}, owner.token)

describe('a rule for one place', () => {
  test.each(['location', 'area', 'device'] as const)('holds for a %s alone, and names it', async scope => {
    const { owner, location, room1, first, second } = await aFarmOfRooms()
    const elsewhere = await aDevice(app, owner, { upload_interval: 60 })
    const ids = { location: location.id, area: room1.id, device: first.device.id }
    const rule = await aRule(app, owner, { [`${scope}_id`]: ids[scope] })
    expect(rule).toMatchObject({
      ...{ area_type_id: null, location_id: null, area_id: null, device_id: null },
      [`${scope}_id`]: ids[scope],
      location_name: scope === 'device' ? null : location.name,
      area_name: scope === 'area' ? 'Room 1' : null,
      device_name: scope === 'device' ? first.device.name : null,
      lost: false,
    })
    for (const device of [first.device, second.device, elsewhere]) await sent(owner, device, 30)
    const there = scope === 'location' ? [first, second] : [first]
    expect((await openOf(owner)).sort()).toEqual(there.map(({ device }) => [rule.id, device.id]).sort())
  })

  test('looks at what hangs in the area when it measures, also after a move', async () => {
    const { owner, location, room1, room2, second } = await aFarmOfRooms()
    const rule = await aRule(app, owner, { area_id: room1.id })
    await sent(owner, second.device, 30)
    expect(await openOf(owner)).toEqual([])
    const place = { location_id: location.id, device_ids: [second.device.id] }
    const moved = async (area: { id: number }, placement: { id: number; start: string }) => {
      const [{ start }, end] = [placement, app.clock.iso()]
      await app.call(api.updateLocationResearch, { params: { id: placement.id }, body: { start, end } }, owner.token)
      const body = { ...place, area_id: area.id, start: end }
      const [made] = await app.call(api.createLocationResearch, { body }, owner.token)
      return made!
    }
    const there = await moved(room1, second.placement)
    await sent(owner, second.device, 31)
    expect(await openOf(owner)).toEqual([[rule.id, second.device.id]])
    app.clock.forward(MINUTE_MS)
    await moved(room2, there)
    app.clock.forward(MINUTE_MS)
    await evaluateMinute(app.services)
    expect(await openOf(owner)).toEqual([])
  })

  test('keeps its place when a page or program of before changes it', async () => {
    const { owner, room1 } = await aFarmOfRooms()
    const made = await aRule(app, owner, { area_id: room1.id })
    const change = (body: Partial<AlertRuleInput>) =>
      app.call(
        api.updateAlertRule,
        { params: { id: made.id }, body: { physical_quantity_id: 4, threshold_value: 25, ...body } },
        owner.token,
      )
    expect(await change({})).toMatchObject({ area_id: room1.id, threshold_value: 25 })
    expect(await change({ area_id: null })).toMatchObject({ area_id: null, area_type_id: null })
    expect(await change({ area_type_id: BROILER })).toMatchObject({ area_id: null, area_type_id: BROILER })
  })

  test('is sent with a kind that is none, which a process of the release before refuses, and stays for its place', async () => {
    const { owner, location, room1 } = await aFarmOfRooms()
    const made = await aRule(app, owner, { area_type_id: NO_KIND, area_id: room1.id })
    expect(made).toMatchObject({ area_type_id: null, area_id: room1.id })
    const change = (body: Partial<AlertRuleInput>) =>
      app.call(
        api.updateAlertRule,
        { params: { id: made.id }, body: { physical_quantity_id: 4, threshold_value: 25, ...body } },
        owner.token,
      )
    expect(await change({ area_type_id: NO_KIND })).toMatchObject({ area_type_id: null, area_id: room1.id })
    const farm = { area_type_id: NO_KIND, location_id: location.id }
    expect(await change(farm)).toMatchObject({ area_type_id: null, area_id: null, location_id: location.id })
    // Alone it is no kind, as it is to the release before.
    await expect(aRule(app, owner, { area_type_id: NO_KIND })).rejects.toMatchObject({
      status: 422,
      errors: { area_type_id: [expect.any(String)] },
    })
  })

  test('is of no kind of animal for a process of the release before, which would else warn of all areas', async () => {
    const { owner, room1 } = await aFarmOfRooms()
    const { id } = await aRule(app, owner, { area_id: room1.id })
    const kinds = app.services.db.selectFrom('alert_rules').select('area_type_id').where('id', '=', id)
    const { area_type_id } = await kinds.executeTakeFirstOrThrow()
    expect(area_type_id).not.toBeNull()
    const { area_types } = await app.call(api.getTaxonomy, {}, owner.token)
    expect(area_types.map(one => one.id)).not.toContain(area_type_id)
  })

  test('is refused for what is not there, not theirs, or two places at once', async () => {
    const { owner, location, room1, first } = await aFarmOfRooms()
    const stranger = await aUser(app)
    const refused = async (place: Partial<AlertRuleInput>, field: string, user = owner) =>
      expect(aRule(app, user, place)).rejects.toMatchObject({
        status: 422,
        errors: { [field]: [expect.any(String)] },
      })
    await refused({ area_id: 2_000_000 }, 'area_id')
    await refused({ location_id: location.id }, 'location_id', stranger)
    await refused({ area_id: room1.id }, 'area_id', stranger)
    await refused({ device_id: first.device.id }, 'device_id', stranger)
    await refused({ area_id: room1.id, device_id: first.device.id }, 'area_type_id')
    await refused({ area_id: room1.id, area_type_id: BROILER }, 'area_type_id')
  })
})

describe('of rules on the same quantity, side and urgency', () => {
  test('the nearest holds on each device, and the wider one again once it is gone', async () => {
    const { owner, location, room1, first, second } = await aFarmOfRooms()
    const wide = await aRule(app, owner, { threshold_value: 20 })
    await sent(owner, first.device, 22)
    expect(await openOf(owner)).toEqual([[wide.id, first.device.id]])
    const farm = await aRule(app, owner, { location_id: location.id, threshold_value: 21 })
    const room = await aRule(app, owner, { area_id: room1.id, threshold_value: 50 })
    const urgent = await aRule(app, owner, { threshold_value: 21.5, urgency: 'act_now' })
    app.clock.forward(MINUTE_MS)
    await evaluateMinute(app.services)
    const ended = (await alertsOf({ owner })).filter(({ alert_rule_id }) => alert_rule_id === wide.id)
    expect(ended).toMatchObject([{ state: 'resolved', ended_by: 'rule' }])
    await sent(owner, first.device, 23)
    await sent(owner, second.device, 23)
    const urgentOnes = [first, second].map(({ device }) => [urgent.id, device.id])
    expect((await openOf(owner)).sort()).toEqual([...urgentOnes, [farm.id, second.device.id]].sort())
    await app.call(api.deleteAlertRule, { params: { id: room.id } }, owner.token)
    await sent(owner, first.device, 24)
    expect(await openOf(owner)).toContainEqual([farm.id, first.device.id])
  })

  test('one that leaves a device out does not hold there, and one that is off nowhere', async () => {
    const { owner, room1, first } = await aFarmOfRooms()
    const wide = await aRule(app, owner)
    await aRule(app, owner, { area_id: room1.id, threshold_value: 50, exclude_device_ids: [first.device.id] })
    await aRule(app, owner, { device_id: first.device.id, threshold_value: 60, active: false })
    await sent(owner, first.device, 30)
    expect(await openOf(owner)).toEqual([[wide.id, first.device.id]])
  })

  test('a wider one does not go on counting where it stopped when a nearer one came', async () => {
    const { owner, room1, first } = await aFarmOfRooms()
    const wide = await aRule(app, owner, { times: 2 })
    await sent(owner, first.device, 30)
    const room = await aRule(app, owner, { area_id: room1.id, threshold_value: 50 })
    app.clock.forward(MINUTE_MS)
    await evaluateMinute(app.services)
    await app.call(api.deleteAlertRule, { params: { id: room.id } }, owner.token)
    await sent(owner, first.device, 30)
    expect(await openOf(owner)).toEqual([])
    await sent(owner, first.device, 30)
    expect(await openOf(owner)).toEqual([[wide.id, first.device.id]])
  })

  test('a farm’s rule does not fire in a room with its own though the move there is not looked up yet', async () => {
    const { owner, location, room1, second } = await aFarmOfRooms()
    await aRule(app, owner, { location_id: location.id })
    await aRule(app, owner, { area_id: room1.id, threshold_value: 50 })
    await sent(owner, second.device, 1)
    const wide = await watchedAt(app.services.db, app.clock.iso(), await readRules(app.services.db), [second.device.id])
    const rule = wide.rules.find(one => one.rule.user_id === owner.id && one.rule.location_id === location.id)!
    const still = async () =>
      (await stillWatched(app.services.db, [rule.rule], [second.device.id], app.clock.iso())).get(rule.rule.id)!
    expect([...(await still()).devices.keys()]).toEqual([second.device.id])
    app.clock.forward(MINUTE_MS)
    const [end, { id, start }] = [app.clock.iso(), second.placement]
    await app.call(api.updateLocationResearch, { params: { id }, body: { start, end } }, owner.token)
    const body = { location_id: location.id, device_ids: [second.device.id], area_id: room1.id, start: end }
    await app.call(api.createLocationResearch, { body }, owner.token)
    expect([...(await still()).devices.keys()]).toEqual([])
  })

  test('an alert of a device that moved to a room with its own rule ended by the move', async () => {
    const { owner, location, room1, second } = await aFarmOfRooms()
    const wide = await aRule(app, owner)
    await aRule(app, owner, { area_id: room1.id, threshold_value: 50 })
    await sent(owner, second.device, 30)
    app.clock.forward(MINUTE_MS)
    const [end, { id, start }] = [app.clock.iso(), second.placement]
    await app.call(api.updateLocationResearch, { params: { id }, body: { start, end } }, owner.token)
    const body = { location_id: location.id, device_ids: [second.device.id], area_id: room1.id, start: end }
    await app.call(api.createLocationResearch, { body }, owner.token)
    app.clock.forward(MINUTE_MS)
    await evaluateMinute(app.services)
    expect(await alertsOf({ owner })).toMatchObject([{ alert_rule_id: wide.id, state: 'resolved', ended_by: 'device' }])
  })

  test('that of somebody else is another matter', async () => {
    const { owner, location, room1, first } = await aFarmOfRooms()
    const vet = await aUser(app)
    await aGroup(app, owner, { people: [[vet, 'member']], shares: [{ location_id: location.id, may: 'read' }] })
    const wide = await aRule(app, owner)
    const near = await aRule(app, vet, { area_id: room1.id, threshold_value: 25 })
    await sent(owner, first.device, 30)
    expect(await openOf(owner)).toContainEqual([wide.id, first.device.id])
    expect(await openOf(vet)).toContainEqual([near.id, first.device.id])
  })

  test('the page of a rule can say which one holds, where, and in whose place', async () => {
    const { owner, location, room1, first } = await aFarmOfRooms()
    const wide = await aRule(app, owner)
    const room = await aRule(app, owner, { area_id: room1.id })
    const reach = (rule: Partial<AlertRuleInput>, id: number | null = null) =>
      app.call(
        alertRuleEndpoints.reachOfAlertRule,
        { body: { id, rule: { physical_quantity_id: 4, threshold_value: 20, calculation_minutes: 0, ...rule } } },
        owner.token,
      )
    const nobody = { nearer: [], wider: [] }
    expect(await reach({}, wide.id)).toEqual({
      ...{ devices: 2, holds: 1 },
      ...{ ...nobody, nearer: [{ rule_id: room.id, devices: 1 }] },
    })
    expect(await reach({ area_id: room1.id }, room.id)).toEqual({
      ...{ devices: 1, holds: 1 },
      ...{ ...nobody, wider: [{ rule_id: wide.id, devices: 1 }] },
    })
    expect(await reach({ location_id: location.id })).toEqual({
      ...{ devices: 2, holds: 1 },
      nearer: [{ rule_id: room.id, devices: 1 }],
      wider: [{ rule_id: wide.id, devices: 1 }],
    })
    expect(await reach({ device_id: first.device.id, comparator: 'less' })).toEqual({ devices: 1, holds: 1, ...nobody })
    const stranger = await aUser(app)
    const body = { id: wide.id, rule: { physical_quantity_id: 4, threshold_value: 20 } }
    await expect(app.call(api.reachOfAlertRule, { body }, stranger.token)).rejects.toMatchObject({ status: 404 })
  })
})

describe('a rule of somebody who loses the place', () => {
  test('ends without a word, is shown as lost, and holds again when the place is theirs again', async () => {
    const { owner, location, room1, first } = await aFarmOfRooms()
    const vet = await aUser(app)
    const group = await aGroup(app, owner, {
      people: [[vet, 'member']],
      shares: [{ location_id: location.id, may: 'read' }],
    })
    const rule = await aRule(app, vet, { area_id: room1.id })
    await sent(owner, first.device, 30)
    expect(await openOf(vet)).toEqual([[rule.id, first.device.id]])
    const share = (shares: { location_id: number; may: 'read' }[]) =>
      app.call(api.setGroupShares, { params: { id: group.id }, body: shares }, owner.token)
    await share([])
    app.clock.forward(MINUTE_MS)
    await evaluateMinute(app.services)
    const open = app.services.db.selectFrom('alerts').select('state').where('alert_rule_id', '=', rule.id)
    expect(await open.execute()).toEqual([{ state: 'resolved' }])
    const [lost] = await rulesOf(vet)
    expect(lost).toMatchObject({ lost: true, area_id: room1.id, area_name: null, location_name: null })
    // A rule that is lost warns nobody, however switched on it is.
    const rulesThatHold = async () => (await app.call(api.getAlarmWatch, {}, vet.token)).rules
    expect(await rulesThatHold()).toBe(0)
    // Its owner may still switch it off and name it.
    const body = { ...rule, active: false, name: 'Room of the neighbours' }
    const { version } = await app.call(api.updateAlertRule, { params: { id: rule.id }, body }, vet.token)
    const on = { ...body, active: true, version }
    await app.call(api.updateAlertRule, { params: { id: rule.id }, body: on }, vet.token)
    await sent(owner, first.device, 31)
    expect(await open.execute()).toHaveLength(1)
    await share([{ location_id: location.id, may: 'read' }])
    await sent(owner, first.device, 32)
    // Rules at hand may be some seconds old; the minute looks again.
    await evaluateMinute(app.services)
    expect(await openOf(vet)).toEqual([[rule.id, first.device.id]])
    expect(await rulesOf(vet)).toMatchObject([{ lost: false, area_name: 'Room 1' }])
    expect(await rulesThatHold()).toBe(1)
  })

  test('is shown as lost when its area is deleted, and its device is another’s', async () => {
    const { owner, room1, first } = await aFarmOfRooms()
    await aRule(app, owner, { area_id: room1.id })
    await aRule(app, owner, { device_id: first.device.id })
    await app.call(api.deleteArea, { params: { id: room1.id } }, owner.token)
    expect((await rulesOf(owner)).map(({ lost }) => lost).sort()).toEqual([false, true])
  })
})

test('the minute asks the database as often for many rules of places as for few', async () => {
  const { owner, location, room1, room2, first, second } = await aFarmOfRooms()
  const minute = async () => {
    app.clock.forward(MINUTE_MS)
    return countQueries(app, () => evaluateMinute(app.services))
  }
  const places = [
    { location_id: location.id },
    { area_id: room1.id },
    { area_id: room2.id },
    { device_id: first.device.id },
    { device_id: second.device.id },
  ]
  for (const place of places) await aRule(app, owner, { ...place, threshold_value: 900 })
  await minute()
  const few = await minute()
  for (let time = 0; time < 4; time++)
    for (const place of places) await aRule(app, owner, { ...place, threshold_value: 900 + time })
  expect(await minute()).toBe(few)
})
