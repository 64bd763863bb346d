import './kit/threads.ts'
import { join } from 'node:path'
import { type FastifyBaseLogger, fastify } from 'fastify'
import { watchListening } from './alerts/listening.ts'
import { buildApp, JOBS } from './app.ts'
import { coldTierOf, type Environment, readEnvironment, seriesPlaceOf } from './environment.ts'
import { openBus } from './kit/bus/bus.ts'
import { openCatalogue } from './kit/database/database.ts'
import { migrateAtStart, oneAtATime } from './kit/database/migrate.ts'
import { openSeries } from './kit/database/series.ts'
import { logSlowStatements, type NoteStatement } from './kit/database/slow-statements.ts'
import { takeDataFolder } from './kit/files/data-folder.ts'
import { openFiles } from './kit/files/files.ts'
import { startJobs } from './kit/jobs.ts'
import { METRICS } from './kit/metrics.ts'
import type { Services } from './kit/services.ts'
import { traceBy, traceStatement } from './kit/telemetry/tracing.ts'
import { startBounceReceiver } from './notifications/bounces/receiver.ts'
import { installationMark } from './notifications/installation.ts'
import { setColdTier } from './series/cold-tier.ts'
import { createMeasurementTables } from './series/schema.ts'

const LIMITS = { perAddress: 60, perAccount: 10, mailsPerHour: 6, constantTime: 300 }
const WARM_AFTER_MS = 500
const STOP_WITHIN_MS = 9_000

const start = async (): Promise<void> => {
  const environment = readEnvironment(process.env)
  const folder = takeDataFolder(environment.DATA_DIR)
  const log = loggerOf(environment)
  // Telemetry is loaded only where it has somewhere to go.
  const telemetry = environment.OTEL_EXPORTER_OTLP_ENDPOINT
    ? (await import('./kit/telemetry/open-telemetry.ts')).startOpenTelemetry(log)
    : undefined
  if (telemetry) traceBy(telemetry.tracing)
  const services = await openServices(environment, log)
  const app = await buildApp(services, log, LIMITS)
  telemetry?.bridge(METRICS, app.metrics)
  const isServing = environment.ROLE !== 'jobs'
  const doesClockWork = environment.ROLE === 'all' || environment.ROLE === 'jobs'
  const hasPages = environment.ROLE === 'all' || environment.ROLE === 'api'
  const wantedPort = isServing ? environment.PORT : environment.HEALTH_PORT
  if (wantedPort !== undefined) await app.http.listen({ port: wantedPort, host: environment.HOST })
  await app.mqtt.start()
  // A set-up has one such port, at the process that does the clock's work.
  const bounces = doesClockWork ? await startBounceReceiver(services) : null
  const jobs = doesClockWork ? startJobs(services, JOBS) : undefined
  const address = app.http.addresses().find(one => typeof one === 'object')
  const origin = `http://127.0.0.1:${address?.port ?? environment.PORT}`
  if (address && hasPages) await app.demo.resume(services, origin)
  // Warms what a first visitor sees first; nothing else waits for it.
  if (address && hasPages) setTimeout(app.renderer.warm, WARM_AFTER_MS).unref()
  const endDoorWatch = watchListening(services, () => app.mqtt.state().client === 'connected')
  announce(environment, { port: address?.port, mqtt_port: app.mqtt.port() })

  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    endDoorWatch()
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    await app.demo.stop()
    await Promise.all([app.mqtt.stop(), app.http.close(), bounces?.stop()])
    await jobs?.stop()
    await app.settle()
    await telemetry?.stop()
    await services.series.close()
    await services.db.destroy()
    await services.bus.close()
    folder.release()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

const loggerOf = (environment: Environment): FastifyBaseLogger =>
  fastify({ logger: { level: environment.LOG_LEVEL, redact: ['req.headers.authorization', '*.password'] } }).log

const openServices = async (environment: Environment, log: FastifyBaseLogger): Promise<Services> => {
  const path = join(environment.DATA_DIR, 'catalogue.sqlite')
  await migrateAtStart(path, environment.DATABASE_URL)
  const logSlow = logSlowStatements(log, environment.SLOW_STATEMENT_MS)
  const note: NoteStatement = (...statement) => {
    logSlow(...statement)
    traceStatement(...statement)
  }
  const db = openCatalogue({ path, url: environment.DATABASE_URL, note })
  const series = openSeries({ ...seriesPlaceOf(environment), note })
  await oneAtATime(db, () => prepareSeries({ db, series, environment, log }))
  const files = openFiles({ path: join(environment.DATA_DIR, 'files'), url: environment.FILES_URL, log })
  const bus = await openBus(environment, log, () => installationMark(db))
  const publicUrl = () => (environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`).replace(/\/$/, '')
  return { environment, db, series, files, bus, now: Date.now, log, publicUrl }
}

/** ms until a shard that was away is asked again for its tables. */
const ASK_AGAIN_MS = 30_000

/** Brings the tables of measurements to their newest form; those of a shard that is away, once it is back. */
const prepareSeries = async (stores: Pick<Services, 'db' | 'series' | 'environment' | 'log'>): Promise<void> => {
  const { db, series, environment, log } = stores
  const away = await createMeasurementTables(series)
  if (away.length === 0) return setColdTier(series, coldTierOf(environment))
  const shards = away.map(number => number + 1)
  log.warn({ shards }, 'shards of ClickHouse are away; messages of their devices are told to come again later')
  const again = () =>
    oneAtATime(db, () => prepareSeries(stores)).catch(err => {
      log.error({ err }, 'shards are not prepared')
      setTimeout(again, ASK_AGAIN_MS).unref()
    })
  setTimeout(again, ASK_AGAIN_MS).unref()
}

/** Message to `npm start`, which tells the person where to open the product. */
const announce = (
  environment: Environment,
  ports: { port: number | undefined; mqtt_port: number | undefined },
): void => {
  const { port = null, mqtt_port } = ports
  process.stdout.write(`${JSON.stringify({ ready: true, port, mqtt_port, role: environment.ROLE })}\n`)
}

start().catch(error => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  if (process.env.LOG_LEVEL === 'debug') console.error(error)
  process.exit(1)
})
