import { statfs } from 'node:fs/promises'
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { DEFAULT_TIME_ZONE, PRODUCT_VERSION } from '#shared/contract/fixed.ts'
import { operationEndpoints } from '#shared/contract/operations.ts'
import { backupState } from '../backups/backups.ts'
import type { Mqtt } from '../ingest/mqtt/mqtt.ts'
import { Failure } from '../kit/failure.ts'
import { type Served, serve } from '../kit/http/serve.ts'
import { type Metrics, printSamples, type Sample } from '../kit/metrics.ts'
import { hashOf } from '../kit/security/secrets.ts'
import type { Services } from '../kit/services.ts'
import { weatherState } from '../weather/stations.ts'
import type { Demo } from './demo.ts'
import { countsOf, gaugesOf, healthOf } from './health.ts'
import { labelledGaugesOf, stateOfWork } from './state.ts'

const isLoopback = (address: string): boolean => /^(127\.|::1$|::ffff:127\.)/.test(address)

/** Tells whether an address of the web, or the `Host` of a request, names the machine itself. */
const namesLoopback = (url: string): boolean => {
  const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  return host === 'localhost' || (isIP(host) !== 0 && isLoopback(host))
}

/** Headers by which a proxy says that somebody else asks. */
const PASSED_ON = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

/**
 * Tells whether the machine itself asks. A proxy on it that says nothing of whom it asks for looks the same: no request counts once the
 * product has an address by which others reach it.
 */
const isOfMachine = ({ ip, socket, headers }: FastifyRequest, publicUrl: string | undefined): boolean =>
  (publicUrl === undefined || namesLoopback(publicUrl)) &&
  isLoopback(ip) &&
  isLoopback(socket.remoteAddress ?? '') &&
  namesLoopback(`http://${headers.host ?? ''}`) &&
  PASSED_ON.every(name => headers[name] === undefined)

/**
 * Guards the metrics, which tell how a farm works: for whoever has the token, or without one for the machine itself.
 * Throws not_found, invalid_auth.
 */
const requireMetrics = (
  request: FastifyRequest,
  { METRICS_TOKEN: token, PUBLIC_URL }: Services['environment'],
): void => {
  if (token === undefined) {
    if (!isOfMachine(request, PUBLIC_URL)) throw new Failure('not_found')
    return
  }
  const [, given = ''] = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (hashOf(given) !== hashOf(token)) throw new Failure('invalid_auth')
}

/** All metrics as they are now: what `/metrics` says, and telemetry hands on. */
export const metricsNow = async (services: Services, metrics: Metrics): Promise<Sample[]> => {
  const health = await healthOf(services)
  const news = services.bus.state()
  const told = countsOf(news)
  if (health.catalogue === 'down') return metrics.samples(told, gaugesOf(health, null, null, news))
  const [backups, work] = await Promise.all([backupState(services.db), stateOfWork(services)])
  return metrics.samples(told, gaugesOf(health, backups, work, news), labelledGaugesOf(work))
}

export const operationRoutes = (parts: { metrics: Metrics; demo: Demo; mqtt: Mqtt }): Served[] =>
  serve(operationEndpoints, {
    getHealth: async () => ({ status: 'ok' as const }),

    getReady: async (_, context) => {
      const health = await healthOf(context)
      const isBroken = health.catalogue === 'down' || health.measurements === 'down'
      // Load balancers go by the status alone.
      if (isBroken) context.reply.status(503)
      return {
        status: isBroken ? ('broken' as const) : ('ok' as const),
        mqtt: parts.mqtt.state().client,
        news: context.bus.state().link,
        ...health,
      }
    },

    getMetrics: async (_, context) => {
      requireMetrics(context.request, context.environment)
      context.reply.type('text/plain; version=0.0.4; charset=utf-8')
      return printSamples(await metricsNow(context, parts.metrics))
    },

    getServer: async (_, { db, environment }) => {
      const disk = await statfs(environment.DATA_DIR).catch(() => null)
      return {
        data_dir: environment.DATA_DIR,
        free_bytes: disk && disk.bavail * disk.bsize,
        time_zone: DEFAULT_TIME_ZONE,
        catalogue: environment.DATABASE_URL ? ('postgresql' as const) : ('sqlite' as const),
        measurements: environment.CLICKHOUSE_URL ? ('server' as const) : ('embedded' as const),
        mail: environment.SMTP_URL !== undefined,
        mqtt: parts.mqtt.state(),
        weather: await weatherState(db, environment.WEATHER_URL !== undefined),
        version: PRODUCT_VERSION,
      }
    },

    getOperations: async (_, context) => ({
      ...(await stateOfWork(context)),
      process: {
        role: context.environment.ROLE,
        uptime_seconds: process.uptime(),
        memory_bytes: process.memoryUsage.rss(),
        failed_answers: parts.metrics.countOf('barnometer_failed_answers_total'),
      },
    }),

    getDemo: async () => parts.demo.state(),

    loadDemo: async (_, context) => parts.demo.load(context, context.user.id),

    removeDemo: async (_, context) => {
      await parts.demo.remove(context)
      return undefined
    },
  })
