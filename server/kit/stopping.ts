import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const SWEEP_MS = 20
/**
 * Time a client may take (ms), once the server is about to end, to send the rest of its call or to read the rest of its
 * answer. A connection that was opened for a call which was given up says nothing at all, and is idle for nobody.
 */
const CLIENT_MS = 1000
/** Time a call that is worked on may take (ms). */
const CALL_MS = 6000

/** Closes connections when the server is about to end: no client that says and reads nothing more keeps it. `end` aborts. */
export const closeConnectionsAtEnd = (http: FastifyInstance, end: AbortController): void => {
  const sockets = new Set<Socket>()
  const calls = new Map<IncomingMessage, ServerResponse>()
  http.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  http.server.on('request', (request, answer) => {
    calls.set(request, answer)
    answer.once('close', () => calls.delete(request))
  })
  http.addHook('preClose', async () => {
    end.abort()
    // A client that was being answered when the end came keeps a connection that nobody else would close.
    const sweep = setInterval(() => http.server.closeIdleConnections(), SWEEP_MS).unref()
    const waitingForClient = setTimeout(() => {
      const working = [...calls].filter(([request, answer]) => request.complete && !answer.writableEnded)
      const kept = new Set(working.map(([request]) => request.socket))
      for (const socket of sockets) if (!kept.has(socket)) socket.destroy()
    }, CLIENT_MS).unref()
    const tooLong = setTimeout(() => http.server.closeAllConnections(), CALL_MS).unref()
    http.server.once('close', () => {
      clearInterval(sweep)
      clearTimeout(waitingForClient)
      clearTimeout(tooLong)
    })
  })
}
