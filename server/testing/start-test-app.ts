import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drainPending } from 'chdb'
import { fastify, type InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { call as callEndpoint } from '#shared/contract/call.ts'
import type { CallInput, Endpoint, ResponseOf } from '#shared/contract/endpoint.ts'
import { type App, buildApp } from '../app.ts'
import { type Environment, readEnvironment, seriesPlaceOf } from '../environment.ts'
import { openBus } from '../kit/bus/bus.ts'
import { openCatalogue } from '../kit/database/database.ts'
import { openSeries } from '../kit/database/series.ts'
import { openFiles } from '../kit/files/files.ts'
import type { BodyLimits } from '../kit/http/bodies.ts'
import type { Limits } from '../kit/limits/limits.ts'
import type { Services } from '../kit/services.ts'
import { createMeasurementTables } from '../series/schema.ts'
import { createClock, TEST_NOON } from './clock.ts'
import { freshStores } from './fresh-stores.ts'
import { writeMigratedFile } from './migrated-catalogue.ts'

export const NO_LIMITS: Limits = { perAddress: 100_000, perAccount: 100_000, mailsPerHour: 100_000, constantTime: 0 }

/** The real app on real, empty stores, with a clock a test can set. */
export const startTestApp = async (
  options: {
    now?: string | number
    limits?: Partial<Limits>
    beside?: { services: Services }
    environment?: Record<string, string>
    bodies?: BodyLimits
  } = {},
) => {
  const folder = mkdtempSync(join(tmpdir(), 'barnometer-test-'))
  const clock = createClock(options.now === undefined ? TEST_NOON : new Date(options.now).getTime())
  const logged: string[] = []
  const log = fastify({ logger: { level: 'trace', stream: { write: (line: string) => void logged.push(line) } } }).log
  // A second process of one set-up: other memory, the same stores.
  const stores = options.beside ? storesOf(options.beside) : await freshStores()
  const services = await openServices(
    { DATA_DIR: folder, MAP_STYLE_URL: 'none', ...stores, ...options.environment },
    clock.now,
    log,
  )
  const app = await buildApp(services, log, { ...NO_LIMITS, ...options.limits }, { bodies: options.bodies ?? {} })
  await app.http.ready()
  return {
    app,
    services,
    clock,
    /** Everything logged so far. */
    logged: () => logged.join(''),
    inject: (request: InjectOptions) => app.http.inject(request),
    call: <E extends Endpoint>(endpoint: E, input: CallInput<E>, token?: string, language?: string) =>
      callEndpoint(endpoint, input, { fetch: fetchOf(app), token, language }) as Promise<ResponseOf<E>>,
    /** Opens a real port, for what cannot be injected. Returns its origin. */
    listen: () => app.http.listen({ port: 0, host: '127.0.0.1' }),
    close: async () => {
      await app.mqtt.stop()
      await app.http.close()
      await app.settle()
      await services.series.close()
      // The embedded engine lets the next app begin on another folder once no question to it runs any more.
      await drainPending()
      await services.db.destroy()
      await services.bus.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type TestApp = Awaited<ReturnType<typeof startTestApp>>

const storesOf = ({ services: { environment } }: { services: Services }): Record<string, string> => ({
  ...(environment.DATABASE_URL ? { DATABASE_URL: environment.DATABASE_URL } : {}),
  ...(environment.CLICKHOUSE_URL ? { CLICKHOUSE_URL: environment.CLICKHOUSE_URL } : {}),
  ...(environment.CLICKHOUSE_CLUSTER ? { CLICKHOUSE_CLUSTER: environment.CLICKHOUSE_CLUSTER } : {}),
})

/**
 * Reads few rows by one thread: to share them among several, each with a stream of its own for every part of a table, was nearly
 * half of what a question cost. Journeys, crash tests and those of the engine itself leave it to the product.
 */
const FEW_ROWS = { max_threads: 1 }

const openServices = async (
  source: Record<string, string>,
  now: () => number,
  log: Services['log'],
): Promise<Services> => {
  const environment = readEnvironment(source)
  const path = join(environment.DATA_DIR, 'catalogue.sqlite')
  if (!environment.DATABASE_URL) await writeMigratedFile(path)
  const db = openCatalogue({ path, url: environment.DATABASE_URL })
  const series = openSeries({ ...seriesPlaceOf(environment), settings: FEW_ROWS })
  await createMeasurementTables(series)
  await withoutFlushing(db, series, environment)
  const files = openFiles({ path: join(environment.DATA_DIR, 'files'), url: environment.FILES_URL, log })
  const bus = await openBus(environment, log)
  return { environment, db, series, files, bus, now, log, publicUrl: () => 'http://barnometer.test' }
}

/**
 * Lets the stores acknowledge what the disk does not have yet, as the PostgreSQL of the tests does: waiting for it took most of
 * the time. Only a machine that stops can tell the difference; tests/crash runs the program itself.
 */
const withoutFlushing = async (
  db: Services['db'],
  series: Services['series'],
  environment: Environment,
): Promise<void> => {
  if (!environment.DATABASE_URL) await sql`PRAGMA synchronous = OFF`.execute(db)
  await series.command({
    query: 'ALTER TABLE measurements MODIFY SETTING fsync_after_insert = 0, fsync_part_directory = 0',
  })
}

const fetchOf =
  (app: App) => async (url: string, init: { method: string; headers: Record<string, string>; body?: string }) => {
    const answer = await app.http.inject({
      url,
      method: init.method as 'GET',
      headers: init.headers,
      ...(init.body === undefined ? {} : { payload: init.body }),
    })
    return {
      status: answer.statusCode,
      headers: { get: (name: string) => (answer.headers[name] === undefined ? null : String(answer.headers[name])) },
      text: async () => answer.body,
    }
  }
