import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_BASE } from '#shared/contract/call.ts'
import { PRODUCT_VERSION } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { openApi } from '#shared/contract/openapi.ts'
import type { Environment } from './environment.ts'
import { Failure } from './kit/failure.ts'
import { answerFailure } from './kit/http/answer-failure.ts'
import { languageOf, wordsIn } from './kit/language.ts'
import type { Services } from './kit/services.ts'
import { docsPage } from './operations/docs-page.ts'
import { createPages } from './rendering/pages.ts'

const WEB = fileURLToPath(new URL('../dist/web', import.meta.url))

const YEAR_S = 365 * 86_400

/** Headers that say what a page of the product may load, and from where. */
export const helmetOptions = ({ MAP_STYLE_URL, MAP_AERIAL_URL, PUBLIC_URL }: Environment) => {
  // Maps come from one server, aerial pictures from one, and both from nowhere else.
  const maps = [...new Set([MAP_STYLE_URL, MAP_AERIAL_URL].flatMap(url => (url ? [new URL(url).origin] : [])))]
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
    // A farm's own network has no TLS; where there is an address with it, browsers keep to that.
    strictTransportSecurity: PUBLIC_URL?.startsWith('https:')
      ? { maxAge: YEAR_S, includeSubDomains: false }
      : (false as const),
  }
}

/** The description of the calls, for programs and for people. */
export const mountDocs = (
  http: FastifyInstance,
  { environment, publicUrl }: Pick<Services, 'environment' | 'publicUrl'>,
): void => {
  http.get(`${API_BASE}/openapi.json`, async () => openApi(api, PRODUCT_VERSION))
  http.get(`${API_BASE}/docs`, async (request, reply) => {
    const language = languageOf(request.headers['accept-language'])
    // The address it was asked at works where the operator has set none.
    const origin = environment.PUBLIC_URL ? publicUrl() : `${request.protocol}://${request.host}`
    return reply
      .type('text/html; charset=utf-8')
      .send(docsPage(api, wordsIn(language), { language, version: PRODUCT_VERSION, origin }))
  })
}

/** Serves the built web of a folder. Any address that is no file and no call is a screen, and screens are found in the browser. */
export const mountWeb = async (http: FastifyInstance, folder = WEB): Promise<void> => {
  const notFound = (request: FastifyRequest, reply: FastifyReply) =>
    answerFailure(new Failure('not_found'), request, reply)
  if (!existsSync(folder)) {
    http.setNotFoundHandler(notFound)
    return
  }
  await http.register(fastifyStatic, {
    root: folder,
    // Routes of the plugin list the whole folder at each request, to tell letter cases of guarded paths apart. None here is guarded.
    serve: false,
    // Addresses of screens, of which one is that of the folder itself.
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) =>
      void reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  })
  http.route<{ Params: { '*': string } }>({
    method: ['HEAD', 'GET'],
    url: '/*',
    handler: (request, reply) => reply.sendFile(`/${request.params['*']}`),
  })
  const pageOf = createPages(folder)
  const sendPage = async ({ url }: FastifyRequest, reply: FastifyReply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await pageOf(url))
  // The plugin finds no file for the address of the folder itself where nothing compressed is taken.
  http.get('/', sendPage)
  http.setNotFoundHandler(async (request, reply) => {
    const isScreen =
      request.method === 'GET' && !request.url.startsWith(API_BASE) && !request.url.startsWith('/assets/')
    return isScreen ? sendPage(request, reply) : notFound(request, reply)
  })
}
