import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { connectAsync, type IClientOptions } from 'mqtt'
import type { TestDevice } from './a-device.ts'

/** A device's own connection, signed in with its key. Rejects when it is refused. */
export const anMqttClient = (port: number, device: TestDevice | null, options: IClientOptions = {}) =>
  connectAsync(`mqtt://127.0.0.1:${port}`, {
    ...(device ? { username: device.device_name, password: device.key } : {}),
    reconnectPeriod: 0,
    connectTimeout: 5000,
    ...options,
  })

const run = promisify(execFile)

/** Publishes at QoS 1 with the program people use. Resolves when it was acknowledged; rejects with what the program said. */
export const mosquittoPub = (port: number, device: TestDevice, topic: string, payload: string): Promise<unknown> =>
  run(
    'mosquitto_pub',
    [
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-u',
      device.device_name,
      '-P',
      device.key,
      '-q',
      '1',
      '-t',
      topic,
      '-m',
      payload,
    ],
    { timeout: 5000 },
  )
