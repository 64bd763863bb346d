import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { publishAlertsChanged, publishMarked } from '../alerts/evaluation/news.ts'
import { aDevice } from '../testing/a-device.ts'
import { aRental } from '../testing/a-rental.ts'
import { aRule } from '../testing/a-rule.ts'
import { aUser, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let owner: TestUser
let origin: string
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app)
  origin = await app.listen()
})
afterAll(() => app.close())

/** Opens a stream and collects what it says; `said` waits until that matches. */
const listen = async (deviceIds: string, path = '/measurements/live', listener = owner) => {
  const stop = new AbortController()
  const answer = await fetch(`${origin}/api${path}?device_ids=${deviceIds}`, {
    headers: { authorization: `Bearer ${listener.token}` },
    signal: stop.signal,
  })
  let text = ''
  const read = async () => {
    for await (const chunk of answer.body ?? []) text += Buffer.from(chunk).toString()
  }
  let ended = false
  read()
    .catch(() => {})
    .finally(() => {
      ended = true
    })
  return { answer, text: () => text, ended: () => ended, stop: () => stop.abort() }
}
const send = (key: string, body: object) => app.call(measurementEndpoints.sendMeasurements, { body }, key)

test('[decisions §6] a live page gets a message within 2 s, and only those of the devices it asked for', async () => {
  const [asked, second, other] = [await aDevice(app, owner), await aDevice(app, owner), await aDevice(app, owner)]
  const stream = await listen(`${asked.id},${second.id}`)
  expect(stream.answer.headers.get('content-type')).toBe('text/event-stream')
  const sent = Date.now()
  await send(other.key, { t: 99 })
  await send(asked.key, { t: 20.5, h: 61 })
  await send(second.key, { t: 7 })
  await expect.poll(stream.text, { interval: 10 }).toMatch(/"t":20\.5[\s\S]*"t":7/)
  expect(Date.now() - sent).toBeLessThan(2000)
  const messages = [...stream.text().matchAll(/event: measurement\ndata: (.*)\n\n/g)].map(([, data]) =>
    JSON.parse(data ?? ''),
  )
  expect(messages).toEqual([
    { device_id: asked.id, time: app.clock.now(), values: { t: 20.5, h: 61 } },
    { device_id: second.id, time: app.clock.now(), values: { t: 7 } },
  ])
  stream.stop()
})

test('[decisions §6] a back-fill is no news', async () => {
  const device = await aDevice(app, owner)
  const stream = await listen(String(device.id))
  await send(device.key, { time: app.clock.iso(-3 * 3_600_000), t: 1 })
  await send(device.key, { t: 2 })
  await expect.poll(stream.text, { interval: 10 }).toContain('"t":2')
  expect(stream.text()).not.toContain('"t":1')
  stream.stop()
})

test('one stream carries the messages of several devices and the news of alerts, and leaves out a device that is not seen', async () => {
  const [asked, second] = [await aDevice(app, owner), await aDevice(app, owner)]
  const strange = await aDevice(app, await aUser(app))
  await aRule(app, owner)
  const stream = await listen(`${asked.id},${strange.id},${second.id}`, '/events')
  expect(stream.answer.status).toBe(200)
  await send(strange.key, { t: 99 })
  await send(asked.key, { t: 20.5 })
  // The news of a rule takes its time between processes: a message that comes sooner is left to the minute's job.
  const sendAgain = async () => {
    app.clock.forward(1000)
    await send(second.key, { nh3: 60 })
    return stream.text()
  }
  await expect.poll(sendAgain, { interval: 500 }).toMatch(/event: alerts/)
  expect(stream.text()).toMatch(/"t":20\.5[\s\S]*"nh3":60/)
  expect(stream.text()).not.toContain('"t":99')
  stream.stop()
})

test('[decisions §13] the news of alerts of a device ends with the right to it', async () => {
  const renter = await aUser(app)
  const device = await aDevice(app, owner)
  const lent = await aRental(app, owner, device, renter)
  const [whole, lentTo] = [await listen('', '/alerts/live'), await listen('', '/alerts/live', renter)]
  const newsIn = ({ text }: { text: () => string }) => text().split('event: alerts').length - 1
  const ofDevice = { kind: 'battery_low', user_id: null, location_id: null, device_id: device.id } as const
  const tell = async (times: number) => {
    publishAlertsChanged(app.services.bus, [ofDevice])
    await expect.poll(() => newsIn(whole), { interval: 10 }).toBe(times)
  }
  await tell(1)
  await expect.poll(() => newsIn(lentTo), { interval: 10 }).toBe(1)
  await app.call(api.deleteRental, { params: { id: lent.id } }, owner.token)
  await tell(2)
  publishMarked(app.services.bus, renter.id)
  await expect.poll(() => newsIn(lentTo), { interval: 10 }).toBe(2)
  await tell(3)
  expect(newsIn(lentTo)).toBe(2)
  await app.call(api.logout, {}, renter.token)
  app.clock.forward(20_000)
  await tell(4)
  await expect.poll(lentTo.ended, { interval: 10 }).toBe(true)
  whole.stop()
})

test('[decisions §12] a stream that is open does not keep the server from stopping', async () => {
  const device = await aDevice(app, owner)
  const { answer, stop } = await listen(String(device.id))
  expect(answer.status).toBe(200)
  const started = Date.now()
  await app.app.http.close()
  expect(Date.now() - started).toBeLessThan(3000)
  stop()
})
