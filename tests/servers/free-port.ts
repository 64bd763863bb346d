import { type AddressInfo, createServer } from 'node:net'

/** A port of the loopback address that nobody listens on. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** Tries until `ready` resolves; throws what it last threw when that takes too long. */
export const untilReady = async (ready: () => Promise<unknown>, withinMs = 30_000): Promise<void> => {
  const end = Date.now() + withinMs
  for (;;) {
    try {
      await ready()
      return
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }
}
