import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_BASE } from '#shared/contract/call.ts'
import { type Endpoint, scopeOf } from '#shared/contract/endpoint.ts'
import type { Language } from '#shared/contract/fixed.ts'
import { USUAL_FORMATS } from '#shared/rules/formats/formats.ts'
import { Failure } from '../failure.ts'
import { languageOf, type Words, wordsFor } from '../language.ts'
import type { Limits } from '../limits/limits.ts'
import type { Services } from '../services.ts'
import type { Bodies } from './bodies.ts'
import { createCallLimits, type KnowsBrowser } from './call-limits.ts'
import { networkOf } from './network-of.ts'
import type { Served, SignedIn } from './serve.ts'
import { createStreamCount } from './stream-count.ts'
import { fieldErrors } from './validation.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Language of the caller, once that is known. */
    language?: Language
    /** Caller of the endpoint, known before anything of the body is read. */
    caller?: Caller
  }
  interface FastifyContextConfig {
    /** `application/octet-stream` stays bytes instead of becoming text. */
    takesBytes?: boolean
    /** A way in for devices, and for networks that carry their messages. */
    isDoor?: boolean
    /** Form of its failures, where that is another program's. */
    failureForm?: Endpoint['failureForm']
  }
}

interface Caller {
  user: SignedIn | null
  deviceId: number | undefined
  webhook: { account: number | null } | undefined
  metricsKey: number | undefined
}

/** Bytes of a body that somebody sends of whom nothing is known. */
const PUBLIC_BODY = 64 * 1024

/** Ways in which a token or a key becomes a caller; the domains that know say so. */
export interface Identify {
  user(token: string): Promise<SignedIn | null>
  device(key: string): Promise<number | null>
  /** `account` null: of the installation. */
  webhook(secret: string): Promise<{ account: number | null } | null>
  /** Id of the link by which a program reads metrics. */
  metrics(secret: string): Promise<number | null>
  browser: KnowsBrowser
}

export const mount = (
  app: FastifyInstance,
  services: Services,
  identify: Identify,
  limits: Limits,
  served: Served[],
  bodies: Bodies,
): void => {
  const limitsOf = createCallLimits(services, limits, identify.browser)
  const countStream = createStreamCount(services)
  for (const each of served) {
    const { endpoint } = each
    const one = endpoint.constantTime ? slowed(each, limits.constantTime) : each
    const limited = limitsOf(endpoint, secretOf)
    app.route({
      method: endpoint.method,
      url: `${endpoint.root ? '' : API_BASE}${endpoint.path}`,
      ...(endpoint.access === 'public' ? { bodyLimit: PUBLIC_BODY } : {}),
      ...(endpoint.bytes === undefined ? {} : { bodyLimit: endpoint.bytes }),
      config: { takesBytes: endpoint.bytes !== undefined, isDoor: isDoor(endpoint), failureForm: endpoint.failureForm },
      // Headers for browsers; working them out is a good part of what a device's message costs.
      ...(isMachine(endpoint) ? { helmet: false } : {}),
      onRequest: admit(endpoint, identify, bodies, limited.onRequest),
      preValidation: checkContentType(endpoint),
      ...(limited.preHandler ? { preHandler: limited.preHandler } : {}),
      handler: (request, reply) => {
        const user = request.caller?.user
        if (user && endpoint.file === 'text/event-stream') countStream(user, request)
        return answer(one, request, reply, services)
      },
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

/** Asks who calls before anything of the body is read: nobody keeps the server busy whom it does not know. */
const admit =
  (endpoint: Endpoint, identify: Identify, bodies: Bodies, limit?: (request: FastifyRequest) => Promise<void>) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    // Answers to a secret are for its bearer alone; a handler may allow more.
    if (secretOf(request) !== undefined || endpoint.path.includes('/:token')) reply.header('cache-control', 'no-store')
    try {
      await limit?.(request)
      const caller = await callerOf(endpoint, request, identify)
      requireScope(endpoint, caller.user)
      requireAccess(endpoint, caller.user)
      request.caller = caller
      const accepted = request.headers['accept-language']
      request.language = caller.user?.locale && !accepted ? caller.user.locale : languageOf(accepted)
      // A form is read as it comes, packed or not.
      const isForm = /^multipart\//i.test(request.headers['content-type'] ?? '')
      if (isForm && request.headers['content-encoding']) throw new Failure('wrong_content_type')
      bodies.admit(request, reply, nameOf(caller, request))
    } catch (error) {
      bodies.refuse(request)
      throw error
    }
  }

const callerOf = async (endpoint: Endpoint, request: FastifyRequest, identify: Identify): Promise<Caller> => {
  const sender = endpoint.access === 'deviceOrSignedIn' ? await identifySender(request, identify) : undefined
  return {
    user: sender
      ? sender.user
      : isMachine(endpoint) || endpoint.access === 'metrics' || endpoint.ownSecret
        ? null
        : seenBy(endpoint, await identifyUser(request, identify)),
    webhook: endpoint.access === 'webhook' ? await requireWebhook(request, identify) : undefined,
    metricsKey: endpoint.access === 'metrics' ? await requireMetrics(request, identify) : undefined,
    deviceId: endpoint.access === 'device' ? await requireDevice(request, identify) : sender?.deviceId,
  }
}

/** Name that a caller's calls are counted by. */
const nameOf = ({ user, deviceId, webhook, metricsKey }: Caller, request: FastifyRequest): string => {
  if (deviceId !== undefined) return `device ${deviceId}`
  if (user) return `user ${user.id}`
  if (metricsKey !== undefined) return `metrics ${metricsKey}`
  return webhook ? `webhook ${webhook.account}` : `address ${networkOf(request.ip)}`
}

const answer = async (one: Served, request: FastifyRequest, reply: FastifyReply, services: Services) => {
  const { endpoint } = one
  const { user, deviceId, webhook, metricsKey } = request.caller as Caller
  const language = request.language as Language
  const t = wordsFor({ language, formats: user?.formats ?? USUAL_FORMATS })
  if (!isMachine(endpoint) && [request.params, request.query, request.body].some(part => isRubbish(part)))
    throw new Failure('unreadable_request')
  const checked = {
    params: check(endpoint.params, request.params, t),
    query: check(endpoint.query, request.query, t),
    body: check(endpoint.body, request.body ?? undefined, t),
  }
  const context = { ...services, user, deviceId, account: webhook?.account, metricsKey, language, t, request, reply }
  const result = await one.handler(checked as never, context as never)
  if (endpoint.file) return result
  if (reply.statusCode === 200) reply.status(endpoint.status ?? 200)
  if (!endpoint.response) return reply.send()
  // The schema drops what nobody declared; a mismatch is a defect of ours and answers 500.
  return reply.send(endpoint.response.parse(result))
}

const check = (schema: Endpoint['body'], value: unknown, t: Words): unknown => {
  if (!schema) return undefined
  const result = schema.safeParse(value, { reportInput: true })
  if (!result.success) throw new Failure('no_valid_input', { fields: fieldErrors(result.error, t) })
  return result.data
}

/** Upper bound of nesting: no body of ours nests deeper. */
const DEEPEST = 30

/** PostgreSQL keeps no text with a NUL in it, and nobody types one. */
const isRubbish = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'string') return value.includes('\0')
  // Bytes are no text; looking at each as a field would cost a hundred times their size.
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return false
  if (depth > DEEPEST) return true
  return Object.entries(value).some(([name, part]) => name.includes('\0') || isRubbish(part, depth + 1))
}

/** Tells whether devices or network servers call an endpoint, not people: what it is sent is read field by field. */
const isDoor = (endpoint: Endpoint): boolean => isMachine(endpoint) || endpoint.access === 'deviceOrSignedIn'

const isMachine = ({ access }: Endpoint): boolean => access === 'device' || access === 'webhook'

/** The public may be asked by anybody; what it says of a person beyond that, an access token has to be allowed to read. */
const seenBy = ({ access, method }: Endpoint, user: SignedIn | null): SignedIn | null =>
  access === 'public' && user?.token && !(method === 'GET' && user.token.scopes.includes('read')) ? null : user

/** The one place where the scopes of an access token are looked at. */
const requireScope = (endpoint: Endpoint, user: SignedIn | null): void => {
  const scope = scopeOf(endpoint)
  if (!user?.token || scope === null) return
  if (scope === 'session' || !user.token.scopes.includes(scope)) throw new Failure('scope_missing', { scope })
}

const requireAccess = ({ access }: Endpoint, user: SignedIn | null): void => {
  if (access === 'public' || access === 'device' || access === 'deviceOrSignedIn') return
  if (access === 'webhook' || access === 'metrics') return
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

const requireMetrics = async (request: FastifyRequest, identify: Identify): Promise<number> => {
  const secret = secretOf(request)
  if (!secret) throw new Failure('invalid_auth')
  const key = await identify.metrics(secret)
  if (key === null) throw new Failure('invalid_token')
  return key
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
