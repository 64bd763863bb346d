import { statfs } from 'node:fs/promises'
import { DEFAULT_TIME_ZONE, PRODUCT_VERSION } from '../../shared/contract/fixed.ts'
import { operationEndpoints } from '../../shared/contract/operations.ts'
import { Failure } from '../kit/failure.ts'
import type { Metrics } from '../kit/metrics.ts'
import { type Served, serve } from '../kit/serve.ts'
import type { MqttDoor } from '../measurements/mqtt/door.ts'
import { weatherState } from '../measurements/weather/station-store.ts'
import type { Demo } from './demo.ts'

export const operationRoutes = (parts: { metrics: Metrics; demo: Demo; mqtt: MqttDoor }): Served[] =>
  serve(operationEndpoints, {
    getHealth: async () => ({ status: 'ok' as const }),

    getReady: async (_, { db, series, log }) => {
      try {
        await db.selectFrom('users').select('id').limit(1).execute()
        await series.query({ query: 'SELECT 1', format: 'JSONEachRow' }).then(result => result.json())
      } catch (error) {
        log.error({ err: error }, 'a store does not answer')
        throw new Failure('busy', { cause: error })
      }
      return { status: 'ok' as const, mqtt: parts.mqtt.state().client }
    },

    getMetrics: async (_, { reply }) => {
      reply.type('text/plain; version=0.0.4; charset=utf-8')
      return parts.metrics.print()
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

    getDemo: async () => parts.demo.state(),

    loadDemo: async (_, context) => parts.demo.load(context, context.user.id),

    removeDemo: async (_, context) => {
      await parts.demo.remove(context)
      return undefined
    },
  })
