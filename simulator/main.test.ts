import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer } from './test-server.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

let server: Awaited<ReturnType<typeof startTestServer>>
let folder: string
let child: ChildProcess | undefined
beforeEach(async () => {
  server = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'simulator-'))
})
afterEach(async () => {
  child?.kill('SIGKILL')
  await server.stop()
  await rm(folder, { recursive: true })
})

const start = (args: string[], token = 'user') => {
  const state = join(folder, 'demo.json')
  const begun = spawn(process.execPath, [MAIN, '--origin', server.origin, '--state', state, ...args], {
    env: { ...process.env, BARNOMETER_TOKEN: token },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child = begun
  const lines: Record<string, unknown>[] = []
  let rest = ''
  begun.stdout.on('data', chunk => {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts.map(line => JSON.parse(line)))
  })
  const until = async (test: () => boolean) => {
    const deadline = Date.now() + 30_000
    while (!test() && Date.now() < deadline) await new Promise(resolve => setTimeout(resolve, 20))
    expect(test()).toBe(true)
  }
  return { child: begun, lines, until, ended: once(begun, 'exit') }
}

describe('the simulator as a program', () => {
  it('loads and goes live, tells so in lines of JSON, and ends on SIGTERM', async () => {
    const { child, lines, until, ended } = start(['--load', '--live', '--days', '2'])
    await until(() => lines.some(line => line.state === 'on'))
    expect(lines.some(line => line.progress === 1)).toBe(true)
    expect(lines.every(line => !line.error)).toBe(true)
    child.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
  })

  it('ends when the server that started it is gone', async () => {
    const { child, lines, until, ended } = start(['--load', '--live', '--days', '1'])
    await until(() => lines.some(line => line.state === 'on'))
    child.stdin?.end()
    expect((await ended)[0]).toBe(0)
  })

  it('says what is wrong and ends with 1', async () => {
    const { lines, ended } = start(['--load'], '')
    expect((await ended)[0]).toBe(1)
    expect(lines).toEqual([{ error: 'BARNOMETER_TOKEN is not set' }])
  })
})
