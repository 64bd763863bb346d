import { existsSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { freePort, untilReady } from './free-port.ts'
import { serverFolder, startProgram } from './test-server.ts'

const DEBIAN = '/usr/sbin/nats-server'

/** A real NATS server on a free loopback port. It can be stopped in between, and comes back where it was, with what it kept. */
export const startNats = async (options: string[] = ['-js']) => {
  const [folder, port] = [serverFolder('nats'), await freePort()]
  const begin = async () => {
    const program = startProgram(existsSync(DEBIAN) ? DEBIAN : 'nats-server', [
      ...['-a', '127.0.0.1', '-p', String(port), '-sd', folder],
      ...options,
    ])
    const ready = async () => {
      if (!program.ended()) await greeted(port)
    }
    await untilReady(ready, 10_000).catch(error => {
      throw new Error(`NATS does not start: ${error.message}\n${program.said()}`)
    })
    if (program.ended()) throw new Error(`NATS ended at its start\n${program.said()}`)
    return program
  }
  let program = await begin()
  return {
    port,
    pid: () => program.pid,
    url: `nats://127.0.0.1:${port}`,
    end: (signal: NodeJS.Signals = 'SIGTERM') => program.end(signal),
    begin: async () => {
      program = await begin()
    },
    stop: async () => {
      await program.end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves once the server says who it is. */
const greeted = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', greeting => {
      socket.destroy()
      if (greeting.toString().startsWith('INFO {')) resolve()
      else reject(new Error('another program listens at its port'))
    })
    socket.once('error', reject)
  })
