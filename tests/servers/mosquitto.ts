import { existsSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort, untilReady } from './free-port.ts'
import { serverFolder, startProgram, type TestServer } from './test-server.ts'

const DEBIAN = '/usr/sbin/mosquitto'

/** A real MQTT broker on a free loopback port, with whatever more its configuration says. `port` brings one back where it was. */
export const startMosquitto = async (
  configuration = 'allow_anonymous true',
  port?: number,
): Promise<TestServer & { port: number }> => {
  const folder = serverFolder('mosquitto')
  const chosen = port ?? (await freePort())
  const file = join(folder, 'mosquitto.conf')
  // Started by root it would become somebody who may read nothing here.
  const user = process.getuid?.() === 0 ? 'user root\n' : ''
  writeFileSync(file, `${user}listener ${chosen} 127.0.0.1\nsys_interval 0\n${configuration}\n`)
  const server = startProgram(existsSync(DEBIAN) ? DEBIAN : 'mosquitto', ['-c', file])
  await untilReady(() => reached(chosen), 10_000).catch(error => {
    throw new Error(`Mosquitto does not start: ${error.message}\n${server.said()}`)
  })
  return { url: `mqtt://127.0.0.1:${chosen}`, port: chosen, stop: () => server.stop('SIGTERM', folder) }
}

const reached = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve()
    })
    socket.once('error', reject)
  })
