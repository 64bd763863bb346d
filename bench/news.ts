import { setTimeout } from 'node:timers/promises'
import { openBus } from '../server/kit/bus/bus.ts'
import { natsSettingsOf } from '../server/kit/bus/nats-url.ts'

/** Process that tells news of devices in turn, or one that listens to some of them. */
export interface NewsTask {
  databaseUrl?: string
  natsUrl?: string
  /** Devices listened to; none: this process tells. */
  devices: number[]
  news: number
}
export interface NewsResult {
  /** ms of processor time from the first to the last of the news. */
  processor: number
  heard: number
}

const DEVICES = 1000
const LAST = 'last'
/** News at a time, as a process tells that takes so many messages together. */
const BURST = 100

const { databaseUrl, natsUrl, devices, news }: NewsTask = JSON.parse(process.argv[2] ?? '{}')
const log = { info: () => {}, warn: console.error, error: console.error }
const bus = await openBus({ DATABASE_URL: databaseUrl, NATS_URL: natsUrl ? natsSettingsOf(natsUrl) : undefined }, log)

const spent = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const messageOf = (device_id: number) => ({
  device_id,
  time: Date.now(),
  values: { t: 21.5, rh: 61, co2: 1200, nh3: 7, pm10: 40, pm25: 20, noise: 61, light: 30, battery: 88 },
})

const tell = async (): Promise<NewsResult> => {
  // The others have to listen first.
  await setTimeout(3000)
  const began = spent()
  for (let told = 0; told < news; told++) {
    bus.publish('measurements', [messageOf(told % DEVICES)], told % DEVICES)
    if (told % BURST === BURST - 1) await setTimeout(20)
  }
  while (bus.state().sent < news) await setTimeout(10)
  const processor = spent() - began
  for (let time = 0; time < 5; time++) {
    bus.publish(LAST, null)
    await setTimeout(100)
  }
  return { processor, heard: 0 }
}

const listen = async (): Promise<NewsResult> => {
  let heard = 0
  const wanted = new Set(devices)
  bus.subscribe('measurements', () => void heard++, [...wanted])
  const end = Promise.withResolvers<void>()
  bus.subscribe(LAST, () => end.resolve())
  await setTimeout(1000)
  const began = spent()
  await end.promise
  return { processor: spent() - began, heard }
}

const result = await (devices.length === 0 ? tell() : listen())
await bus.close()
process.stdout.write(JSON.stringify(result))
process.exit(0)
