import { connect } from 'node:net'
import { loadMessage } from '../simulator/sending/load.ts'
import type { LoadResult } from './load.ts'

export interface MqttLoadTask {
  port: number
  devices: { id: number; key: string }[]
  /** Seconds that do not count, then seconds that do. */
  warmUp: number
  seconds: number
}

const text = (value: string): Buffer => {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes])
}

const packet = (head: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const length: number[] = []
  for (let left = body.length; ; left >>= 7) {
    length.push(left > 127 ? (left & 0x7f) | 0x80 : left)
    if (left <= 127) break
  }
  return Buffer.concat([Buffer.from([head, ...length]), body])
}

/** Version 3.1.1, with name, password and a new session; asks for a sign of life every ten minutes. */
const signIn = (id: number, key: string): Buffer =>
  packet(0x10, text('MQTT'), Buffer.from([4, 0xc2, 2, 88]), text(`bench-${id}`), text(String(id)), text(key))

/** Device that publishes at QoS 1, waits for its acknowledgement, publishes the next. */
const client = (task: MqttLoadTask, index: number, begin: number): Promise<number[]> => {
  const { id, key } = task.devices[index]!
  const [counted, end] = [begin + task.warmUp * 1000, begin + (task.warmUp + task.seconds) * 1000]
  const topic = text(`barnometer/${id}/up`)
  let number = 0
  return new Promise((resolve, reject) => {
    const socket = connect(task.port, '127.0.0.1').setNoDelay(true)
    const latencies: number[] = []
    let sentAt = 0
    const publish = () => {
      number = (number % 65_535) + 1
      sentAt = performance.now()
      const message = Buffer.from(JSON.stringify(loadMessage(index, Date.now())))
      socket.write(packet(0x32, topic, Buffer.from([number >> 8, number & 0xff]), message))
    }
    socket.on('data', answer => {
      // A CONNACK that says yes, or a PUBACK: four bytes each.
      const acknowledged = answer[0] === 0x40 && answer.readUInt16BE(2) === number
      if (!acknowledged && !(answer[0] === 0x20 && answer[3] === 0))
        return void reject(new Error(answer.toString('hex')))
      const at = Date.now()
      if (acknowledged && at >= counted && at < end) latencies.push(performance.now() - sentAt)
      if (at < end) return publish()
      socket.destroy()
      resolve(latencies)
    })
    socket.once('error', reject)
    socket.once('connect', () => socket.write(signIn(id, key)))
  })
}

const task: MqttLoadTask = JSON.parse(process.argv[2] ?? '{}')
const begin = Date.now()
const latencies = (await Promise.all(task.devices.map((_, index) => client(task, index, begin)))).flat()
process.stdout.write(
  JSON.stringify({ requests: latencies.length, seconds: task.seconds, latencies } satisfies LoadResult),
)
