import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { alertChartPicture } from '../../server/alerts/delivery/chart-picture.ts'
import { toldAlerts } from '../../server/alerts/delivery/delivery-store.ts'
import { peopleOfEmails } from '../../server/alerts/rules/people.ts'
import { aDevice } from '../../server/testing/a-device.ts'
import { aRule, NH3 } from '../../server/testing/a-rule.ts'
import { aSharedProject } from '../../server/testing/a-shared-project.ts'
import { aUser, type TestUser } from '../../server/testing/a-user.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { createWatching, times } from '../../server/testing/watching.ts'

let app: TestApp
let origin: string
let owner: TestUser
let researcher: TestUser
let shared: Awaited<ReturnType<typeof aSharedProject>>
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app)
  researcher = await aUser(app)
  shared = await aSharedProject(app, { owner, researcher })
  // Consent to whatever comes: nothing below is kept back because it is not shared.
  await shared.say('yes', shared.at(-10))
  origin = await app.listen()
})
afterAll(() => app.close())

const watching = createWatching(() => app)

test('[decisions §3] alerts of shared data are for its owner: a researcher is told, shown and drawn none', async () => {
  await aRule(app, owner, { recipients: [researcher.email] })
  await aRule(app, researcher)
  await watching.minutes({ owner, device: shared.device }, times(15, 34))
  const [alert, ...others] = await watching.alertsOf({ owner })
  expect([alert?.device_id, others]).toEqual([shared.device.id, []])
  const params = { id: alert?.id ?? 0 }
  await expect(app.call(api.getAlert, { params }, researcher.token)).rejects.toMatchObject({ status: 404 })
  expect(await watching.alertsOf({ owner: researcher })).toEqual([])
  expect(await app.call(api.getAlertSummary, {}, researcher.token)).toEqual({ unread: 0, open: 0 })
  const deliveries = await app.services.db.selectFrom('alert_deliveries').selectAll().execute()
  expect(deliveries.length).toBeGreaterThan(0)
  expect(new Set(deliveries.map(({ user_id }) => user_id))).toEqual(new Set([owner.id]))
  const told = (await toldAlerts(app.services.db, [params.id])).get(params.id)
  if (!told) throw new Error('no alert')
  const pictureFor = async ({ email }: TestUser) => {
    const [person] = await peopleOfEmails(app.services.db, [email])
    if (!person) throw new Error('no person')
    return alertChartPicture(app.services, told, person)
  }
  expect(await pictureFor(owner)).toEqual(expect.any(String))
  expect(await pictureFor(researcher)).toBeNull()
})

test('[decisions §3] a rule of a researcher is tried on devices of their own alone', async () => {
  const rule = { physical_quantity_id: NH3, threshold_value: 20, calculation_minutes: 0 as const }
  const tried = (user: TestUser) => app.call(api.backtestAlertRule, { body: { rule } }, user.token)
  expect((await tried(owner)).devices.map(one => one.device_id)).toEqual([shared.device.id])
  expect(await tried(researcher)).toMatchObject({ devices: [], firings: [], series: [] })
})

test('[decisions §3] no value reaches the open pages of a researcher as it arrives', async () => {
  const own = await aDevice(app, researcher)
  const stop = new AbortController()
  const answer = await fetch(`${origin}/api/events?device_ids=${shared.device.id},${own.id}`, {
    headers: { authorization: `Bearer ${researcher.token}` },
    signal: stop.signal,
  })
  let text = ''
  const reading = (async () => {
    for await (const chunk of answer.body ?? []) text += Buffer.from(chunk).toString()
  })().catch(() => {})
  await watching.send({ nh3: 12.5 }, { owner, device: shared.device })
  await watching.send({ nh3: 3.5 }, { owner: researcher, device: own })
  await expect.poll(() => text, { interval: 10 }).toContain('3.5')
  expect(text).not.toContain('12.5')
  stop.abort()
  await reading
})
