import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aDevice, type TestDevice } from '../testing/a-device.ts'
import { aFirstUser, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

interface Node {
  id: string
  type: string
  z?: string
  name?: string
  func?: string
  wires?: string[][]
  props?: { p: string; v?: string; vt?: string }[]
  env?: { name: string; value: string; type: string }[]
}
interface Message {
  method?: 'GET' | 'POST'
  url?: string
  headers?: Record<string, string>
  payload?: unknown
  statusCode?: number
}

const nodes: Node[] = JSON.parse(readFileSync(new URL('../../web/public/node-red-flow.json', import.meta.url), 'utf8'))
const tab = nodes.find(({ type }) => type === 'tab')

let app: TestApp
let owner: TestUser
let device: TestDevice
beforeAll(async () => {
  app = await startTestApp()
  owner = await aFirstUser(app)
  device = await aDevice(app, owner)
})
afterAll(() => app.close())

const ORIGIN = 'https://barnometer.example'

/** Time of the product under test, which has a clock of its own. */
class ProductsDate extends Date {
  constructor() {
    super(app.clock.now())
  }
}

/** Runs the nodes of a line from its first one on, as Node-RED does; returns what the last one is given, and what went wrong. */
const runLine = async (start: string, environment: Record<string, string>) => {
  const errors: string[] = []
  let at = nodes.find(({ name }) => name === start)
  const given = at?.props?.find(({ p }) => p === 'payload')
  let message: Message | null = { payload: given?.vt === 'json' ? JSON.parse(given.v ?? '') : undefined }
  for (;;) {
    const next: Node | undefined = nodes.find(({ id }) => id === at?.wires?.[0]?.[0])
    if (!next || !message) return { message, errors }
    at = next
    if (next.type === 'function') {
      const scope = {
        msg: message,
        env: { get: (name: string) => environment[name] },
        Date: ProductsDate,
        node: { error: (text: string) => errors.push(text) },
      }
      message = runInNewContext(`(() => { ${next.func} })()`, scope)
    }
    if (next.type === 'http request') {
      const { method = 'GET', url = '', headers = {}, payload }: Message = message ?? {}
      expect(url.startsWith(`${ORIGIN}/api/`)).toBe(true)
      const answer = await app.inject({
        method,
        url: url.slice(ORIGIN.length),
        headers,
        ...(method === 'POST' ? { payload: JSON.stringify(payload) } : {}),
      })
      message = { statusCode: answer.statusCode, payload: answer.json() }
    }
  }
}

const environmentOf = async (fields: Record<string, string> = {}) => {
  const { token } = await app.call(api.createToken, { body: { name: 'Node-RED', scopes: ['read'] } }, owner.token)
  return {
    BARNOMETER_URL: ORIGIN,
    BARNOMETER_DEVICE: String(device.id),
    BARNOMETER_TOKEN: token,
    BARNOMETER_KEY: device.key,
    ...fields,
  }
}

describe('the flow for Node-RED', () => {
  test('can be imported: one tab, nodes that come with Node-RED, each wired to one that is there', () => {
    const ids = nodes.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}$/)
    expect(nodes.filter(({ type }) => type === 'tab')).toHaveLength(1)
    const COMING_WITH_IT = ['tab', 'comment', 'inject', 'function', 'http request', 'debug']
    for (const node of nodes) {
      expect(COMING_WITH_IT).toContain(node.type)
      if (node !== tab) expect(node.z).toBe(tab?.id)
      for (const to of node.wires?.flat() ?? []) expect(ids).toContain(to)
    }
  })

  test('asks for all that it needs, and brings no secret along', async () => {
    const asked = nodes.flatMap(({ func = '' }) => [...func.matchAll(/env\.get\("(\w+)"\)/g)].map(([, name]) => name))
    expect([...new Set(asked)].sort()).toEqual(tab?.env?.map(({ name }) => name).sort())
    expect(Object.keys(await environmentOf()).sort()).toEqual([...new Set(asked)].sort())
    for (const { name, value, type } of tab?.env ?? [])
      if (/TOKEN|KEY/.test(name)) expect([value, type]).toEqual(['', 'cred'])
  })

  test('sends a value that is stored, and reads it', async () => {
    const sent = await runLine('Send 21.4 °C', await environmentOf())
    expect([sent.message?.statusCode, sent.errors]).toEqual([201, []])
    const read = await runLine('Every 5 minutes', await environmentOf())
    expect([read.message?.payload, read.errors]).toEqual([{ t: 21.4 }, []])
  })

  test('says what is wrong', async () => {
    const wrongKey = await runLine('Send 21.4 °C', await environmentOf({ BARNOMETER_KEY: 'bm_wrong' }))
    expect([wrongKey.message, wrongKey.errors]).toEqual([null, [expect.stringMatching(/\.$/)]])
    const wrongDevice = await runLine('Every 5 minutes', await environmentOf({ BARNOMETER_DEVICE: '999' }))
    expect([wrongDevice.message, wrongDevice.errors]).toEqual([null, [expect.stringMatching(/\.$/)]])
  })
})
