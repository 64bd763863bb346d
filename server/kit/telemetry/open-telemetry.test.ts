import { context, diag, metrics, propagation, trace } from '@opentelemetry/api'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Log } from '../services.ts'
import { startOpenTelemetry } from './open-telemetry.ts'

const CALLER = '0af7651916cd43dd8448eb211c80319c'
const UNSAMPLED = {
  traceparent: `00-${CALLER}-b7ad6b7169203331-00`,
  tracestate: 'farm=anna@example.org-secret',
  baggage: 'farm=secret-baggage',
}

const warned: { telemetry: string; text: string }[] = []
const log = {
  warn: ({ telemetry }: { telemetry: string }, text: string) => void warned.push({ telemetry, text }),
} as unknown as Log
let telemetry: ReturnType<typeof startOpenTelemetry>
beforeAll(() => {
  // A port at which nobody listens.
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:9')
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '200')
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '100')
  vi.stubEnv('OTEL_METRIC_EXPORT_INTERVAL', '60000')
  vi.stubEnv('OTEL_NODE_RESOURCE_DETECTORS', 'env,nonsense')
  telemetry = startOpenTelemetry(log)
})
afterAll(async () => {
  await telemetry.stop()
  vi.unstubAllEnvs()
  // Files of tests share a process, and the SDK sets itself for all of it.
  for (const name of ['OTEL_SERVICE_NAME', 'OTEL_PROPAGATORS']) delete process.env[name]
  for (const part of [context, diag, metrics, propagation, trace]) part.disable()
})

/** Does work as part of a call that brought these headers. */
const inCall = (work: () => Promise<void>) =>
  new Promise<void>((resolve, reject) => {
    const call = telemetry.tracing.call({ method: 'POST', route: '/api/measurements', headers: UNSAMPLED })
    call.run(() => void work().then(resolve, reject))
    call.end(201)
  })

test('a call goes on with its caller’s trace, and carries nothing else of it', async () => {
  await inCall(async () => {
    const { traceparent, ...others } = telemetry.tracing.headers()
    expect(traceparent).toMatch(new RegExp(`^00-${CALLER}-`))
    expect(others).toEqual({})
  })
})

test('work for others has a trace of its own, which the caller does not keep from being recorded', async () => {
  const own = { name: 'send webhook', isOwnTrace: true, attributes: {} } as const
  await inCall(async () => {
    await telemetry.tracing.inSpan(own, async () => {
      const { traceparent, ...others } = telemetry.tracing.headers()
      expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
      expect(traceparent).not.toContain(CALLER)
      expect(others).toEqual({})
    })
    const { apart, headers } = telemetry.tracing
    const later = apart(() => new Promise(resolve => setImmediate(resolve)).then(headers))
    expect(await later).toEqual({})
  })
})

test('a wrong setting is said as one, and a collector that is away as that, each once', async () => {
  const isSaid = (part: string) => warned.filter(({ text }) => text.includes(part))
  expect(isSaid('a setting of telemetry')).toMatchObject([{ telemetry: expect.stringContaining('nonsense') }])
  const span = { name: 'job a', attributes: {} }
  for (let round = 0; round < 3; round++) {
    await telemetry.tracing.inSpan(span, async () => {})
    await new Promise(resolve => setTimeout(resolve, 150))
  }
  await expect.poll(() => isSaid('telemetry is not taken'), { timeout: 20_000 }).toHaveLength(1)
  expect(warned).toHaveLength(2)
})
