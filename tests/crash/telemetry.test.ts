import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { startReceiver } from '../servers/receiver.ts'
import { addDevices, callerAt, EMAIL, PASSWORD, signUp } from './farm.ts'
import { dataFolder, startServer } from './server-process.ts'

/** Span as OTLP writes it in JSON. */
interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}
interface Point {
  asInt?: string | number
  asDouble?: number
  attributes: Span['attributes']
}
interface Sent {
  resourceSpans?: { scopeSpans: { spans: Span[] }[] }[]
  resourceMetrics?: {
    scopeMetrics: { metrics: { name: string; sum?: { dataPoints: Point[] }; gauge?: { dataPoints: Point[] } }[] }[]
  }[]
}

/** A receiver of OTLP over HTTP; one that does not answer takes everything and says nothing. */
const aReceiver = async ({ answers }: { answers: boolean }) => {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    bodies.push(text)
    if (answers) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const sent = () => bodies.map(body => JSON.parse(body) as Sent)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => bodies.join('\n'),
    spans: () =>
      sent().flatMap(one => one.resourceSpans?.flatMap(of => of.scopeSpans.flatMap(({ spans }) => spans)) ?? []),
    newestOf: (name: string) =>
      sent()
        .flatMap(one => one.resourceMetrics?.flatMap(of => of.scopeMetrics.flatMap(({ metrics }) => metrics)) ?? [])
        .findLast(metric => metric.name === name),
  }
}

const aServer = async (url: string, settings: Record<string, string> = {}) => {
  const folder = dataFolder()
  const server = await startServer(folder, {
    LOG_LEVEL: 'warn',
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '200',
    OTEL_METRIC_EXPORT_INTERVAL: '1000',
    OTEL_METRIC_EXPORT_TIMEOUT: '900',
    ...settings,
  })
  onTestFinished(async () => {
    await server.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  return server
}

const attributesOf = ({ attributes }: Pick<Span, 'attributes'>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))

test('spans tell what a call did, as part of its caller’s trace, and nothing of whom it was about', async () => {
  const receiver = await aReceiver({ answers: true })
  const server = await aServer(receiver.url)
  const token = await signUp(server.origin)
  const [device] = await addDevices(server.origin, token, 1)
  if (!device) throw new Error('no device')
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const parent = 'b7ad6b7169203331'
  const answer = await fetch(`${server.origin}/api/measurements`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${device.key}`,
      'content-type': 'application/json',
      traceparent: `00-${traceId}-${parent}-01`,
      baggage: 'farm=secret-baggage',
    },
    body: JSON.stringify({ t: 21.7321 }),
  })
  expect(answer.status).toBe(201)
  const sensor = await call(api.readSensor, { params: { id: device.id } }, callerAt(server.origin, token))
  await fetch(`${server.origin}/api/sensors/7?search=${EMAIL}`, { headers: { authorization: 'Bearer wrong-token' } })
  await call(api.requestPasswordCode, { body: { email: EMAIL } }, callerAt(server.origin))
  await fetch(`${server.origin}/no/such/place-of-anna`)

  const named = (name: string) => receiver.spans().filter(span => span.name === name)
  const childrenOf = (span: Span | undefined) => receiver.spans().filter(one => one.parentSpanId === span?.spanId)
  await expect.poll(() => named('POST /api/measurements'), { timeout: 10_000 }).toHaveLength(1)
  const [post] = named('POST /api/measurements')
  expect(post).toMatchObject({ traceId, parentSpanId: parent, kind: 2 })
  expect(attributesOf(post as Span)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/measurements',
    'http.response.status_code': 201,
  })
  await expect.poll(() => childrenOf(post).map(({ name }) => name), { timeout: 10_000 }).toContain('take messages')
  const [taken] = named('take messages')
  expect(taken).toMatchObject({ traceId, parentSpanId: post?.spanId })
  expect(attributesOf(taken as Span)).toEqual({ 'barnometer.readings': 1, 'barnometer.refused': 0 })

  // Statements of both stores, as they are written.
  await expect.poll(() => named('GET /api/sensors/:id').length, { timeout: 10_000 }).toBe(2)
  const statements = () => receiver.spans().filter(span => attributesOf(span)['db.query.text'] !== undefined)
  const read = named('GET /api/sensors/:id').flatMap(childrenOf)
  expect(read.map(span => attributesOf(span)['db.query.text'])).toContainEqual(expect.stringMatching(/^select .*\?/))
  await expect
    .poll(() => new Set(statements().map(span => attributesOf(span)['db.namespace'])), { timeout: 70_000 })
    .toEqual(new Set(['catalogue', 'measurements']))

  // Work of the clock, and what is sent.
  await expect.poll(() => named('send email').length, { timeout: 30_000 }).toBeGreaterThan(0)
  await expect.poll(() => named('job evaluate-alerts').length, { timeout: 70_000 }).toBeGreaterThan(0)
  const [job] = named('job evaluate-alerts')
  expect(childrenOf(job).length).toBeGreaterThan(0)

  // Metrics are those of /metrics, counted once.
  const told = await (await fetch(`${server.origin}/metrics`)).text()
  const stored = Number(/^barnometer_values_stored_total (\d+)$/m.exec(told)?.[1])
  expect(stored).toBe(1)
  await expect
    .poll(
      () =>
        receiver
          .newestOf('barnometer_values_stored_total')
          ?.sum?.dataPoints.map(point => Number(point.asInt ?? point.asDouble)),
      { timeout: 10_000 },
    )
    .toEqual([stored])
  const queues = receiver
    .newestOf('barnometer_queue_waiting')
    ?.gauge?.dataPoints.map(point => attributesOf(point).queue)
  expect(queues).toContain('outbox_email')

  expect(await server.end('SIGTERM')).toBe(0)
  const text = receiver.text()
  for (const secret of [
    EMAIL,
    PASSWORD,
    token,
    device.key,
    'Anna',
    'wrong-token',
    '21.7321',
    'place-of-anna',
    'secret-baggage',
  ])
    expect(text.includes(secret), secret).toBe(false)
  expect(text.includes(sensor.device_name ?? sensor.name)).toBe(false)
  expect(receiver.spans().filter(({ name }) => /\/\d/.test(name))).toEqual([])
}, 200_000)

test('a webhook gets the trace of its sending, and nothing that a caller chose', async () => {
  const [receiver, webhook] = [await aReceiver({ answers: true }), await startReceiver()]
  onTestFinished(async () => void (await webhook.stop()))
  const server = await aServer(receiver.url, { ALLOW_PRIVATE_ADDRESSES: 'true' })
  const token = await signUp(server.origin)
  const caller = callerAt(server.origin, token)
  const [device] = await addDevices(server.origin, token, 1)
  await call(api.saveWebhook, { body: { url: `${webhook.origin}/alerts` } }, caller)
  const rule = {
    physical_quantity_id: 4,
    threshold_value: 20,
    calculation_minutes: 0,
    // Others wait for the morning at night.
    urgency: 'act_now',
    alert_via_webhook: true,
  } as const
  await call(api.createAlertRule, { body: rule }, caller)
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const answer = await fetch(`${server.origin}/api/measurements`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${device?.key}`,
      'content-type': 'application/json',
      traceparent: `00-${traceId}-b7ad6b7169203331-01`,
      tracestate: 'farm=secret-of-the-caller',
    },
    body: JSON.stringify({ nh3: 25 }),
  })
  expect(answer.status).toBe(201)
  await expect.poll(() => webhook.calls.length, { timeout: 120_000 }).toBeGreaterThan(0)
  const named = (name: string) => receiver.spans().filter(span => span.name === name)
  await expect.poll(() => named('send webhook').length, { timeout: 30_000 }).toBeGreaterThan(0)
  await expect.poll(() => named('POST /api/measurements').map(span => span.traceId)).toEqual([traceId])
  await expect.poll(() => named('look at messages').length, { timeout: 30_000 }).toBeGreaterThan(0)
  const [sent] = named('send webhook')
  expect(webhook.calls[0]?.headers).toMatchObject({ traceparent: `00-${sent?.traceId}-${sent?.spanId}-01` })
  expect(webhook.calls.map(({ headers }) => headers.tracestate)).toEqual(webhook.calls.map(() => undefined))
  for (const name of ['send webhook', 'look at messages', 'store messages'])
    expect(named(name).map(span => span.traceId)).not.toContain(traceId)
  expect(receiver.text()).not.toContain('secret-of-the-caller')
}, 240_000)

test.each([
  ['does not answer', async () => (await aReceiver({ answers: false })).url],
  ['is not there', async () => 'http://127.0.0.1:9'],
])(
  'an endpoint that %s slows and stops nothing, and is said once',
  async (_, urlOf) => {
    const server = await aServer(await urlOf(), { OTEL_EXPORTER_OTLP_TIMEOUT: '300', OTEL_BSP_EXPORT_TIMEOUT: '300' })
    const began = performance.now()
    const token = await signUp(server.origin)
    const [device] = await addDevices(server.origin, token, 1)
    for (let message = 0; message < 50; message++)
      await call(api.sendMeasurements, { body: { t: message } }, callerAt(server.origin, device?.key))
    const took = performance.now() - began
    expect(took).toBeLessThan(30_000)
    await expect.poll(() => server.said(), { timeout: 20_000 }).toContain('telemetry is not taken')
    await new Promise(done => setTimeout(done, 4000))
    expect(server.said().match(/telemetry is not taken/g)).toHaveLength(1)
    const ending = performance.now()
    expect(await server.end('SIGTERM')).toBe(0)
    expect(performance.now() - ending).toBeLessThan(8000)
  },
  90_000,
)
