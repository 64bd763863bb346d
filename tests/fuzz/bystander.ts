import { expect } from 'vitest'
import type { TestApp } from '../../server/testing/start-test-app.ts'
import { type Chance, createChance } from './rubbish.ts'

/** Bodies of each transport. The whole number is for whoever changes one: FUZZ_BODIES=10000. */
const BODIES = Number(process.env.FUZZ_BODIES ?? 1000)
export const isWhole = BODIES >= 10_000
/** Bodies of a transport where each takes the stores long. */
export const FEWER_BODIES = isWhole ? BODIES : Math.ceil(BODIES / 10)
/** Longest that anybody else may wait because of one body: ms of work on the serving thread of a machine at rest. */
const MAX_MS = 200
/** Times a body is sent that kept others waiting: what it costs itself comes each time, a collection of garbage or a busy neighbour does not. */
const TRIES = 5
/** Work that `referenceMs` takes on a machine at rest, ms. */
const REFERENCE_MS_AT_REST = 120
/** Bodies sent together; only where they take long as a whole, each is looked at by itself. */
const TOGETHER = 10

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Work on this thread between two turns of its loop, the longest there was while `work` ran: so long others waited. */
const longestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  let [longest, last, running] = [0, cpuMs(), true]
  const turn = (): void => {
    const now = cpuMs()
    longest = Math.max(longest, now - last)
    last = now
    if (running) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  running = false
  turn()
  return longest
}

const REFERENCE = JSON.stringify(
  Array.from({ length: 20_000 }, (_, n) => ({ time: 1_700_000_000 + n, t: n / 10, name: `x${n}` })),
)

/** Work of a known size on this thread, ms. The same work takes twice as long where the core's other half is busy, in time of the processor too. */
const referenceMs = (): number => {
  const began = cpuMs()
  for (let round = 0; round < 8; round++) JSON.stringify(JSON.parse(REFERENCE))
  return cpuMs() - began
}

/** Limit for a body, ms of this machine as busy as it is now. */
const limitMs = (): number => MAX_MS * Math.max(1, referenceMs() / REFERENCE_MS_AT_REST)

/** Shortest of a few waits for a body; the first that is short enough ends it. */
const waitsFor = async (send: () => Promise<unknown>): Promise<{ waits: number; limit: number }> => {
  let waits = Number.POSITIVE_INFINITY
  let limit = MAX_MS
  for (let tried = 0; tried < TRIES && waits >= limit; tried++) {
    waits = Math.min(waits, await longestTurn(send))
    if (waits >= limit) limit = limitMs()
  }
  return { waits, limit }
}

/** Body from a seed of its own so that it can be made again. Sends it, and throws where the answer is a defect. */
export type Send = (chance: Chance) => Promise<unknown>

/** Sends rubbish to a transport and holds that no body of it would have kept a bystander waiting. Returns the longest wait, ms. */
export const fuzz = async (name: string, send: Send, bodies = BODIES): Promise<number> => {
  let longest = 0
  for (let seed = 0; seed < bodies; seed += TOGETHER) {
    const seeds = Array.from({ length: Math.min(TOGETHER, bodies - seed) }, (_, index) => seed + index)
    const began = cpuMs()
    await Promise.all(seeds.map(one => send(createChance(one))))
    const all = cpuMs() - began
    if (all < MAX_MS) {
      longest = Math.max(longest, all / seeds.length)
      continue
    }
    for (const one of seeds) {
      const { waits, limit } = await waitsFor(() => send(createChance(one)))
      longest = Math.max(longest, waits)
      expect(waits, `${name}: body ${one}`).toBeLessThan(limit)
    }
  }
  console.info(`${name}: ${bodies} bodies, none kept others waiting for more than ${longest.toFixed(0)} ms`)
  return longest
}

export type Post = (url: string, key: string, type: string, payload: string | Buffer) => ReturnType<TestApp['inject']>

/** Answer of the server to a message with a key; throws what it logged where it is a defect. */
export const posted = async (app: TestApp, scheme: string, ...[url, key, type, payload]: Parameters<Post>) => {
  const headers = { authorization: `${scheme} ${key}`, 'content-type': type }
  const answer = await app.inject({ method: 'POST', url, payload, headers })
  if (answer.statusCode < 500 || answer.statusCode === 503) return answer
  const defect = app
    .logged()
    .split('\n')
    .findLast(line => line.includes('"defect"'))
  throw new Error(`${url}: ${payload.slice(0, 300)} ${defect}`)
}
