import {
  type Context,
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
 * what a caller packs into its baggage goes no further.
 */
const DEFAULTS = {
  OTEL_SERVICE_NAME: NAME,
  OTEL_NODE_RESOURCE_DETECTORS: 'env,host,serviceinstance',
  OTEL_PROPAGATORS: 'tracecontext',
}

/** Letters of a message that tell of which kind it is: what follows may be an id, and differ each time. */
const KIND_LETTERS = 40
const MAX_KINDS = 20

/**
 * Says what the SDK complains of, each kind once: settings that it does not know while it starts, and later that what is sent is
 * not taken; it tries again then, and drops what is too much.
 */
const sayOnce = (log: Log) => {
  let isStarting = true
  const said = new Set<string>()
  const say = (kind: string, message: string, text: string): void => {
    if (said.has(kind) || said.size >= MAX_KINDS) return
    said.add(kind)
    log.warn({ telemetry: message.slice(0, 300) }, text)
  }
  const warn = (message: string): void => {
    if (isStarting) say(message, message, 'a setting of telemetry is not used as it stands')
    else say(message.slice(0, KIND_LETTERS), message, 'OpenTelemetry warns')
  }
  const error = (message: string): void => {
    if (isStarting || !isOfSending(message)) warn(message)
    else say('sending', message, 'telemetry is not taken; it is tried again and not said again')
  }
  const logger: DiagLogger = { error, warn, info: () => {}, debug: () => {}, verbose: () => {} }
  return {
    logger,
    started: () => {
      isStarting = false
    },
  }
}

/** Tells whether an error of the SDK is that of an exporter: these are handed on as JSON, or say what they are. */
const isOfSending = (message: string): boolean => message.startsWith('{') || /\bexport/i.test(message)

/**
 * Starts the official SDK with its own settings (`OTEL_…`). Nothing waits for what it sends: spans wait in a queue of limited
 * length and are dropped beyond it.
 */
export const startOpenTelemetry = (log: Log) => {
  const isNamed = process.env.OTEL_RESOURCE_ATTRIBUTES?.includes('service.name=')
  for (const [name, value] of Object.entries(DEFAULTS))
    if (name !== 'OTEL_SERVICE_NAME' || !isNamed) process.env[name] ??= value
  const said = sayOnce(log)
  const logged = { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true }
  diag.setLogger(said.logger, logged)
  // Logs go where they always went.
  const sdk = new NodeSDK({ logRecordProcessors: [] })
  // With OTEL_LOG_LEVEL the SDK has set a logger of its own.
  diag.setLogger(said.logger, logged)
  sdk.start()
  said.started()
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
    inSpan: ({ name, kind, isOwnTrace, attributes }, work) => {
      const options = { attributes, ...(kind && { kind: KINDS[kind] }) }
      const within = isOwnTrace ? ROOT_CONTEXT : context.active()
      return tracer.startActiveSpan(name, options, within, async span => {
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
      })
    },
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
    apart: work => context.with(ROOT_CONTEXT, work),
    call: ({ method, route, headers }) => {
      const caller = withoutState(propagation.extract(ROOT_CONTEXT, headers))
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

/** The place in a trace that a caller names, without its `tracestate`: text of its own that would go into each span and on. */
const withoutState = (caller: Context): Context => {
  const place = trace.getSpanContext(caller)
  if (!place) return caller
  const { traceId, spanId, traceFlags } = place
  return trace.setSpanContext(caller, { traceId, spanId, traceFlags, isRemote: true })
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
