import { mkdirSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { SubscriptionPlan } from '#shared/contract/devices/devices.ts'
import { ROLES } from '#shared/rules/accounts/roles.ts'
import { type NatsSettings, natsSettingsOf } from './kit/bus/nats-url.ts'
import type { SeriesPlace } from './kit/database/series.ts'
import { QUOTAS, type Quotas, settingOf } from './kit/limits/quotas.ts'
import type { ColdTier } from './series/cold-tier.ts'
import { type Kept, keptOf } from './series/kept.ts'

const url = (protocols: string[]) =>
  z
    .url({ protocol: new RegExp(`^(${protocols.join('|')})$`) })
    .optional()
    .or(z.literal('').transform(() => undefined))

/** Address with a place for the language, `https://example.org/{language}/faq`. */
const urlPerLanguage = z
  .string()
  .refine(text => z.url({ protocol: /^https?$/ }).safeParse(text.replaceAll('{language}', 'en')).success, 'Invalid URL')
  .optional()
  .or(z.literal('').transform(() => undefined))

const email = z
  .email()
  .optional()
  .or(z.literal('').transform(() => undefined))

const listenAddress = z
  .string()
  .regex(/^(\[[0-9a-f:]+\]|[^:\s]+):\d{1,5}$/i, 'Must be host:port')
  .optional()
  .or(z.literal('').transform(() => undefined))

/** Server of news between processes, with what its address says of the stream. */
const natsUrl = z
  .string()
  .optional()
  .transform((text, context): NatsSettings | undefined => {
    if (!text) return undefined
    try {
      return natsSettingsOf(text)
    } catch (error) {
      context.addIssue(error instanceof Error ? error.message : 'Invalid URL')
      return z.NEVER
    }
  })

/** Time for which single readings are kept; null for ever. */
const readingsKept = z
  .string()
  .default('')
  .transform((text, context): Kept | null => {
    try {
      return keptOf(text.trim() || 'ever')
    } catch (error) {
      context.addIssue(error instanceof Error ? error.message : 'Invalid length of time')
      return z.NEVER
    }
  })

/** Addresses parted by commas. A comma that no address follows is part of one, of its password. */
const clickhouseAddresses = (text: string): string[] => {
  const found: string[] = []
  for (const part of text.split(','))
    if (found.length === 0 || /^https?:/.test(part.trim())) found.push(part.trim())
    else found.push(`${found.pop()},${part}`)
  return found
}

/** Addresses of ClickHouse: of a server, or of each shard of a cluster, parted by commas. */
const clickhouseUrls = z
  .string()
  .optional()
  .transform(text => (text ? clickhouseAddresses(text).join(',') : undefined))
  .refine(
    text =>
      text === undefined ||
      clickhouseAddresses(text).every(part => z.url({ protocol: /^https?$/ }).safeParse(part).success),
    'Invalid URL',
  )

/** Streets of OpenStreetMap, free and without a key, all from one origin. */
const STREETS = 'https://tiles.openfreemap.org/styles/liberty'

/** Hosts as a policy of what pages may load names them: other signs, which addresses may hold, end its list or widen it. */
const PLAIN_HOST = /^([a-z\d_-]+(\.[a-z\d_-]+)*|\[[\da-f:]+\])$/

/** Tells whether pages may be let load from the origin of an address: its host is a plain name, and it bears no password. */
const hasPlainOrigin = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && PLAIN_HOST.test(hostname) && username === '' && password === ''
}

/** Style of the maps; `none`: outlines of countries alone. */
const mapStyle = z
  .literal(['none', ''])
  .or(
    z
      .url({ protocol: /^https?$/ })
      .refine(hasPlainOrigin, 'Must have a host of letters, digits, _, - and dots, and no password'),
  )
  .optional()
  .transform(text => (text === 'none' ? undefined : text || STREETS))

/** Places for the tile that is asked for, in order: by column, row and zoom, or by its corners in metres of EPSG:3857. */
const TILE_PLACES = ['{x} {y} {z}', '{bbox-epsg-3857}']

/** Address of tiles of aerial pictures, with each place for which one is asked for once; none in its host, which pages may fetch from. */
const aerialTiles = z
  .literal('')
  .transform(() => undefined)
  .or(
    z.string().refine(text => {
      const places = text.match(/\{[^{}]*\}/g)?.sort() ?? []
      const hasOther = /[{}]/.test(text.replace(/\{[^{}]*\}/g, ''))
      return TILE_PLACES.includes(places.join(' ')) && !hasOther && !text.includes('#') && hasPlainOrigin(text)
    }, 'Must be an address with {z}, {x} and {y} once each, or with {bbox-epsg-3857}, after a plain host without a password'),
  )
  .optional()

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (bits === undefined) return family !== 0 || NAMED_NETWORKS.includes(text)
  return more.length === 0 && family !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}

/**
 * Proxies that may say where a call comes from: their addresses and networks, or how many stand before the server;
 * `none`: no one.
 */
const trustedProxies = z
  .string()
  .default('loopback')
  .transform((text, context) => {
    const parts = (text.trim() || 'loopback').split(',').map(part => part.trim())
    const [first = ''] = parts
    if (parts.length === 1 && first === 'none') return false
    if (parts.length === 1 && /^\d{1,2}$/.test(first)) return (_: string, hop: number) => hop < Number(first)
    if (parts.every(isNetwork)) return parts
    context.addIssue('Must be addresses or networks (10.0.0.0/8), a number of proxies, or none')
    return z.NEVER
  })

const isOrigin = (text: string): boolean => {
  const { success, data } = z.url({ protocol: /^https?$/ }).safeParse(text)
  return success && !text.includes('*') && new URL(data).origin === text
}

/** Origins whose pages may call the API, each exactly as a browser names it. */
const origins = z
  .string()
  .default('')
  .transform(text =>
    text
      .split(',')
      .map(part => part.trim())
      .filter(Boolean),
  )
  .refine(list => list.every(isOrigin), 'Must be origins such as https://lab.example, without a path, parted by commas')

/** Values of a claim, each with the role it gives: `barn-admins=administrator, lab=researcher`. */
const rolesOfValues = z
  .string()
  .default('')
  .transform((text, context) => {
    const pairs = text
      .split(',')
      .map(part => part.trim())
      .filter(Boolean)
      .map(part => {
        const at = part.lastIndexOf('=')
        return { value: part.slice(0, at).trim(), role: ROLES.find(role => role === part.slice(at + 1).trim()) }
      })
    if (pairs.some(({ value, role }) => value === '' || role === undefined)) {
      context.addIssue(`Must be value=role, parted by commas, with the roles ${ROLES.join(', ')}`)
      return z.NEVER
    }
    return pairs.flatMap(({ value, role }) => (role ? [{ value, role }] : []))
  })

const MAX_CHECKS = 50_000
const SLOW_STATEMENT_MS = 1000
const INGEST_GATHER_MS = 4

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  PUBLIC_URL: url(['http', 'https']),
  /** Plans that people give their devices themselves; administrators give any. */
  PLANS_TO_CHOOSE: z
    .string()
    .default('light,basic,pro')
    .transform(text => text.split(',').map(part => part.trim()))
    .pipe(z.array(SubscriptionPlan).min(1)),
  TRUST_PROXY: trustedProxies,
  CORS_ORIGINS: origins,
  /** Token that proves a reader of the metrics who comes from elsewhere. */
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,}$/, 'At least 16 characters, no spaces')
    .optional()
    .or(z.literal('').transform(() => undefined)),
  DATABASE_URL: url(['postgres', 'postgresql']),
  CLICKHOUSE_URL: clickhouseUrls,
  /** Cluster of ClickHouse whose shards CLICKHOUSE_URL names, in its order. */
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'Must be a name of letters, digits, _ and -')
    .optional()
    .or(z.literal('').transform(() => undefined)),
  /** Each shard has replicas, in a database of the engine Replicated. */
  CLICKHOUSE_REPLICATED: z
    .enum(['true', 'false', ''])
    .default('false')
    .transform(text => text === 'true'),
  /** Server that carries news between processes; without one PostgreSQL does. */
  NATS_URL: natsUrl,
  /** Collector that traces and metrics go to; the SDK reads it, and its other settings, from the environment. */
  OTEL_EXPORTER_OTLP_ENDPOINT: url(['https?']),
  /** Store of photos and other files: an S3 store by HTTPS, or by plain HTTP, or a folder that all processes share. */
  FILES_URL: url(['s3', 's3\\+http', 'file']),
  /** Folder of backups, on another disk; the nightly backup is made where it is set. */
  BACKUP_DIR: z
    .string()
    .optional()
    .transform(text => (text ? resolve(text) : undefined)),
  /** Passphrase by which backups are encrypted. */
  BACKUP_PASSPHRASE: z
    .string()
    .min(12, 'At least 12 characters')
    .optional()
    .or(z.literal('').transform(() => undefined)),
  BACKUPS_KEPT_DAYS: z.coerce.number().int().min(1).max(3650).default(30),
  SMTP_URL: url(['smtp', 'smtps']),
  /** Domain whose mail comes to this installation: the sender of envelopes, to which what comes back of a mail is sent. */
  BOUNCE_DOMAIN: z
    .string()
    .regex(
      /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/i,
      'Must be a domain such as bounces.example.org',
    )
    .max(190)
    .optional()
    .or(z.literal('').transform(() => undefined)),
  /** Address on which what comes back is received by SMTP. */
  BOUNCE_LISTEN: listenAddress,
  /** Time after which single readings go, and what they were is told by the hour. */
  READINGS_KEPT: readingsKept,
  /** Storage policy of the ClickHouse server whose volume `cold` takes single readings after some days. */
  CLICKHOUSE_STORAGE_POLICY: z
    .string()
    .regex(/^\w{1,64}$/, 'Must be a name of letters, digits and _')
    .optional()
    .or(z.literal('').transform(() => undefined)),
  READINGS_COLD_AFTER_DAYS: z.coerce.number().int().min(31).max(36_500).default(90),
  /** Days after which mails that ended leave the list of outgoing mail. */
  MAILS_KEPT_DAYS: z.coerce.number().int().min(1).max(3650).default(90),
  /** Days after which an entry of the audit log is deleted: five years. */
  AUDIT_KEPT_DAYS: z.coerce.number().int().min(1).max(36_500).default(1826),
  GEOCODER_URL: url(['http', 'https']),
  MAP_STYLE_URL: mapStyle,
  MAP_AERIAL_URL: aerialTiles,
  /** Words that say whose the aerial pictures are. */
  MAP_AERIAL_ATTRIBUTION: z.string().trim().max(200).default(''),
  /** A service that answers as Open-Meteo does; `https://api.open-meteo.com`. */
  WEATHER_URL: url(['http', 'https']),
  FAQ_URL: urlPerLanguage,
  CONSULT_URL: url(['http', 'https']),
  FEEDBACK_EMAIL: email,
  WEBSITE_URL: url(['http', 'https']),
  /** Secret that proves a network server of LoRaWAN. */
  WEBHOOK_SECRET: z
    .string()
    .regex(/^\S{16,}$/, 'At least 16 characters, no spaces')
    .optional()
    .or(z.literal('').transform(() => undefined)),
  /** A provider of OpenID Connect that people may sign in with. */
  OIDC_ISSUER: url(['http', 'https']),
  OIDC_CLIENT_ID: z.string().default(''),
  OIDC_CLIENT_SECRET: z.string().default(''),
  /** Name of the provider on the button. */
  OIDC_NAME: z.string().trim().max(40).default(''),
  OIDC_SCOPES: z.string().default('openid email profile'),
  OIDC_ROLES_CLAIM: z.string().default(''),
  OIDC_ROLES: rolesOfValues,
  MQTT_URL: url(['mqtt', 'mqtts']),
  MQTT_LISTEN: listenAddress,
  /** Address at which the built-in broker is reached from outside, where it is another than this process listens at. */
  MQTT_PUBLIC_URL: url(['mqtt', 'mqtts']),
  /** Webhooks and pushes of alerts may go to the farm's own network; off, a person could reach what only the server may. */
  ALLOW_PRIVATE_ADDRESSES: z
    .enum(['true', 'false', ''])
    .default('false')
    .transform(text => text === 'true'),
  ALARM_PING_URL: url(['http', 'https']),
  /** Rules × devices of one account that are evaluated each minute. */
  ALERT_CHECKS_PER_ACCOUNT: z
    .literal('')
    .transform(() => MAX_CHECKS)
    .or(z.coerce.number().int().min(1))
    .default(MAX_CHECKS),
  /** Work of this process: calls, the clock's work, messages of devices alone, or all of it. */
  ROLE: z.enum(['all', 'api', 'jobs', 'ingest']).default('all'),
  /** Port where a process that does only the clock's work says how it is. */
  HEALTH_PORT: z
    .literal('')
    .transform(() => undefined)
    .or(z.coerce.number().int().min(0).max(65_535))
    .optional(),
  /** Statements of a store that take longer (ms) are logged; 0: none. */
  SLOW_STATEMENT_MS: z
    .literal('')
    .transform(() => SLOW_STATEMENT_MS)
    .or(z.coerce.number().int().min(0))
    .default(SLOW_STATEMENT_MS),
  /** Time (ms) that messages wait for company before they are stored together. */
  INGEST_GATHER_MS: z
    .literal('')
    .transform(() => INGEST_GATHER_MS)
    .or(z.coerce.number().int().min(1).max(1000))
    .default(INGEST_GATHER_MS),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

/** Settings of a provider of OpenID Connect, all or none of them. */
const oidcProblem = ({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_ROLES, OIDC_ROLES_CLAIM }: z.infer<typeof Environment>) => {
  if ((OIDC_ISSUER === undefined) !== (OIDC_CLIENT_ID === '')) return 'OIDC_ISSUER and OIDC_CLIENT_ID belong together'
  return OIDC_ROLES.length > 0 !== (OIDC_ROLES_CLAIM !== '') ? 'OIDC_ROLES and OIDC_ROLES_CLAIM belong together' : null
}

/** Aerial pictures are shown with the name of who gives them: their licences ask for it. */
const aerialProblem = ({ MAP_AERIAL_URL, MAP_AERIAL_ATTRIBUTION }: z.infer<typeof Environment>): string | null =>
  (MAP_AERIAL_URL === undefined) !== (MAP_AERIAL_ATTRIBUTION === '')
    ? 'MAP_AERIAL_URL and MAP_AERIAL_ATTRIBUTION belong together'
    : null

/** A process that does one part of the work needs others beside it, which need the same stores. */
const roleProblem = (set: z.infer<typeof Environment>): string | null => {
  if (set.NATS_URL && !set.DATABASE_URL)
    return 'NATS_URL carries news between processes, which need DATABASE_URL: what lies in DATA_DIR has one process'
  if (set.ROLE === 'all') return null
  const missing = (['DATABASE_URL', 'CLICKHOUSE_URL', 'FILES_URL'] as const).filter(name => set[name] === undefined)
  if (missing.length === 0) return null
  return `ROLE=${set.ROLE} needs ${missing.join(', ')}: what lies in DATA_DIR has one process, which does everything (ROLE=all)`
}

const quota = z.coerce.number().int().min(0).max(1_000_000).optional()
const QuotaSettings = z.object(Object.fromEntries(Object.keys(QUOTAS).map(name => [settingOf(name), quota])))

export type Environment = z.infer<typeof Environment> & { quotas: Quotas }

const quotasOf = (set: Record<string, number | undefined>): Quotas =>
  Object.fromEntries(Object.entries(QUOTAS).map(([name, usual]) => [name, set[settingOf(name)] ?? usual])) as Quotas

/** The embedded engine has one disk. */
const tierProblem = ({ CLICKHOUSE_STORAGE_POLICY, CLICKHOUSE_URL }: z.output<typeof Environment>): string | null =>
  CLICKHOUSE_STORAGE_POLICY !== undefined && CLICKHOUSE_URL === undefined
    ? 'CLICKHOUSE_STORAGE_POLICY needs CLICKHOUSE_URL: the embedded engine has one disk'
    : null

/** Cold tier of single readings; null where there is none. */
export const coldTierOf = ({
  CLICKHOUSE_STORAGE_POLICY: policy,
  READINGS_COLD_AFTER_DAYS: days,
}: Pick<Environment, 'CLICKHOUSE_STORAGE_POLICY' | 'READINGS_COLD_AFTER_DAYS'>): ColdTier | null =>
  policy === undefined ? null : { policy, days }

/** Shards are told from each other by the cluster alone. */
const clusterProblem = (set: z.output<typeof Environment>): string | null => {
  const urls = set.CLICKHOUSE_URL ? clickhouseAddresses(set.CLICKHOUSE_URL) : []
  if (set.CLICKHOUSE_CLUSTER === undefined) {
    if (urls.length > 1)
      return 'CLICKHOUSE_URL names several servers: CLICKHOUSE_CLUSTER says what they are the shards of'
    return set.CLICKHOUSE_REPLICATED ? 'CLICKHOUSE_REPLICATED needs CLICKHOUSE_CLUSTER' : null
  }
  return urls.length === 0 ? 'CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL, with the address of each shard' : null
}

/** Place in which this installation keeps readings. */
export const seriesPlaceOf = ({
  DATA_DIR,
  CLICKHOUSE_URL: url,
  CLICKHOUSE_CLUSTER: name,
  CLICKHOUSE_REPLICATED: isReplicated,
}: Pick<Environment, 'DATA_DIR' | 'CLICKHOUSE_URL' | 'CLICKHOUSE_CLUSTER' | 'CLICKHOUSE_REPLICATED'>): SeriesPlace => ({
  path: join(DATA_DIR, 'measurements'),
  url,
  cluster: name === undefined || url === undefined ? undefined : { name, urls: clickhouseAddresses(url), isReplicated },
})

/** Settings with their safe defaults. Throws a sentence that names each wrong one. */
export const readEnvironment = (source: Record<string, string | undefined>): Environment => {
  const result = Environment.safeParse(source)
  const quotas = QuotaSettings.safeParse(source)
  if (!result.success || !quotas.success) {
    const issues = [...(result.error?.issues ?? []), ...(quotas.error?.issues ?? [])]
    const wrong = issues.map(issue => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`Wrong setting in the environment. ${wrong.join('; ')}`)
  }
  const problem =
    oidcProblem(result.data) ??
    aerialProblem(result.data) ??
    roleProblem(result.data) ??
    tierProblem(result.data) ??
    clusterProblem(result.data)
  if (problem) throw new Error(`Wrong setting in the environment. ${problem}`)
  const environment = { ...result.data, quotas: quotasOf(quotas.data), DATA_DIR: resolve(result.data.DATA_DIR) }
  mkdirSync(environment.DATA_DIR, { recursive: true })
  return environment
}
