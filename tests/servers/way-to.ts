import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A port that leads to a server on this machine, or to the socket of a PostgreSQL, and can be shut, as by a restart or a fail-over. */
export const aWayTo = async (url: string) => {
  const { hostname, port } = new URL(url)
  const folder = decodeURIComponent(hostname)
  const target = folder.startsWith('/')
    ? { path: `${folder}/.s.PGSQL.${port}` }
    : { port: Number(port), host: hostname }
  const open = new Set<Socket>()
  let isShut = false
  let refused = 0
  const server = createServer(here => {
    if (isShut) {
      refused++
      here.destroy()
      return
    }
    const there = connect(target)
    for (const [one, other] of [
      [here, there],
      [there, here],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => open.delete(one) && other.destroy())
      one.pipe(other)
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address() as AddressInfo
  return {
    url: url.replace(`${hostname}:${port}`, `127.0.0.1:${address.port}`),
    refused: () => refused,
    shut: () => {
      isShut = true
      for (const socket of open) socket.destroy()
    },
    open: () => {
      isShut = false
    },
  }
}
