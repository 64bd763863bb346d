import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { API_BASE } from '../shared/contract/call.ts'
import type { Environment } from './environment.ts'
import { answerFailure } from './kit/answer-failure.ts'
import { Failure } from './kit/failure.ts'

const WEB = fileURLToPath(new URL('../dist/web', import.meta.url))

/** What browsers may load, and from where. */
export const helmetOptions = ({ MAP_STYLE_URL }: Environment) => {
  // Where the operator's maps come from, and nowhere else.
  const maps = MAP_STYLE_URL ? [new URL(MAP_STYLE_URL).origin] : []
  return {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        // Reading a QR code is WebAssembly from this server.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...maps],
        connectSrc: ["'self'", ...maps],
        workerSrc: ["'self'", 'blob:'],
        // The product also runs without TLS, on a farm's own network.
        upgradeInsecureRequests: null,
      },
    },
    strictTransportSecurity: false as const,
  }
}

/** Serves the built web. Any address that is no file and no call is a screen, and screens are found in the browser. */
export const mountWeb = async (http: FastifyInstance): Promise<void> => {
  const built = existsSync(WEB)
  if (built)
    await http.register(fastifyStatic, {
      root: WEB,
      preCompressed: true,
      setHeaders: (reply, path) =>
        void reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    })
  http.setNotFoundHandler((request, reply) => {
    const isScreen =
      built && request.method === 'GET' && !request.url.startsWith(API_BASE) && !request.url.startsWith('/assets/')
    if (isScreen) return reply.sendFile('index.html')
    return answerFailure(new Failure('not_found'), request, reply)
  })
}
