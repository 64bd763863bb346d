import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Attributes of a span: what kind of work it is. Never an id, an address, a name or a value of anybody. */
export type SpanAttributes = Record<string, string | number>

/** Work that is shown as a span. `kind` says on which side of a call it stands. */
export interface SpanOf {
  name: string
  kind?: 'consumer' | 'producer'
  /**
   * Set where it is work for several callers, or not for the one at hand: a trace of its own, so that nothing which one caller chose
   * goes to another.
   */
  isOwnTrace?: true
  attributes: SpanAttributes
}

/** Span of a call that is answered. */
export interface CallSpan {
  /** Runs what belongs to the call; also what a body that came late goes on with. */
  run(work: () => void): void
  end(status: number): void
}

/** Maker of spans; there is none unless telemetry is asked for. */
export interface Tracing {
  inSpan<Result>(span: SpanOf, work: () => Promise<Result>): Promise<Result>
  /** Notes a statement that has just ended within the span at hand, if there is one. */
  statement(store: 'catalogue' | 'measurements', statement: string, ms: number): void
  /** Does work, and what comes of it later, outside the trace at hand. */
  apart<Result>(work: () => Result): Result
  call(request: { method: string; route: string | undefined; headers: FastifyRequest['headers'] }): CallSpan
  /** Headers by which another program goes on with the trace at hand. */
  headers(): Record<string, string>
}

let tracing: Tracing | null = null

/** Makes spans from now on. Called once, before anything that makes some. */
export const traceBy = (by: Tracing): void => {
  tracing = by
}

/** Does work within a span of its own, where there is telemetry. */
export const inSpan = <Result>(span: SpanOf, work: () => Promise<Result>): Promise<Result> =>
  tracing === null ? work() : tracing.inSpan(span, work)

export const traceStatement: Tracing['statement'] = (store, statement, ms) => tracing?.statement(store, statement, ms)

/** Begins work for others than the caller at hand: outside of that one's trace. */
export const apartFromTrace = <Result>(work: () => Result): Result => (tracing === null ? work() : tracing.apart(work))

/** Headers of a call to another program: `traceparent` where there is a trace. */
export const traceHeaders = (): Record<string, string> => tracing?.headers() ?? {}

/** Gives each call a span, named by method and template of the route. */
export const traceCalls = (http: FastifyInstance): void => {
  const by = tracing
  if (by === null) return
  const spans = new WeakMap<FastifyRequest, CallSpan>()
  http.addHook('onRequest', (request, _, done) => {
    const { method, headers } = request
    const span = by.call({ method, headers, route: request.is404 ? undefined : request.routeOptions.url })
    spans.set(request, span)
    span.run(done)
  })
  // A body is read in the context of its connection.
  http.addHook('preValidation', (request, _, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
  http.addHook('onResponse', (request, reply, done) => {
    spans.get(request)?.end(reply.statusCode)
    done()
  })
}
