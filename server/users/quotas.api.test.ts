import { createECDH, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { readEnvironment } from '../environment.ts'
import { QUOTAS, type Quota, settingOf } from '../kit/limits/quotas.ts'
import { aDevice } from '../testing/a-device.ts'
import { sendPicture } from '../testing/a-floor-plan.ts'
import { aLocation, BROILER } from '../testing/a-location.ts'
import { aPasskey } from '../testing/a-passkey.ts'
import { aPicture } from '../testing/a-photo.ts'
import { aSharedProject } from '../testing/a-shared-project.ts'
import { aFirstUser, aUser, PASSWORD, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const SITE = 'https://barns.example'
const MOST = 2
let app: TestApp
let admin: TestUser
beforeAll(async () => {
  const environment = Object.fromEntries(Object.keys(QUOTAS).map(name => [settingOf(name), String(MOST)]))
  app = await startTestApp({ environment })
  app.services.publicUrl = () => SITE
  admin = await aFirstUser(app)
})
afterAll(() => app.close())

let number = 0
const people = () => [{ name: 'Jan', email: `jan${++number}@farm.example` }]

/** Passkeys sign a challenge each: only so many of an account can be asked for. */
const addPasskey = async (user: TestUser): Promise<unknown> => {
  const { options } = await app.call(api.beginPasskey, { body: { password: PASSWORD } }, user.token)
  const { credential } = aPasskey(SITE).create(options)
  return app.call(api.addPasskey, { body: { name: 'Phone', credential } }, user.token)
}

const AN_SMS = {
  ...{ service: 'seven_sms' as const, name: 'SMS', only_act_now: true },
  // Address at which nobody answers.
  settings: { server: 'https://127.0.0.1:9', token: 'x', to: '+491701234567' },
}

const A_TOKEN = { name: 'Weekly report', scopes: ['read' as const] }

/** Call that adds one more of what is limited, after `prepare` for what it is added to. */
const ADDING: Record<Quota, (user: TestUser) => Promise<() => Promise<unknown>>> = {
  passkeys: async user => () => addPasskey(user),
  devices: async user => () =>
    app.call(api.createSensor, { body: { name: 'D', device_name: `D${++number}` } }, user.token),
  locations: async user => () => aLocation(app, user),
  areas: async user => {
    const { id } = await app.call(api.createLocation, { body: { name: 'Farm' } }, user.token)
    const body = { location_id: id, name: 'Barn', area_type_id: BROILER }
    return () => app.call(api.createArea, { body }, user.token)
  },
  checklists: async user => () => app.call(api.createChecklist, { body: { name: 'List', items: [] } }, user.token),
  rules: async user => {
    await aDevice(app, user)
    const rule = { physical_quantity_id: 4, threshold_value: 20 }
    return () => app.call(api.createAlertRule, { body: rule }, user.token)
  },
  keys: async user => {
    const { id } = await app.call(api.createSensor, { body: { name: 'D', device_name: `D${++number}` } }, user.token)
    return () => app.call(api.createKey, { params: { id }, body: {} }, user.token)
  },
  calibrations: async user => {
    const { id } = await aDevice(app, user)
    const calibration = {
      device_id: id,
      measurement: 't',
      method: 'manual',
      offset: 1,
      valid_from: app.clock.iso(-60_000),
    }
    return () => app.call(api.createCalibration, { body: calibration as never }, user.token)
  },
  letters_to_strangers: async user => {
    const { id } = await aLocation(app, user)
    return () => app.call(api.saveAlarmPlan, { params: { id }, body: { people: people() } }, user.token)
  },
  offers: async user => {
    const { id } = await aLocation(app, user)
    return () => {
      const owners = [user.email, `jan${++number}@farm.example`]
      return app.call(api.updateLocation, { params: { id }, body: { name: 'L', owners } }, user.token)
    }
  },
  streams: async user => {
    const origin = app.app.http.server.listening
      ? `http://127.0.0.1:${(app.app.http.server.address() as { port: number }).port}`
      : await app.listen()
    const { id } = await aDevice(app, user)
    return async () => {
      const answer = await fetch(`${origin}/api/measurements/live?device_ids=${id}`, {
        headers: { authorization: `Bearer ${user.token}` },
      })
      if (!answer.ok) throw Object.assign(new Error(), { status: answer.status, ...(await answer.json()) })
    }
  },
  groups: async user => () => app.call(api.createGroup, { body: { name: 'G' } }, user.token),
  group_people: async user => {
    const { id } = await app.call(api.createGroup, { body: { name: 'G' } }, user.token)
    // The owner is one of its people.
    const full = () =>
      app.call(api.inviteToGroup, { params: { id }, body: { email: `g${++number}@farm.example` } }, user.token)
    let isFirst = true
    return () => {
      if (!isFirst) return full()
      isFirst = false
      return Promise.resolve()
    }
  },
  invitations: async user => {
    const { id } = await app.call(api.createGroup, { body: { name: 'G' } }, user.token)
    const other = await app.call(api.createGroup, { body: { name: 'H' } }, user.token)
    return () => {
      const params = { id: ++number % 2 ? id : other.id }
      return app.call(api.inviteToGroup, { params, body: { email: 'one@farm.example' } }, user.token)
    }
  },
  push_subscriptions: async user => () => {
    const ecdh = createECDH('prime256v1')
    const keys = { p256dh: ecdh.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
    return app.call(
      api.createPushSubscription,
      { body: { endpoint: `https://push.example/${++number}`, keys } },
      user.token,
    )
  },
  contact_points: async user => () => app.call(api.createContactPoint, { body: AN_SMS }, user.token),
  paid_messages: async user => {
    const { id } = await app.call(api.createContactPoint, { body: AN_SMS }, user.token)
    return () => app.call(api.testContactPoint, { params: { id } }, user.token)
  },
  project_notes: async user => {
    const project = { name: 'P', start: app.clock.iso(0) }
    const params = { id: (await app.call(api.createResearch, { body: project }, user.token)).id }
    const note = { kind: 'event' as const, start: app.clock.iso(0), title: 'Note' }
    return () => app.call(api.createResearchNote, { params, body: note }, user.token)
  },
  area_notes: async user => {
    const { area } = await aLocation(app, user)
    const note = { start: app.clock.iso(0), text: 'Opened the inlets' }
    return () => app.call(api.createAreaNote, { params: { id: area.id }, body: note }, user.token)
  },
  floor_plans: async user => {
    const location = await aLocation(app, user)
    const [params, bytes] = [{ id: location.id }, await aPicture()]
    return () => sendPicture(app, user, api.createFloorPlan, { params, query: { name: 'Barns' } }, { bytes })
  },
  snapshots: async user => {
    const { params, version } = await aSharedProject(app, { owner: await aUser(app), researcher: user })
    return () => app.call(api.createSnapshot, { params, body: version }, user.token)
  },
  displays: async user => {
    const { id } = await aLocation(app, user)
    return () => app.call(api.createDisplay, { params: { id }, body: { name: 'Office' } }, user.token)
  },
  boards: async user => () => app.call(api.createBoard, { body: { name: 'Barns', charts: [] } }, user.token),
  feeds: async user => () =>
    app.call(api.createFeed, { body: { name: 'Barn', kind: 'calendar', events: ['rounds'] } }, user.token),
  tokens: async user => () => app.call(api.createToken, { body: A_TOKEN }, user.token),
}

test.each(Object.keys(QUOTAS) as Quota[])('the limit of %s is said with how many it allows', async quota => {
  const user = await aUser(app)
  const add = await ADDING[quota](user)
  for (let count = 0; count < MOST; count++) await add().catch(failure => expect(failure).toBeUndefined())
  await expect(add()).rejects.toMatchObject({
    status: 409,
    code: 'quota_reached',
    message: expect.stringContaining(String(MOST)),
    errors: { [quota]: [expect.stringContaining(String(MOST))] },
  })
  // Asking side by side does not pass the quota either.
  const tries = await Promise.allSettled([add(), add(), add()])
  expect(tries.filter(({ status }) => status === 'fulfilled')).toEqual([])
})

test('no limit is passed by asking side by side', async () => {
  for (const quota of ['devices', 'locations', 'rules', 'push_subscriptions', 'tokens'] as const) {
    const add = await ADDING[quota](await aUser(app))
    const tries = await Promise.allSettled(Array.from({ length: 6 }, add))
    const done = tries.filter(({ status }) => status === 'fulfilled').length
    expect(done, quota).toBe(MOST)
  }
})

test('administrators have no such limit', async () => {
  const add = await ADDING.locations(admin)
  for (let count = 0; count <= MOST; count++) await add()
})

test('who is invited by an administrator beyond the limit can join', async () => {
  const { id } = await app.call(api.createGroup, { body: { name: 'G' } }, admin.token)
  for (let count = 0; count < MOST; count++) {
    const guest = await aUser(app)
    await app.call(api.inviteToGroup, { params: { id }, body: { email: guest.email } }, admin.token)
    await app.call(api.acceptOwnInvitation, { params: { id } }, guest.token)
  }
  expect(await app.call(api.listGroupMembers, { params: { id } }, admin.token)).toHaveLength(MOST + 1)
})

test('administrators have no more access tokens than others: each is one more way in', async () => {
  const add = await ADDING.tokens(admin)
  for (let count = 0; count < MOST; count++) await add()
  await expect(add()).rejects.toMatchObject({ code: 'quota_reached' })
})

test('a limit that is no number is named at the start', () => {
  const { DATA_DIR } = app.services.environment
  expect(() => readEnvironment({ DATA_DIR, QUOTA_DEVICES: 'many' })).toThrow(/QUOTA_DEVICES/)
  expect(readEnvironment({ DATA_DIR, QUOTA_RULES: '7' }).quotas).toMatchObject({ rules: 7, devices: QUOTAS.devices })
})
