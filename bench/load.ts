import { connect, type Socket } from 'node:net'
import { loadBatch, loadMessage } from '../simulator/sending/load.ts'

export interface LoadTask {
  port: number
  keys: string[]
  /** Messages of one request. */
  batch: number
  /** Seconds that do not count, then seconds that do. */
  warmUp: number
  seconds: number
}

export interface LoadResult {
  requests: number
  seconds: number
  /** Milliseconds of each counted request. */
  latencies: number[]
}

/** Kept connection that writes a request, waits for its answer, writes the next. */
const client = (task: LoadTask, device: number, key: string, begin: number): Promise<number[]> => {
  const [counted, end] = [begin + task.warmUp * 1000, begin + (task.warmUp + task.seconds) * 1000]
  const head = `POST /api/measurements HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: `
  let history = Date.now() - 20 * 86_400_000
  const nextBody = (): string => {
    if (task.batch === 1) return JSON.stringify(loadMessage(device, Date.now()))
    history += task.batch * 1000
    return JSON.stringify(loadBatch(device, history, 1000, task.batch))
  }
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(task.port, '127.0.0.1').setNoDelay(true)
    const latencies: number[] = []
    let sentAt = 0
    let body = nextBody()
    const send = () => {
      sentAt = performance.now()
      socket.write(`${head}${Buffer.byteLength(body)}\r\n\r\n${body}`)
      // Made while the server works, so that making it is not measured.
      if (task.batch > 1) body = nextBody()
    }
    let answer = ''
    socket.on('data', chunk => {
      answer += chunk.toString('latin1')
      if (!isWhole(answer)) return
      const now = performance.now()
      if (!answer.startsWith('HTTP/1.1 201')) return void reject(new Error(answer))
      answer = ''
      const at = Date.now()
      if (at >= counted && at < end) latencies.push(now - sentAt)
      if (at >= end) {
        socket.destroy()
        resolve(latencies)
        return
      }
      if (task.batch === 1) body = nextBody()
      send()
    })
    socket.once('error', reject)
    socket.once('connect', send)
  })
}

const isWhole = (answer: string): boolean => {
  const headEnd = answer.indexOf('\r\n\r\n')
  const length = /content-length: (\d+)/i.exec(answer)
  return headEnd > 0 && length !== null && answer.length >= headEnd + 4 + Number(length[1])
}

const task: LoadTask = JSON.parse(process.argv[2] ?? '{}')
const begin = Date.now()
const latencies = (await Promise.all(task.keys.map((key, device) => client(task, device, key, begin)))).flat()
process.stdout.write(
  JSON.stringify({ requests: latencies.length, seconds: task.seconds, latencies } satisfies LoadResult),
)
