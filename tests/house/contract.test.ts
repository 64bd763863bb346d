import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { PRODUCT_VERSION } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { openApi } from '#shared/contract/openapi.ts'
import { NOT_BUILT_YET, SPECIFIED } from '../access/specified-calls.ts'

const endpoints: [string, Endpoint][] = Object.entries(api)
const callOf = ({ method, path }: Endpoint) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`
const built = new Set(endpoints.map(([, endpoint]) => callOf(endpoint)))

describe('[specification §7] every call', () => {
  test.each(SPECIFIED.filter(one => !NOT_BUILT_YET.includes(one)))('%s is there', call => {
    expect(built).toContain(call)
  })

  test('none is called "not built yet" that is there, or that nobody specified', () => {
    expect(NOT_BUILT_YET.filter(call => built.has(call))).toEqual([])
    expect(NOT_BUILT_YET.filter(call => !SPECIFIED.includes(call))).toEqual([])
  })

  test('no two have the same method and address', () => {
    const addresses = endpoints.map(
      ([, endpoint]) => `${endpoint.root ?? false} ${callOf(endpoint).replaceAll(/\{\w+\}/g, '{}')}`,
    )
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
  })
})

describe('[decisions §1] the contract', () => {
  test.each(endpoints)('%s says in a sentence what it does, and names its parameters', (_, endpoint) => {
    expect(endpoint.summary).toMatch(/^[A-Z].{5,}[^.]$/)
    const named = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const shape = (endpoint.params as { shape?: object } | undefined)?.shape ?? {}
    expect(Object.keys(shape).sort()).toEqual(named.sort())
    if (endpoint.method === 'GET') expect(endpoint.body).toBeUndefined()
    if (endpoint.status === 204) expect(endpoint.response).toBeUndefined()
  })
})

/** Keywords of a schema in OpenAPI 3.0. */
const KEYWORDS = new Set(
  `title multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems
  uniqueItems maxProperties minProperties required enum type not allOf oneOf anyOf items properties additionalProperties
  description format default nullable readOnly writeOnly example deprecated`.split(/\s+/),
)
type Node = Record<string, unknown>

describe('[decisions §1] openapi.json', () => {
  const document = JSON.parse(JSON.stringify(openApi(api, PRODUCT_VERSION)))
  const operations = Object.entries<Record<string, Node>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, Node] => [method, path, operation]),
  )
  const problems: string[] = []

  const checkSchema = (schema: Node, at: string): void => {
    if (typeof schema.$ref === 'string') {
      const name = schema.$ref.replace('#/components/schemas/', '')
      if (!(name in document.components.schemas)) problems.push(`${at}: ${schema.$ref} leads nowhere`)
      return
    }
    for (const key of Object.keys(schema)) if (!KEYWORDS.has(key)) problems.push(`${at}: ${key} is no keyword`)
    if ('type' in schema && typeof schema.type !== 'string') problems.push(`${at}: more than one type`)
    for (const edge of ['exclusiveMinimum', 'exclusiveMaximum'])
      if (edge in schema && typeof schema[edge] !== 'boolean') problems.push(`${at}: ${edge} is no truth value`)
    for (const [name, part] of Object.entries((schema.properties ?? {}) as Record<string, Node>))
      checkSchema(part, `${at}.${name}`)
    for (const part of ['items', 'not', 'additionalProperties'])
      if (typeof schema[part] === 'object') checkSchema(schema[part] as Node, `${at}.${part}`)
    for (const list of ['anyOf', 'oneOf', 'allOf'])
      for (const part of (schema[list] ?? []) as Node[]) checkSchema(part, `${at}.${list}`)
  }
  const checkContent = (content: Record<string, { schema: Node }> | undefined, at: string): void => {
    for (const [type, { schema }] of Object.entries(content ?? {})) {
      if (!/^\w+\/[\w.+-]+$/.test(type)) problems.push(`${at}: ${type} is no media type`)
      checkSchema(schema, at)
    }
  }

  test('describes every call once', () => {
    expect(document.openapi).toBe('3.0.3')
    expect(document.info).toEqual({ title: 'Barnometer', version: '3.1.20' })
    expect(operations).toHaveLength(endpoints.length)
    const ids = operations.map(([, , operation]) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test.each(operations)('%s %s is well formed', (method, path, operation) => {
    problems.length = 0
    const parameters = operation.parameters as { name: string; in: string; required: boolean; schema: Node }[]
    const inPath = parameters.filter(one => one.in === 'path').map(one => one.name)
    expect(inPath.sort()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort())
    for (const parameter of parameters) {
      expect(['path', 'query']).toContain(parameter.in)
      if (parameter.in === 'path') expect(parameter.required).toBe(true)
      checkSchema(parameter.schema, parameter.name)
    }
    const body = operation.requestBody as { content: Record<string, { schema: Node }> } | undefined
    if (method === 'get') expect(body).toBeUndefined()
    checkContent(body?.content, 'body')
    const responses = Object.entries(operation.responses as Record<string, Node>)
    expect(responses.map(([status]) => status).sort()).toEqual([expect.stringMatching(/^20[0124]$/), 'default'])
    for (const [status, response] of responses) {
      expect(response.description).toEqual(expect.any(String))
      checkContent(response.content as Record<string, { schema: Node }>, status)
    }
    for (const scheme of ((operation.security ?? []) as Node[]).flatMap(Object.keys))
      expect(document.components.securitySchemes).toHaveProperty(scheme)
    for (const [name, schema] of Object.entries<Node>(document.components.schemas)) checkSchema(schema, name)
    expect(problems).toEqual([])
  })
})
