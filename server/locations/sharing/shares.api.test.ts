import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { urlOf } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { JOBS } from '../../app.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aGroup, joined } from '../../testing/a-group.ts'
import { aLocation } from '../../testing/a-location.ts'
import { aPlacement } from '../../testing/a-placement.ts'
import { aFirstUser, aUser, PASSWORD, type TestUser } from '../../testing/a-user.ts'
import { accepted } from '../../testing/accepted.ts'
import { anInspection } from '../../testing/an-inspection.ts'
import { someMeasurements } from '../../testing/some-measurements.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  await aFirstUser(app)
  owner = await aUser(app, { name: 'Olga Owner' })
})
afterAll(() => app.close())

const NOT_FOUND = { status: 404, code: 'not_found' }
const NOT_ALLOWED = { status: 403, code: 'not_allowed' }
const locations = (user: TestUser) => app.call(api.listLocations, {}, user.token)
const share = (user: TestUser, id: number, shares: { location_id: number; may: 'read' | 'edit' }[]) =>
  app.call(api.setGroupShares, { params: { id }, body: shares }, user.token)
const sees = async (user: TestUser, id: number) => (await locations(user)).some(one => one.id === id)

/** A barn with a device that measures, shared with a group of its owner, a reader, and somebody with an edit share beside. */
const aSharedBarn = async (may: 'read' | 'edit' = 'read') => {
  const member = await aUser(app, { name: 'Mia Member' })
  const location = await aLocation(app, owner, { name: 'Zonneveld' })
  const device = await aDevice(app, owner)
  await aPlacement(app, owner, device, location)
  const group = await aGroup(app, owner, {
    people: [[member, 'member']],
    shares: [{ location_id: location.id, may }],
  })
  return { member, location, device, group }
}

describe('what is shared with a group', () => {
  test('its people see, and may as the share says; who else owns it is not told', async () => {
    const { member, location, device, group } = await aSharedBarn()
    const [seen] = await locations(member)
    expect(seen).toMatchObject({ id: location.id, may: [], owners: [], offers: [] })
    expect(seen?.groups).toEqual([{ id: group.id, name: 'Vets' }])
    expect(seen?.areas[0]?.may).toEqual([])
    const [own] = (await locations(owner)).filter(({ id }) => id === location.id)
    expect(own).toMatchObject({ groups: [], owners: [owner.email], may: ['edit', 'delete', 'place', 'share'] })
    expect((await app.call(api.listSensors, { query: {} }, member.token)).map(({ id }) => id)).toEqual([device.id])
    const change = { params: { id: location.id }, body: { name: 'Mine' } }
    await expect(app.call(api.updateLocation, change, member.token)).rejects.toMatchObject(NOT_ALLOWED)
    await share(owner, group.id, [{ location_id: location.id, may: 'edit' }])
    expect(await app.call(api.updateLocation, change, member.token)).toMatchObject({
      name: 'Mine',
      may: ['edit', 'place'],
    })
    const owned = { ...change, body: { name: 'Mine', owners: [member.email] } }
    await expect(app.call(api.updateLocation, owned, member.token)).rejects.toMatchObject(NOT_ALLOWED)
    for (const work of [
      () => app.call(api.deleteLocation, { params: { id: location.id } }, member.token),
      () => app.call(api.getLocationLoss, { params: { id: location.id } }, member.token),
      () => app.call(api.deleteArea, { params: { id: location.area.id } }, member.token),
      () => app.call(api.listLocationShares, { params: { id: location.id } }, member.token),
      () => app.call(api.endLocationShare, { params: { id: location.id, group_id: group.id } }, member.token),
      () => app.call(api.saveAlarmPlan, { params: { id: location.id }, body: { people: [] } }, member.token),
    ])
      await expect(work()).rejects.toMatchObject({ status: expect.toSatisfy(status => [403, 404].includes(status)) })
  })

  test('is the owners’ alone to share, on to nobody, with no group they are not in', async () => {
    const { member, location, group } = await aSharedBarn('edit')
    const onward = await aGroup(app, member)
    await expect(share(member, onward.id, [{ location_id: location.id, may: 'read' }])).rejects.toMatchObject(NOT_FOUND)
    const params = { id: location.id, group_id: onward.id }
    await expect(app.call(api.setLocationShare, { params, body: { may: 'read' } }, member.token)).rejects.toMatchObject(
      NOT_ALLOWED,
    )
    await expect(app.call(api.setLocationShare, { params, body: { may: 'read' } }, owner.token)).rejects.toMatchObject(
      NOT_FOUND,
    )
    // Rights to share there reach the own places alone.
    const maker = await aUser(app)
    await joined(app, owner, group.id, maker, 'creator')
    const own = await aLocation(app, maker)
    await expect(share(maker, group.id, [{ location_id: location.id, may: 'read' }])).rejects.toMatchObject(NOT_ALLOWED)
    const shares = await share(maker, group.id, [{ location_id: own.id, may: 'read' }])
    expect(shares.map(one => [one.location_id, one.may, one.own])).toEqual(
      expect.arrayContaining([
        [location.id, 'edit', false],
        [own.id, 'read', true],
      ]),
    )
    expect(await share(maker, group.id, [])).toMatchObject([{ location_id: location.id }])
    // A share of somebody else that ended since the list was read keeps nobody from sharing.
    await app.call(api.endLocationShare, { params: { id: location.id, group_id: group.id } }, owner.token)
    const asRead = [...shares].map(({ location_id, may }) => ({ location_id, may }))
    expect(await share(maker, group.id, asRead)).toMatchObject([{ location_id: own.id }])
    expect(await sees(maker, location.id)).toBe(false)
    await expect(share(member, group.id, [])).rejects.toMatchObject(NOT_ALLOWED)
  })

  test('by two groups is seen once, with the larger right', async () => {
    const { member, location } = await aSharedBarn('read')
    await aGroup(app, owner, { people: [[member, 'member']], shares: [{ location_id: location.id, may: 'edit' }] })
    const seen = (await locations(member)).filter(({ id }) => id === location.id)
    expect(seen).toMatchObject([{ may: ['edit', 'place'], groups: [{ name: 'Vets' }, { name: 'Vets' }] }])
  })

  test('stands in the audit log of its owner', async () => {
    const { member, location, group } = await aSharedBarn()
    await share(owner, group.id, [])
    const [none, shared] = [
      { group: null, share: null },
      { group: 'Vets', share: 'read' },
    ]
    for (const [action, before, after] of [
      ['place_shared_with_group', none, shared],
      ['place_share_ended', shared, none],
    ] as const) {
      const entries = await app.call(api.listAudit, { query: { action } }, owner.token)
      expect(entries[0]).toMatchObject({ object: `location:${location.id}`, object_name: location.name, before, after })
      expect(await app.call(api.listAudit, { query: { action } }, member.token)).toEqual([])
    }
  })

  test('its projects stay hidden', async () => {
    const { member, location } = await aSharedBarn()
    const device = await aDevice(app, owner)
    const research = { name: 'Geheim', start: app.clock.iso(-3_600_000) }
    const project = await app.call(api.createResearch, { body: research }, owner.token)
    const place = { location_id: location.id, area_id: location.area.id, research_subject_id: 100 }
    const hung = { ...place, research_id: project.id, device_ids: [device.id], start: app.clock.iso(-60_000) }
    const [own] = await app.call(api.createLocationResearch, { body: hung }, owner.token)
    expect(own).toMatchObject({ research_id: project.id, research_name: 'Geheim' })
    expect(await app.call(api.listResearch, {}, member.token)).toEqual([])
    const [placed] = (await app.call(api.listLocationResearch, { query: {} }, member.token)).filter(
      ({ device_id }) => device_id === device.id,
    )
    expect(placed).toMatchObject({ research_id: null, research_name: null, location_name: 'Zonneveld' })
    expect(JSON.stringify(await app.call(api.listSensors, { query: {} }, member.token))).not.toContain('Geheim')
  })

  test('is where somebody who edits hangs the own devices, and no other', async () => {
    const { member, location, device } = await aSharedBarn('edit')
    const own = await aDevice(app, member)
    const place = { location_id: location.id, area_id: location.area.id, research_subject_id: 100 }
    const start = app.clock.iso(-60_000)
    const [made] = await app.call(
      api.createLocationResearch,
      { body: { ...place, device_ids: [own.id], start } },
      member.token,
    )
    expect(made?.may).toEqual(['edit', 'delete'])
    await expect(
      app.call(api.createLocationResearch, { body: { ...place, device_ids: [device.id], start } }, member.token),
    ).rejects.toMatchObject(NOT_ALLOWED)
    const [hangs] = (await app.call(api.listLocationResearch, { query: {} }, member.token)).filter(
      ({ device_id }) => device_id === device.id,
    )
    expect(hangs?.may).toEqual([])
    const params = { id: hangs?.id ?? 0 }
    await expect(app.call(api.deleteLocationResearch, { params }, member.token)).rejects.toMatchObject(NOT_ALLOWED)
    await expect(
      app.call(
        api.continueLocationResearch,
        { params, body: { at: app.clock.iso(), device_id: own.id } },
        member.token,
      ),
    ).rejects.toMatchObject(NOT_ALLOWED)
    // The owner sees what hangs in the own barn.
    expect((await app.call(api.listSensors, { query: {} }, owner.token)).map(({ id }) => id)).toContain(own.id)
  })

  test('has its diary read, and written where the share says so', async () => {
    const { member, location, group } = await aSharedBarn('read')
    const inspection = await anInspection(app, owner, location, { notes: 'All well' })
    const { inspections } = await app.call(api.pageInspections, { query: {} }, member.token)
    expect(inspections).toMatchObject([{ id: inspection.id, may: [] }])
    const byId = { params: { id: inspection.id } }
    await expect(app.call(api.deleteInspection, byId, member.token)).rejects.toMatchObject(NOT_ALLOWED)
    await expect(anInspection(app, member, location)).rejects.toMatchObject(NOT_ALLOWED)
    await share(owner, group.id, [{ location_id: location.id, may: 'edit' }])
    const own = await anInspection(app, member, location)
    expect(own.may).toEqual(['edit', 'delete'])
    // An inspection taken to another place would be gone from this one.
    const hideout = await aLocation(app, member)
    const away = { ...byId, body: { version: 1, location_id: hideout.id, area_ids: [] } }
    await expect(app.call(api.updateInspection, away, member.token)).rejects.toMatchObject(NOT_ALLOWED)
    const elsewhere = await aLocation(app, member)
    await share(owner, group.id, [{ location_id: location.id, may: 'read' }])
    // An inspection that is only read is not moved to an own place either.
    const move = { ...byId, body: { version: 1, location_id: elsewhere.id, area_ids: [] } }
    await expect(app.call(api.updateInspection, move, member.token)).rejects.toMatchObject(NOT_ALLOWED)
  })

  test('is watched by rules of its people, and its own alerts are not theirs', async () => {
    const { member, device, location } = await aSharedBarn()
    const rule = { physical_quantity_id: 1, threshold_value: 20, calculation_minutes: 0 } as const
    await app.call(api.createAlertRule, { body: { ...rule, name: 'Hers' } }, member.token)
    await app.call(api.createAlertRule, { body: { ...rule, name: 'His' } }, owner.token)
    await app.call(api.sendMeasurements, { body: { t: 30 } }, device.key)
    await app.app.settle()
    const alerts = await app.call(api.listAlerts, {}, member.token)
    expect(alerts.map(({ rule_name }) => rule_name)).toEqual(['Hers'])
    expect(alerts[0]).toMatchObject({ location_name: 'Zonneveld' })
    // A rule that always fires does not open the telephone numbers of the alarm plan.
    const people = [{ name: 'Olga', phone: '+31 6 1234', email: owner.email }]
    const byLocation = { params: { id: location.id } }
    await app.call(api.saveAlarmPlan, { ...byLocation, body: { people } }, owner.token)
    await expect(app.call(api.getAlarmPlan, byLocation, member.token)).rejects.toMatchObject(NOT_FOUND)
  })
})

describe('access ends at once', () => {
  const ENDS: Record<string, (barn: Awaited<ReturnType<typeof aSharedBarn>>) => Promise<unknown>> = {
    'the share is withdrawn': ({ group }) => share(owner, group.id, []),
    'the share is ended at the location': ({ group, location }) =>
      app.call(api.endLocationShare, { params: { id: location.id, group_id: group.id } }, owner.token),
    'the member leaves': ({ group, member }) =>
      app.call(api.removeGroupMember, { params: { id: group.id, user_id: member.id } }, member.token),
    'the member is removed': ({ group, member }) =>
      app.call(api.removeGroupMember, { params: { id: group.id, user_id: member.id } }, owner.token),
    'the group is dissolved': ({ group }) => app.call(api.dissolveGroup, { params: { id: group.id } }, owner.token),
    'the place is deleted': ({ location }) =>
      app.call(api.deleteLocation, { params: { id: location.id } }, owner.token),
    'who shared leaves the group': async ({ group, member }) => {
      await app.call(
        api.changeGroupRole,
        { params: { id: group.id, user_id: member.id }, body: { role: 'owner' } },
        owner.token,
      )
      await app.call(api.removeGroupMember, { params: { id: group.id, user_id: owner.id } }, owner.token)
    },
    'the place is handed over': async ({ location }) => {
      const heir = await aUser(app)
      const change = (owners: string[], by: TestUser) =>
        app.call(api.updateLocation, { params: { id: location.id }, body: { name: 'L', owners } }, by.token)
      await change([owner.email, heir.email], owner)
      await accepted(app, heir)
      await change([heir.email], heir)
    },
  }

  test.each(Object.entries(ENDS))('when %s', async (_, end) => {
    const barn = await aSharedBarn('edit')
    const { member, location, device } = barn
    const day = { date_start: '2025-01-10', date_end: '2025-01-12' }
    await someMeasurements(app, device, { from: '2025-01-11T00:00:00Z', until: '2025-01-11T02:00:00Z' })
    const exported = await app.call(api.createExport, { body: { ...day, device_ids: [device.id] } }, member.token)
    await expect
      .poll(async () => (await app.call(api.readExport, { params: { id: exported.id } }, member.token)).status)
      .toBe('ready')
    const link = await app.call(api.createExportLink, { params: { id: exported.id } }, member.token)
    const origin = app.app.http.server.listening
      ? `http://127.0.0.1:${(app.app.http.server.address() as { port: number }).port}`
      : await app.listen()
    const open = new AbortController()
    const stream = await fetch(`${origin}${urlOf(api.streamLive, { query: { device_ids: String(device.id) } })}`, {
      headers: { authorization: `Bearer ${member.token}` },
      signal: open.signal,
    })
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    const heard: string[] = []
    const listening = (async () => {
      for (;;) {
        const { value, done } = (await reader?.read().catch(() => undefined)) ?? { done: true, value: undefined }
        if (done) return
        heard.push(value ?? '')
      }
    })()
    await app.call(api.sendMeasurements, { body: { t: 21.5 } }, device.key)
    await expect.poll(() => heard.join('')).toContain('21.5')

    expect(await sees(member, location.id)).toBe(true)
    await end(barn)
    expect(await sees(member, location.id)).toBe(false)
    await expect(app.call(api.getLocation, { params: { id: location.id } }, member.token)).rejects.toMatchObject(
      NOT_FOUND,
    )
    await app.call(api.sendMeasurements, { body: { t: 99.5 } }, device.key)
    await app.app.settle()
    const query = { device_id: device.id }
    await expect(app.call(api.getLast, { query }, member.token)).rejects.toMatchObject(NOT_FOUND)
    const byExport = { params: { id: exported.id } }
    expect((await app.inject({ method: 'GET', url: link.path })).statusCode).toBe(404)
    await expect(app.call(api.createExportLink, byExport, member.token)).rejects.toMatchObject(NOT_FOUND)
    expect(heard.join('')).not.toContain('99.5')
    open.abort()
    await listening
  })

  test('and does not come back by itself when who shared owns the place, or is in the group, once more', async () => {
    const { member, location, group } = await aSharedBarn()
    const other = await aUser(app)
    await joined(app, owner, group.id, other, 'admin')
    await app.call(
      api.changeGroupRole,
      { params: { id: group.id, user_id: other.id }, body: { role: 'owner' } },
      owner.token,
    )
    await app.call(api.removeGroupMember, { params: { id: group.id, user_id: owner.id } }, owner.token)
    await joined(app, other, group.id, owner, 'creator')
    expect(await sees(member, location.id)).toBe(false)
  })

  test('when the account of who shared goes, and the reminders of who wrote there', async () => {
    const going = await aUser(app)
    const member = await aUser(app)
    const location = await aLocation(app, going)
    const { id } = await aGroup(app, member)
    await joined(app, member, id, going, 'creator')
    await share(going, id, [{ location_id: location.id, may: 'edit' }])
    await anInspection(app, member, location, { reminder: 'Look', reminder_date: app.clock.iso(60_000) })
    expect(await sees(member, location.id)).toBe(true)
    await app.call(api.deleteUser, { body: { password: PASSWORD } }, going.token)
    expect(await sees(member, location.id)).toBe(false)
    app.clock.forward(120_000)
    await JOBS.find(({ name }) => name === 'remind')?.run(app.services)
    const sent = await app.services.db.selectFrom('outbox').select(['recipient', 'subject']).execute()
    const subjects = sent.filter(({ recipient }) => recipient === member.email).map(({ subject }) => subject)
    expect(subjects.filter(subject => subject.includes('Look'))).toEqual([])
  })
})
