import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { requireDevice, visiblePeriods } from '../devices/access.ts'
import { type Precision, parseLineProtocol } from '../ingest/line-protocol.ts'
import { streamLive } from '../ingest/live.ts'
import { countUnstorable, type IngestServices, takeMessages } from '../ingest/take-messages.ts'
import { Failure } from '../kit/failure.ts'
import { type Served, serve } from '../kit/http/serve.ts'
import type { Words } from '../kit/language.ts'
import { inTurns } from '../kit/limits/turns.ts'
import { lastValues } from '../series/last-values.ts'
import type { Latest } from '../series/latest.ts'
import { readSeries } from './read-series.ts'
import { unplacedSince } from './unplaced.ts'

export const measurementRoutes = (
  parts: IngestServices & {
    latest: Latest
    /** Aborts when the server is about to end. */
    ending: AbortSignal
  },
): Served[] => {
  const influx = async (
    { query, body }: { query: { precision: Precision }; body: string },
    context: { deviceId: number; now: () => number; t: Words },
  ): Promise<undefined> => {
    const messages = await inTurns(parseLineProtocol(body, query.precision))
    // Clients write nothing to try whether they may, Home Assistant among them: with the wrong answer it never begins.
    if (messages.length === 0) return undefined
    const sent = { transport: 'line_protocol', body, messages } as const
    const messageContext = { now: context.now(), t: context.t }
    await countUnstorable(parts, context.deviceId, takeMessages(parts, context.deviceId, sent, messageContext))
    return undefined
  }

  return serve(measurementEndpoints, {
    sendMeasurements: async ({ body }, { deviceId, now, t, request }) => {
      if (body === undefined) throw new Failure('unreadable_request')
      const messageContext = { now: now(), t }
      if (typeof body !== 'string') {
        const messages = Array.isArray(body) ? body : [body]
        const sent = { transport: 'json', body, messages, contentType: request.headers['content-type'] } as const
        return countUnstorable(parts, deviceId, takeMessages(parts, deviceId, sent, messageContext))
      }
      const messages = await inTurns(parseLineProtocol(body, 'ns'))
      const sent = { transport: 'line_protocol', body, messages } as const
      return countUnstorable(parts, deviceId, takeMessages(parts, deviceId, sent, messageContext))
    },
    writeInflux2: influx,
    writeInflux1: influx,

    getSeries: ({ query }, context) => readSeries(context, query),

    getLast: async ({ query }, context) => {
      const spans = await requireDevice(context.db, context.user, query.device_id)
      const values = await lastValues(context, parts.latest, new Map([[query.device_id, spans]]))
      return values[query.device_id] ?? {}
    },

    listLast: async ({ query }, context) => {
      const visible = await visiblePeriods(context.db, context.user)
      const wanted = query.device_ids ? new Set(query.device_ids) : null
      return lastValues(context, parts.latest, new Map([...visible].filter(([id]) => wanted?.has(id) ?? true)))
    },

    getUnplaced: async ({ query }, context) => ({ since: await unplacedSince(context, query.device_id) }),

    streamLive: ({ query }, context) => streamLive(context, query.device_ids, parts.ending),
  })
}
