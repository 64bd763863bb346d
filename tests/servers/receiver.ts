import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands in for what others run: a webhook's receiver, a push service. */
export const startReceiver = async () => {
  const calls: { path: string; headers: Record<string, unknown>; body: Buffer }[] = []
  const statuses: number[] = []
  const server = createServer(async (request, answer) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    calls.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
    answer.writeHead(statuses.shift() ?? 201, { location: '/elsewhere' }).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    /** Answer to the next calls. */
    answerWith: (...next: number[]) => void statuses.push(...next),
    stop: () => new Promise(resolve => server.close(resolve)),
  }
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>
