import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Answer of a receiver: its status, or all of it. */
type Answer = number | { status: number; body?: unknown; headers?: Record<string, string>; after?: Promise<unknown> }

/** Stands in for what others run: a webhook's receiver, a push service, a messenger, a gateway for SMS. */
export const startReceiver = async () => {
  const calls: { method: string; path: string; headers: Record<string, unknown>; body: Buffer }[] = []
  const answers: Answer[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url = '', headers } = request
    calls.push({ method, path: url, headers, body: Buffer.concat(chunks) })
    const next = answers.shift() ?? 201
    const {
      status,
      body,
      headers: own,
      after,
    }: Exclude<Answer, number> = typeof next === 'number' ? { status: next } : next
    await after
    response.writeHead(status, { location: '/elsewhere', ...own }).end(body === undefined ? '' : JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    /** Answer to the next calls. */
    answerWith: (...next: Answer[]) => void answers.push(...next),
    /** Forgets the calls and answers of before. */
    forget: () => {
      calls.length = 0
      answers.length = 0
    },
    stop: () =>
      new Promise(resolve => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>
