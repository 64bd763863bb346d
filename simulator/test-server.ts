import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OWN_ANSWER } from '#shared/contract/call.ts'

/** Treatment of the next request to the measurements, instead of taking it. */
type Mishap = '503' | '500' | '429' | 'reset' | 'reset_after_storing' | '413' | '422' | '401'

interface Stored {
  time: number
  values: Record<string, number>
}

/** Starts as much of the server as the simulator meets, with the mishaps a test wants. */
export const startTestServer = async (port = 0) => {
  const stored = new Map<string, Stored[]>()
  const mishaps: Mishap[] = []
  const calls: { method: string; path: string; body: Record<string, unknown>; token: string }[] = []
  const photos: { kind: string; time: number; bytes: Buffer; token: string }[] = []
  const plans: Buffer[] = []
  const sizes: number[] = []
  /** Versions of research projects; one is ready from the second look on. */
  const versions: { id: number; status: 'running' | 'ready' }[] = []
  let ids = 0

  const answers: Record<string, (body: Record<string, unknown>) => unknown> = {
    '/api/taxonomy/lists': () => ({
      area_types: ['broiler', 'piglet', 'pig', 'sow', 'calves', 'dairy_cattle'].map((key, index) => ({
        id: index + 1,
        key,
      })),
    }),
    '/api/locations': body => ({
      id: ++ids,
      areas: (body.areas as { name: string }[]).map(area => ({ id: ++ids, name: area.name })),
    }),
    '/api/sensors': () => ({ id: ++ids }),
    '/api/location_research': () => [],
    '/api/research': () => ({ id: ++ids }),
    '/api/authenticate': () => ({ locale: 'de', name: 'Anna' }),
    '/api/inspections/lists': () => ({ checklists: [] }),
    '/api/inspections': () => ({ id: ++ids }),
  }

  const store = (key: string, body: unknown): number => {
    const messages = (Array.isArray(body) ? body : [body]) as ({ time: number } & Record<string, number>)[]
    const list = stored.get(key) ?? []
    stored.set(key, list)
    for (const { time, ...values } of messages) list.push({ time, values })
    sizes.push(messages.length)
    return messages.length
  }

  const measure = (key: string, body: unknown, request: IncomingMessage, response: ServerResponse) => {
    const mishap = mishaps.shift()
    if (mishap === 'reset_after_storing') store(key, body)
    if (mishap === 'reset' || mishap === 'reset_after_storing') return request.socket.resetAndDestroy()
    if (mishap) return json(response, Number(mishap), { code: 'busy', message: '' }, { 'retry-after': '2' })
    json(response, 201, { accepted: store(key, body), rejected: [] })
  }

  const frozen = (method: string) => {
    if (method !== 'POST') {
      const known = versions.map(one => ({ ...one }))
      for (const one of versions) one.status = 'ready'
      return known
    }
    const one = { id: ++ids, status: 'running' as const }
    versions.push(one)
    return { ...one }
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const path = request.url ?? ''
    const token = (request.headers.authorization ?? '').replace('Bearer ', '')
    if (path.startsWith('/api/photos')) {
      const { searchParams } = new URL(path, 'http://server')
      const kind = searchParams.get('kind') ?? ''
      photos.push({ kind, time: Number(searchParams.get('time')), bytes: Buffer.concat(chunks), token })
      return json(response, 201, {})
    }
    if (/^\/api\/inspections\/\d+\/photos/.test(path)) return json(response, 201, {})
    if (/^\/api\/locations\/\d+\/floor_plans/.test(path)) {
      plans.push(Buffer.concat(chunks))
      return json(response, 201, { id: ++ids })
    }
    const text = Buffer.concat(chunks).toString()
    const body = text ? JSON.parse(text) : {}
    if (path === '/api/measurements') return measure(token, body, request, response)
    calls.push({ method: request.method ?? '', path, body, token })
    if (/^\/api\/sensors\/\d+\/keys$/.test(path))
      return json(response, 201, { id: ++ids, key: `key-${path.split('/')[3]}` })
    if (/^\/api\/research\/\d+\/snapshots$/.test(path)) return json(response, 200, frozen(request.method ?? ''))
    json(response, 200, answers[path]?.(body) ?? {})
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stored,
    mishaps,
    calls,
    sizes,
    photos,
    plans,
    stop: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) => {
  response.writeHead(status, {
    'content-type': 'application/json',
    [OWN_ANSWER.name]: OWN_ANSWER.value,
    ...headers,
  })
  response.end(JSON.stringify(body))
}
