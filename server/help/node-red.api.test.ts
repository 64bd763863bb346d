import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { exampleOf, PLACEHOLDERS } from '#shared/rules/ingest/examples.ts'
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
  env?: { name: string; value: string; type: string }[]
  [field: string]: unknown
}

/** Part of Node-RED's own runtime that is used here; its packages bring no types. */
interface Runtime {
  init(settings: object, server: null, adminApi: null): void
  start(): Promise<void>
  stop(): Promise<void>
  flows: { setFlows(options: { flows: { flows: Node[] }; deploymentType: 'full' }): Promise<unknown> }
  _: { nodes: { getNode(id: string): { receive(message: object): void } | null | undefined } }
}
interface Received {
  destination: { id: string; node: { type: string } }
  msg: { payload: unknown; statusCode?: number }
}
interface Util {
  init(settings: object): void
  hooks: { add(name: string, hook: (event: Received) => void): void; clear(): void }
}

const require = createRequire(import.meta.url)
const nodes: Node[] = JSON.parse(readFileSync(new URL('../../web/public/node-red-flow.json', import.meta.url), 'utf8'))
const tab = nodes.find(({ type }) => type === 'tab')
/** Files of Node-RED's own nodes that the flow needs; it would load all of them. */
const NEEDED = /^(20-inject|21-debug|10-function|21-httprequest|90-comment|05-tls|06-httpproxy)\.js$/

/** Node-RED itself, without its editor. */
const startNodeRed = async () => {
  const [runtime, util]: [Runtime, Util] = [require('@node-red/runtime'), require('@node-red/util')]
  const userDir = mkdtempSync(join(tmpdir(), 'node-red-'))
  const coreNodesDir = dirname(require.resolve('@node-red/nodes/package.json'))
  const said: string[] = []
  const settings = {
    userDir,
    coreNodesDir,
    nodesExcludes: readdirSync(join(coreNodesDir, 'core'), { recursive: true })
      .map(file => basename(String(file)))
      .filter(file => file.endsWith('.js') && !NEEDED.test(file)),
    httpAdminRoot: false,
    httpNodeRoot: false,
    disableEditor: true,
    credentialSecret: 'a secret',
    flowFile: 'flows.json',
    telemetry: { enabled: false },
    logging: {
      console: { level: 'off' },
      test: { level: 'error', handler: () => (line: { msg: unknown }) => said.push(String(line.msg)) },
    },
  }
  util.init(settings)
  runtime.init(settings, null, null)
  await runtime.start()
  const arrived = new Map<string, { payload: unknown; statusCode?: number }>()
  util.hooks.add('onReceive.test', ({ destination, msg }) => {
    if (destination.node.type === 'debug') arrived.set(destination.id, { ...msg })
  })
  return {
    /** Resolves once the nodes are made anew, which Node-RED itself does not wait for. */
    deploy: async (flow: Node[]) => {
      const { id } = flow.findLast(({ type }) => type === 'debug') ?? { id: '' }
      const before = runtime._.nodes.getNode(id)
      await runtime.flows.setFlows({ flows: { flows: flow }, deploymentType: 'full' })
      await expect.poll(() => [null, undefined, before].includes(runtime._.nodes.getNode(id))).toBe(false)
    },
    /** Presses the button of a node; resolves with what the debug node got in the end, or with what went wrong. */
    press: async (start: string, end: string) => {
      arrived.clear()
      said.length = 0
      runtime._.nodes.getNode(start)?.receive({})
      await expect.poll(() => arrived.has(end) || said.length > 0).toBe(true)
      return { payload: arrived.get(end)?.payload, said: [...said] }
    },
    stop: async () => {
      util.hooks.clear()
      await runtime.stop()
      rmSync(userDir, { recursive: true, force: true })
    },
  }
}

let app: TestApp
let origin: string
let owner: TestUser
let device: TestDevice
let nodeRed: Awaited<ReturnType<typeof startNodeRed>>
beforeAll(async () => {
  // Node-RED goes by the clock of the machine.
  app = await startTestApp({ now: new Date().toISOString() })
  origin = await app.listen()
  owner = await aFirstUser(app)
  device = await aDevice(app, owner)
  nodeRed = await startNodeRed()
})
afterAll(async () => {
  await nodeRed.stop()
  await app.close()
})

/** Flow with its values filled in, as the manual says. */
const filledIn = async (fields: Record<string, string> = {}) => {
  const { token } = await app.call(api.createToken, { body: { name: 'Node-RED', scopes: ['read'] } }, owner.token)
  const text = exampleOf('node_red_values', { ...PLACEHOLDERS, origin, device: String(device.id), key: device.key })
  const lines = text.replace('bmt_…', token).split('\n')
  const values: Record<string, string> = { ...Object.fromEntries(lines.map(line => line.split(/ +/))), ...fields }
  expect(Object.keys(values).sort()).toEqual(tab?.env?.map(({ name }) => name).sort())
  return nodes.map(node => {
    if (node === tab) return { ...node, env: node.env?.map(one => ({ ...one, value: values[one.name] ?? '' })) }
    // Started by its button alone.
    return node.type === 'inject' ? { ...node, once: false, repeat: '' } : node
  })
}
const idOf = (name: string): string => nodes.find(node => node.name === name)?.id ?? ''
const sending = () => nodeRed.press(idOf('Send 21.4 °C'), idOf('Stored'))
const reading = () => nodeRed.press(idOf('Every 5 minutes'), idOf('Values'))

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

  test('asks for all that it needs, and brings no secret along', () => {
    const asked = nodes.flatMap(({ func = '' }) => [...func.matchAll(/env\.get\("(\w+)"\)/g)].map(([, name]) => name))
    expect([...new Set(asked)].sort()).toEqual(tab?.env?.map(({ name }) => name).sort())
    for (const { name, value, type } of tab?.env ?? [])
      if (/TOKEN|KEY/.test(name)) expect([value, type]).toEqual(['', 'cred'])
  })

  test('sends a value that is stored, and reads it, in Node-RED itself', async () => {
    await nodeRed.deploy(await filledIn())
    expect(await sending()).toMatchObject({ payload: { accepted: 1, rejected: [] }, said: [] })
    expect(await reading()).toEqual({ payload: { t: 21.4 }, said: [] })
  })

  test('says what is wrong', async () => {
    await nodeRed.deploy(await filledIn({ BARNOMETER_KEY: 'bm_wrong', BARNOMETER_DEVICE: '999' }))
    for (const press of [sending, reading])
      expect(await press()).toEqual({ payload: undefined, said: [expect.stringMatching(/\w.*\.$/)] })
  })

  test('says that the server is not reached', async () => {
    await nodeRed.deploy(await filledIn({ BARNOMETER_URL: 'http://127.0.0.1:9' }))
    expect((await sending()).said.join()).toContain('ECONNREFUSED')
  })
})

test('the example beside a key runs in Node-RED as it stands', async () => {
  const another = await aDevice(app, owner)
  const base = { z: 'a0', x: 0, y: 0 }
  await nodeRed.deploy([
    { id: 'a0', type: 'tab' },
    { id: 'a1', type: 'inject', ...base, props: [{ p: 'payload', v: '19.5', vt: 'num' }], wires: [['a2']] },
    {
      ...{ id: 'a2', type: 'function', ...base, outputs: 1, libs: [], wires: [['a3']] },
      func: exampleOf('node_red', { ...PLACEHOLDERS, origin, key: another.key }),
    },
    { id: 'a3', type: 'http request', ...base, method: 'use', ret: 'obj', paytoqs: 'ignore', wires: [['a4']] },
    { id: 'a4', type: 'debug', ...base, active: true, complete: 'payload', targetType: 'msg', wires: [] },
  ])
  expect(await nodeRed.press('a1', 'a4')).toMatchObject({ payload: { accepted: 1 }, said: [] })
  const last = await app.call(api.getLast, { query: { device_id: another.id } }, owner.token)
  expect(last.t?.value).toBe(19.5)
})
