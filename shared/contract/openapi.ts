import { z } from 'zod'
import { TOKEN_PREFIX } from '../rules/accounts/scopes.ts'
import { API_BASE } from './call.ts'
import { type Endpoint, scopeOf } from './endpoint.ts'
import { ERROR_STATUS } from './errors.ts'

/** Schemas that hold themselves, by name; the others are printed where they are used. */
type Named = Record<string, unknown>

interface Printed {
  properties?: Record<string, unknown>
  required?: string[]
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output', named: Named): Printed => {
  const printed = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'openapi-3.0', reused: 'inline' })
  const text = JSON.stringify(printed).replaceAll('"#/definitions/', '"#/components/schemas/')
  const { definitions, ...rest }: Printed & { definitions?: Named } = JSON.parse(text)
  Object.assign(named, definitions)
  return rest
}

const pathOf = (endpoint: Endpoint): string =>
  `${endpoint.root ? '' : API_BASE}${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`

/** The OpenAPI 3.0 description of `endpoints`, printed from the contract that the server runs. */
export const openApi = (endpoints: Record<string, Endpoint>, version: string) => {
  const paths: Record<string, Record<string, unknown>> = {}
  const named: Named = { Error: errorSchema }
  for (const [name, endpoint] of Object.entries(endpoints))
    paths[pathOf(endpoint)] = {
      ...paths[pathOf(endpoint)],
      [endpoint.method.toLowerCase()]: operationOf(name, endpoint, named),
    }
  return {
    openapi: '3.0.3',
    info: { title: 'Barnometer', version },
    paths,
    components: {
      securitySchemes: {
        user: { type: 'http', scheme: 'bearer', description: 'Token of POST /login: the session of a person' },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: `Access token of a program (${TOKEN_PREFIX}…), made at /profile/tokens; x-scope of a call says which scope it needs`,
        },
        device: { type: 'http', scheme: 'bearer', description: 'Key of a device' },
        metrics: {
          type: 'http',
          scheme: 'basic',
          description:
            'Secret of a link for Grafana, made at /profile/feeds, as the password; any name. Taken as a bearer, too',
        },
        webhook: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Webhook-Secret',
          description: 'WEBHOOK_SECRET of the server, or the secret of an account for its own devices',
        },
      },
      schemas: named,
    },
  }
}

const errorSchema = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
}

const operationOf = (name: string, endpoint: Endpoint, named: Named) => ({
  operationId: name,
  summary: endpoint.summary,
  ...(endpoint.access === 'public' ? {} : { security: securityOf(endpoint) }),
  'x-access': endpoint.access,
  ...(scopeOf(endpoint) === null ? {} : { 'x-scope': scopeOf(endpoint) }),
  parameters: [...parametersOf(endpoint.params, 'path', named), ...parametersOf(endpoint.query, 'query', named)],
  ...(endpoint.body ? { requestBody: bodyOf(endpoint.body, endpoint, named) } : {}),
  responses: responsesOf(endpoint, named),
})

const securityOf = (endpoint: Endpoint) => {
  const { access } = endpoint
  if (access === 'device' || access === 'webhook' || access === 'metrics') return [{ [access]: [] }]
  return [
    ...(access === 'deviceOrSignedIn' ? [{ device: [] }] : []),
    { user: [] },
    ...(scopeOf(endpoint) === 'session' ? [] : [{ token: [] }]),
  ]
}

const parametersOf = (schema: z.ZodType | undefined, place: 'path' | 'query', named: Named) => {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input', named)
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

const bodyOf = (body: z.ZodType, { bodyTypes = ['application/json'] }: Endpoint, named: Named) => ({
  content: Object.fromEntries(
    bodyTypes.map(type => [
      type,
      {
        schema: type === 'application/json' ? schemaOf(body, 'input', named) : { type: 'string' },
      },
    ]),
  ),
})

const responsesOf = (endpoint: Endpoint, named: Named) => {
  const error = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } }
  const good = endpoint.file
    ? { content: { [endpoint.file]: { schema: { type: 'string' } } } }
    : endpoint.response
      ? { content: { 'application/json': { schema: schemaOf(endpoint.response, 'output', named) } } }
      : {}
  return {
    [endpoint.status ?? 200]: { description: 'Success', ...good },
    default: {
      description: endpoint.failures?.length ? `Failure, such as ${endpoint.failures.join(', ')}` : 'Failure',
      ...error,
    },
  }
}
