import { setTimeout } from 'node:timers/promises'
import type { RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_BASE } from '../../shared/contract/call.ts'
import type { Endpoint } from '../../shared/contract/endpoint.ts'
import type { Language } from '../../shared/contract/fixed.ts'
import { Failure } from './failure.ts'
import { languageOf, textsOf } from './language.ts'
import type { Served, SignedIn } from './serve.ts'
import { fieldErrors } from './validation.ts'
import type { World } from './world.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the caller, once that is known. */
    language?: Language
  }
  interface FastifyContextConfig {
    /** `application/octet-stream` stays bytes instead of becoming text. */
    takesBytes?: boolean
  }
}

/** How a token or a key becomes a caller; the domains that know say so. */
export interface Identify {
  user(token: string): Promise<SignedIn | null>
  device(key: string): Promise<number | null>
  /** `account` null: of the installation. */
  webhook(secret: string): Promise<{ account: number | null } | null>
}

/** Tries per minute, on public endpoints that change or reveal something and where a password is asked for again. */
export interface Limits {
  perAddress: number
  perAccount: number
  /** Mails an hour to one address, asked for by whoever. */
  mailsPerHour: number
  /** ms after which endpoints answer that take the same time for everybody: more than their work takes. */
  sameTime: number
}

export const mount = (
  app: FastifyInstance,
  world: World,
  identify: Identify,
  limits: Limits,
  served: Served[],
): void => {
  for (const each of served) {
    const { endpoint } = each
    const one = endpoint.sameTime ? slowed(each, limits.sameTime) : each
    app.route({
      method: endpoint.method,
      url: `${endpoint.root ? '' : API_BASE}${endpoint.path}`,
      ...rateLimits(app, endpoint, limits),
      ...(endpoint.bytes === undefined ? {} : { bodyLimit: endpoint.bytes, config: { takesBytes: true } }),
      // Headers for browsers; working them out is a good part of what a device's message costs.
      ...(isMachine(endpoint) ? { helmet: false } : {}),
      preValidation: checkContentType(endpoint),
      handler: (request, reply) => answer(one, request, reply, world, identify),
    })
  }
}

/** The same, done or refused no sooner than after `ms`. */
const slowed = (one: Served, ms: number): Served => ({
  ...one,
  handler: async (request, context) => {
    const enough = setTimeout(ms)
    try {
      return await one.handler(request, context)
    } finally {
      await enough
    }
  },
})

const answer = async (one: Served, request: FastifyRequest, reply: FastifyReply, world: World, identify: Identify) => {
  const { endpoint } = one
  const sender = endpoint.access === 'deviceOrSignedIn' ? await identifySender(request, identify) : undefined
  const user = sender ? sender.user : isMachine(endpoint) ? null : await identifyUser(request, identify)
  const webhook = endpoint.access === 'webhook' ? await requireWebhook(request, identify) : undefined
  const deviceId = endpoint.access === 'device' ? await requireDevice(request, identify) : sender?.deviceId
  requireAccess(endpoint, user)
  const language =
    user?.locale && !request.headers['accept-language'] ? user.locale : languageOf(request.headers['accept-language'])
  request.language = language
  const texts = textsOf(language)
  if (!isMachine(endpoint) && [request.params, request.query, request.body].some(part => isRubbish(part)))
    throw new Failure('unreadable_request')
  const checked = {
    params: check(endpoint.params, request.params, texts),
    query: check(endpoint.query, request.query, texts),
    body: check(endpoint.body, request.body ?? undefined, texts),
  }
  const context = { ...world, user, deviceId, account: webhook?.account, language, texts, request, reply }
  const result = await one.handler(checked as never, context as never)
  if (endpoint.file) return result
  reply.status(endpoint.status ?? 200)
  if (!endpoint.response) return reply.send()
  // The schema drops what nobody declared; a mismatch is a defect of ours and answers 500.
  return reply.send(endpoint.response.parse(result))
}

const check = (schema: Endpoint['body'], value: unknown, texts: ReturnType<typeof textsOf>): unknown => {
  if (!schema) return undefined
  const result = schema.safeParse(value, { reportInput: true })
  if (!result.success) throw new Failure('no_valid_input', { fields: fieldErrors(result.error, texts) })
  return result.data
}

/** No body of ours nests deeper. */
const DEEPEST = 30

/** PostgreSQL keeps no text with a NUL in it, and nobody types one. */
const isRubbish = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'string') return value.includes('\0')
  // Bytes are no text; looking at each as a field would cost a hundred times their size.
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return false
  if (depth > DEEPEST) return true
  return Object.entries(value).some(([name, part]) => name.includes('\0') || isRubbish(part, depth + 1))
}

/** Not called by people: what it sends is read field by field. */
const isMachine = ({ access }: Endpoint): boolean => access === 'device' || access === 'webhook'

const requireAccess = ({ access }: Endpoint, user: SignedIn | null): void => {
  if (access === 'public' || access === 'device' || access === 'deviceOrSignedIn' || access === 'webhook') return
  if (!user) throw new Failure('invalid_auth')
  if (access === 'signedIn' || user.admin) return
  if (access === 'admin' || !user.permissions.includes(access)) throw new Failure('not_allowed')
}

const identifyUser = async (request: FastifyRequest, identify: Identify): Promise<SignedIn | null> => {
  const token = secretOf(request)
  if (!token) return null
  const user = await identify.user(token)
  if (!user) throw new Failure('invalid_token')
  return user
}

/** A device by its key, or else a person by a token. */
const identifySender = async (request: FastifyRequest, identify: Identify) => {
  const secret = secretOf(request)
  if (!secret) throw new Failure('invalid_auth')
  const deviceId = await identify.device(secret)
  return deviceId === null
    ? { deviceId: undefined, user: await identifyUser(request, identify) }
    : { deviceId, user: null }
}

const requireDevice = async (request: FastifyRequest, identify: Identify): Promise<number> => {
  const key = secretOf(request) ?? (request.query as { p?: unknown }).p
  if (typeof key !== 'string' || key === '') throw new Failure('invalid_auth')
  const deviceId = await identify.device(key)
  if (deviceId === null) throw new Failure('invalid_token')
  return deviceId
}

const requireWebhook = async (request: FastifyRequest, identify: Identify) => {
  const header = request.headers['x-webhook-secret']
  const given = typeof header === 'string' ? header : secretOf(request)
  if (!given) throw new Failure('invalid_auth')
  const caller = await identify.webhook(given)
  if (!caller) throw new Failure('invalid_token')
  return caller
}

/** The secret a caller brings: Bearer, Influx's Token, the password of Basic, or X-Api-Key. */
const secretOf = (request: FastifyRequest): string | undefined => {
  const apiKey = request.headers['x-api-key']
  if (typeof apiKey === 'string') return apiKey
  const [scheme = '', secret = ''] = (request.headers.authorization ?? '').split(/\s+/, 2)
  if (/^(bearer|token)$/i.test(scheme)) return secret
  if (/^basic$/i.test(scheme)) return Buffer.from(secret, 'base64').toString().split(':').slice(1).join(':')
  return undefined
}

const checkContentType = (endpoint: Endpoint) => async (request: FastifyRequest) => {
  if (request.body === undefined || request.body === null) return
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (!(endpoint.bodyTypes ?? ['application/json']).includes(type)) throw new Failure('wrong_content_type')
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const rateLimits = (app: FastifyInstance, endpoint: Endpoint, limits: Limits) => {
  if (endpoint.asksPassword) return { preHandler: limitBy(app, limits.perAccount, MINUTE, secretOf) }
  if (endpoint.access !== 'public' || endpoint.method === 'GET') return {}
  const perAddress: RateLimitOptions = { max: limits.perAddress, timeWindow: MINUTE }
  const accountOf = (request: FastifyRequest) => {
    const email = (request.body as { email?: unknown } | null)?.email
    return typeof email === 'string' ? email.trim().toLowerCase() : request.ip
  }
  const preHandler = [limitBy(app, limits.perAccount, MINUTE, accountOf)]
  if (endpoint.mails) preHandler.push(limitBy(app, limits.mailsPerHour, HOUR, accountOf))
  return { config: { rateLimit: perAddress }, preHandler }
}

type NameOf = (request: FastifyRequest) => string | undefined

/** At most so many tries within so many ms of one endpoint under one name. */
const limitBy = (app: FastifyInstance, most: number, timeWindow: number, nameOf: NameOf) => {
  const keyGenerator = (request: FastifyRequest) => `${request.routeOptions.url} ${nameOf(request)}`
  const count = app.createRateLimit({ max: most, timeWindow, keyGenerator })
  return async (request: FastifyRequest) => {
    const state = await count(request)
    if (!state.isAllowed && state.isExceeded) throw new Failure('limit_exceeded', { retryAfter: state.ttlInSeconds })
  }
}
