import { rmSync } from 'node:fs'
import { addDevices, signUp } from '../../tests/crash/farm.ts'
import { dataFolder, startServer } from '../../tests/crash/server-process.ts'
import { freePort } from '../../tests/servers/free-port.ts'
import { inChild } from '../child.ts'
import type { LoadResult, LoadTask } from '../load.ts'
import type { MqttLoadTask } from '../mqtt-load.ts'
import { ms, percentile, perSecond, type Row, times } from '../table.ts'

const DEVICES = 200
const ROUNDS = 3
const TIMES = { warmUp: 2, seconds: 4 }

/** The built-in broker beside the HTTP endpoint, in turns on one server: whatever else the machine does meets both. */
export const mqttRows = async (): Promise<Row[]> => {
  const [folder, mqttPort] = [dataFolder(), await freePort()]
  const server = await startServer(folder, { MQTT_LISTEN: `127.0.0.1:${mqttPort}` })
  const devices = await addDevices(server.origin, await signUp(server.origin), DEVICES)
  const overHttp: LoadTask = {
    port: Number(new URL(server.origin).port),
    keys: devices.map(device => device.key),
    batch: 1,
    ...TIMES,
  }
  const overMqtt: MqttLoadTask = { port: mqttPort, devices, ...TIMES }
  const [http, mqtt]: [LoadResult[], LoadResult[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    http.push(await inChild<LoadResult>('load.ts', overHttp))
    mqtt.push(await inChild<LoadResult>('mqtt-load.ts', overMqtt))
  }
  await server.end('SIGTERM')
  rmSync(folder, { recursive: true })
  const [httpRate, mqttRate] = [rateOf(http), rateOf(mqtt)]
  const [httpTimes, mqttTimes] = [timesOf(http), timesOf(mqtt)]
  const share = percentile(mqttTimes, 0.99) / percentile(httpTimes, 0.99)
  return [
    {
      what: '200 connected devices, one 12-value message at QoS 1, durable',
      measured: perSecond(mqttRate),
      bare: `${perSecond(httpRate)} over HTTP`,
      ratio: times(mqttRate / httpRate),
      target: '≥ 0.6 ×',
      ok: mqttRate >= 0.6 * httpRate,
    },
    {
      what: '  time to the answer',
      measured: spread(mqttTimes),
      bare: spread(httpTimes),
      ratio: times(share),
      target: 'p99 ≤ 1.7 ×',
      ok: share <= 1.7,
    },
  ]
}

const timesOf = (results: LoadResult[]): number[] => results.flatMap(({ latencies }) => latencies)

const spread = (taken: number[]): string => `p50 ${ms(percentile(taken, 0.5))}, p99 ${ms(percentile(taken, 0.99))}`

const rateOf = (results: LoadResult[]): number =>
  results.reduce((sum, { requests }) => sum + requests, 0) / results.reduce((sum, { seconds }) => sum + seconds, 0)
