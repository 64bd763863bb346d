import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'

const url = (protocols: string[]) =>
  z
    .url({ protocol: new RegExp(`^(${protocols.join('|')})$`) })
    .optional()
    .or(z.literal('').transform(() => undefined))

/** With a place for the language, `https://example.org/{language}/faq`. */
const urlPerLanguage = z
  .string()
  .refine(text => z.url({ protocol: /^https?$/ }).safeParse(text.replaceAll('{language}', 'en')).success, 'Invalid URL')
  .optional()
  .or(z.literal('').transform(() => undefined))

const email = z
  .email()
  .optional()
  .or(z.literal('').transform(() => undefined))

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  PUBLIC_URL: url(['http', 'https']),
  DATABASE_URL: url(['postgres', 'postgresql']),
  CLICKHOUSE_URL: url(['http', 'https']),
  /** Where photos are kept: an S3 store by HTTPS, or by plain HTTP. */
  FILES_URL: url(['s3', 's3\\+http']),
  SMTP_URL: url(['smtp', 'smtps']),
  GEOCODER_URL: url(['http', 'https']),
  MAP_STYLE_URL: url(['http', 'https']),
  /** A service that answers as Open-Meteo does; `https://api.open-meteo.com`. */
  WEATHER_URL: url(['http', 'https']),
  FAQ_URL: urlPerLanguage,
  CONSULT_URL: url(['http', 'https']),
  FEEDBACK_EMAIL: email,
  WEBSITE_URL: url(['http', 'https']),
  /** What a network server of LoRaWAN proves itself with. */
  WEBHOOK_SECRET: z
    .string()
    .regex(/^\S{16,}$/, 'At least 16 characters, no spaces')
    .optional()
    .or(z.literal('').transform(() => undefined)),
  MQTT_URL: url(['mqtt', 'mqtts']),
  MQTT_LISTEN: z
    .string()
    .regex(/^(\[[0-9a-f:]+\]|[^:\s]+):\d{1,5}$/i, 'Must be host:port')
    .optional()
    .or(z.literal('').transform(() => undefined)),
  /** Webhooks and pushes of alerts may go to the farm's own network; off, a person could reach what only the server may. */
  ALLOW_PRIVATE_ADDRESSES: z
    .enum(['true', 'false', ''])
    .default('false')
    .transform(text => text === 'true'),
  ALARM_PING_URL: url(['http', 'https']),
  ROLE: z.enum(['all', 'api', 'jobs']).default('all'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})
export type Environment = z.infer<typeof Environment>

/** Settings with their safe defaults. Throws a sentence that names each wrong one. */
export const readEnvironment = (source: Record<string, string | undefined>): Environment => {
  const result = Environment.safeParse(source)
  if (!result.success) {
    const wrong = result.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`Wrong setting in the environment. ${wrong.join('; ')}`)
  }
  const environment = { ...result.data, DATA_DIR: resolve(result.data.DATA_DIR) }
  mkdirSync(environment.DATA_DIR, { recursive: true })
  return environment
}
