import {
  context,
  type DiagLogger,
  DiagLogLevel,
  diag,
  metrics,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { NodeSDK } from '@opentelemetry/sdk-node'
import type { Metric, Sample } from '../metrics.ts'
import type { Log } from '../services.ts'
import type { Tracing } from './tracing.ts'

/** Time (ms) that what is left to send may hold up the end of the process. */
const FLUSH_MS = 2000
/** Characters of a statement that are sent: enough to find it in the source. */
const MAX_STATEMENT = 2000
const NAME = 'barnometer'

const KINDS = { consumer: SpanKind.CONSUMER, producer: SpanKind.PRODUCER }
const SYSTEMS = { catalogue: 'sql', measurements: 'clickhouse' }

/**
 * Settings of the SDK where nobody has set them: who starts the program, and with which arguments, is nobody's concern, and
 * what a caller packs into a trace goes no further.
 */
const DEFAULTS = {
  OTEL_SERVICE_NAME: NAME,
  OTEL_NODE_RESOURCE_DETECTORS: 'env,host,serviceinstance',
  OTEL_PROPAGATORS: 'tracecontext',
}

/** Says once that what is sent is not taken; the SDK tries again and drops what is too much. */
const sayOnce = (log: Log): DiagLogger => {
  let isSaid = false
  const say = (message: string): void => {
    if (isSaid) return
    isSaid = true
    log.warn({ telemetry: message.slice(0, 300) }, 'telemetry is not taken; it is tried again and not said again')
  }
  return { error: say, warn: say, info: () => {}, debug: () => {}, verbose: () => {} }
}

/**
 * Starts the official SDK with its own settings (`OTEL_…`). Nothing waits for what it sends: spans wait in a queue of limited
 * length and are dropped beyond it.
 */
export const startOpenTelemetry = (log: Log) => {
  const isNamed = process.env.OTEL_RESOURCE_ATTRIBUTES?.includes('service.name=')
  for (const [name, value] of Object.entries(DEFAULTS))
    if (name !== 'OTEL_SERVICE_NAME' || !isNamed) process.env[name] ??= value
  // Logs go where they always went.
  const sdk = new NodeSDK({ logRecordProcessors: [] })
  diag.setLogger(sayOnce(log), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
  sdk.start()
  return {
    tracing: tracingBy(),
    /** Hands on the numbers of `/metrics`, read when they are sent. */
    bridge: (known: readonly Metric[], read: () => Promise<readonly Sample[]>): void => bridge(log, known, read),
    stop: async (): Promise<void> => {
      const late = new Promise<void>(resolve => setTimeout(resolve, FLUSH_MS).unref())
      await Promise.race([sdk.shutdown().catch(() => undefined), late])
    },
  }
}

const tracingBy = (): Tracing => {
  const tracer = trace.getTracer(NAME)
  return {
    inSpan: ({ name, kind, attributes }, work) =>
      tracer.startActiveSpan(name, { attributes, ...(kind && { kind: KINDS[kind] }) }, async span => {
        try {
          return await work()
        } catch (error) {
          // A message of an error may say whose it is; its kind does not.
          span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
          span.setStatus({ code: SpanStatusCode.ERROR })
          throw error
        } finally {
          span.end()
        }
      }),
    statement: (store, statement, ms) => {
      if (!trace.getActiveSpan()?.isRecording()) return
      const [verb = ''] = /\w+/.exec(statement) ?? []
      const ended = Date.now()
      const attributes = {
        'db.system.name': SYSTEMS[store],
        'db.namespace': store,
        'db.query.text': statement.slice(0, MAX_STATEMENT),
      }
      const options = { kind: SpanKind.CLIENT, startTime: ended - ms, attributes }
      tracer.startSpan(`${store} ${verb.toUpperCase()}`, options).end(ended)
    },
    call: ({ method, route, headers }) => {
      const caller = propagation.extract(ROOT_CONTEXT, headers)
      const attributes = { 'http.request.method': method, ...(route === undefined ? {} : { 'http.route': route }) }
      const name = route === undefined ? method : `${method} ${route}`
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, caller)
      const within = trace.setSpan(caller, span)
      return {
        run: work => context.with(within, work),
        end: status => {
          span.setAttribute('http.response.status_code', status)
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    headers: () => {
      const carrier: Record<string, string> = {}
      propagation.inject(context.active(), carrier)
      return carrier
    },
  }
}

const bridge = (log: Log, known: readonly Metric[], read: () => Promise<readonly Sample[]>): void => {
  const meter = metrics.getMeter(NAME)
  const instruments = new Map(
    known.map(({ name, help, type }) => {
      const options = { description: help }
      return [
        name,
        type === 'counter' ? meter.createObservableCounter(name, options) : meter.createObservableGauge(name, options),
      ]
    }),
  )
  meter.addBatchObservableCallback(
    async result => {
      const samples = await read().catch((error: unknown): readonly Sample[] => {
        log.warn({ err: error }, 'metrics could not be read')
        return []
      })
      for (const { name, values } of samples) {
        const instrument = instruments.get(name)
        if (instrument) for (const { labels, value } of values) result.observe(instrument, value, labels)
      }
    },
    [...instruments.values()],
  )
}
