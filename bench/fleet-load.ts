import { connect, type Socket } from 'node:net'
import { MINUTE_MS, SECOND_MS } from '#shared/rules/time/units.ts'
import { loadBatch, loadMessage } from '../simulator/sending/load.ts'
import { fleetKey } from './fleet-keys.ts'

/** Messages of many devices, a minute each, over few connections that are kept, as a proxy before the product has them. */
export interface FleetTask {
  ports: number[]
  devices: number
  connections: number
  /** Minutes that do not count, then minutes that do. */
  warmUp: number
  minutes: number
}

export interface FleetResult {
  /** Messages and requests of the counted minutes that were acknowledged. */
  messages: number
  requests: number
  /** Answers that did not acknowledge, and connections that broke, by what was answered. */
  refused: Record<string, number>
  /** ms from a request to its answer. */
  p50: number
  p99: number
  slowest: number
  /** ms by which the sender itself was late at most. */
  late: number
  /** Messages of each device that were acknowledged, all minutes. */
  acknowledged: number[]
}

/** Devices of which one keeps its messages and sends them together, and for how many minutes. */
const ONE_IN = 10
const KEPT_MINUTES = 5
/** ms after which a device that was refused sends again, and after which nothing more is sent. */
const AGAIN_MS = 2 * SECOND_MS
const DRAIN_MS = 20 * SECOND_MS
const TICK_MS = 10

interface Due {
  device: number
  /** Time at which it was to be sent, ms. */
  at: number
  /** Made once: what is sent again is the same. */
  body: string
  messages: number
}

const run = async ({ ports, devices, connections, warmUp, minutes }: FleetTask): Promise<FleetResult> => {
  const begin = Date.now()
  const counted = begin + warmUp * MINUTE_MS
  const end = counted + minutes * MINUTE_MS
  const acknowledged = new Array<number>(devices).fill(0)
  const result: FleetResult = {
    ...{ messages: 0, requests: 0, refused: {}, p50: 0, p99: 0, slowest: 0, late: 0 },
    acknowledged,
  }
  /** Answers by how many ms they took. */
  const took = new Uint32Array(60_000)
  const queue: Due[] = []
  const later: Due[] = []
  const idle: (() => void)[] = []
  let underWay = 0

  const bodyOf = (device: number, minute: number, at: number): Omit<Due, 'device' | 'at'> | null => {
    if (device % ONE_IN !== 0) return { body: JSON.stringify(loadMessage(device % 997, at)), messages: 1 }
    if ((minute + device / ONE_IN) % KEPT_MINUTES !== 0) return null
    const from = at - (KEPT_MINUTES - 1) * MINUTE_MS
    return { body: JSON.stringify(loadBatch(device % 997, from, MINUTE_MS, KEPT_MINUTES)), messages: KEPT_MINUTES }
  }

  // Neighbours in the order of sending are devices of farms far from each other.
  const stride = coprimeNear(devices)
  let sent = 0
  const enqueue = (): void => {
    const now = Date.now()
    while (begin + (sent / devices) * MINUTE_MS <= now && begin + (sent / devices) * MINUTE_MS < end) {
      const at = Math.round(begin + (sent / devices) * MINUTE_MS)
      const device = ((sent % devices) * stride) % devices
      const made = bodyOf(device, Math.floor(sent / devices), at)
      if (made) queue.push({ device, at, ...made })
      sent++
    }
    while (later[0] && later[0].at <= now) queue.push(later.shift() as Due)
    // The one that rested longest: a server ends connections that nobody uses.
    while (queue.length > 0 && idle.length > 0) idle.shift()?.()
  }

  const note = (status: string, due: Due, writtenAt: number): void => {
    const now = Date.now()
    if (status === '201') {
      acknowledged[due.device] = (acknowledged[due.device] ?? 0) + due.messages
      if (writtenAt < counted || writtenAt >= end) return
      const ms = now - writtenAt
      took[Math.min(took.length - 1, ms)] = (took[Math.min(took.length - 1, ms)] ?? 0) + 1
      result.slowest = Math.max(result.slowest, ms)
      result.messages += due.messages
      result.requests++
      return
    }
    result.refused[status] = (result.refused[status] ?? 0) + 1
    later.push({ ...due, at: now + AGAIN_MS })
  }

  const connection = (port: number): void => {
    let socket: Socket | undefined
    let due: Due | undefined
    let writtenAt = 0
    let answer = ''
    const next = (): void => {
      due = queue.shift()
      if (!due) return void idle.push(next)
      underWay++
      writtenAt = Date.now()
      if (writtenAt >= counted) result.late = Math.max(result.late, writtenAt - due.at)
      socket?.write(
        `POST /api/measurements HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${fleetKey(due.device)}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(due.body)}\r\n\r\n${due.body}`,
      )
    }
    const answered = (status: string): void => {
      if (!due) return
      underWay--
      const done = due
      due = undefined
      note(status, done, writtenAt)
    }
    const open = (): void => {
      answer = ''
      socket = connect(port, '127.0.0.1').setNoDelay(true)
      socket.once('connect', next)
      socket.on('error', () => {})
      socket.once('close', () => {
        const waits = idle.indexOf(next)
        if (waits >= 0) idle.splice(waits, 1)
        answered('connection lost')
        setTimeout(open, AGAIN_MS).unref()
      })
      socket.on('data', chunk => {
        answer += chunk.toString('latin1')
        if (!isWhole(answer)) return
        const status = answer.slice(9, 12)
        answer = ''
        answered(status)
        next()
      })
    }
    open()
  }
  for (let index = 0; index < connections; index++) connection(ports[index % ports.length] ?? 0)

  await new Promise<void>(resolve => {
    const timer = setInterval(() => {
      enqueue()
      const isDone = Date.now() >= end && queue.length + later.length + underWay === 0
      if (!isDone && Date.now() < end + DRAIN_MS) return
      clearInterval(timer)
      resolve()
    }, TICK_MS)
  })
  const percentile = (share: number): number => {
    let passed = 0
    for (const [ms, count] of took.entries()) {
      passed += count
      if (passed >= result.requests * share) return ms
    }
    return Number.NaN
  }
  return { ...result, p50: percentile(0.5), p99: percentile(0.99) }
}

/** A number near the golden section of `count` that has no divisor with it. */
const coprimeNear = (count: number): number => {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
  let stride = Math.max(1, Math.round(count * 0.618))
  while (divisor(stride, count) !== 1) stride++
  return stride
}

const isWhole = (answer: string): boolean => {
  const headEnd = answer.indexOf('\r\n\r\n')
  const length = /content-length: (\d+)/i.exec(answer)
  return headEnd > 0 && length !== null && answer.length >= headEnd + 4 + Number(length[1])
}

process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '{}'))), () => process.exit(0))
