import type { CallInput, Endpoint, ResponseOf } from './endpoint.ts'
import type { ErrorBody, ErrorCode } from './errors.ts'

export const API_BASE = '/api'

/** The part of `fetch` a call needs, so that browser, server tests and simulator can each bring theirs. */
type Fetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string },
) => Promise<{ status: number; headers: { get(name: string): string | null }; text(): Promise<string> }>

export interface Caller {
  fetch: Fetch
  /** Origin of the server; empty in a browser on the same origin. */
  origin?: string
  token?: string | undefined
  language?: string | undefined
}

/** A call the server refused, or never answered (`status` 0, code `something_wrong`). */
export class CallFailed extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly errors: Record<string, string[]>
  readonly retryAfter: number | undefined
  constructor(status: number, body: Partial<ErrorBody>, retryAfter?: number) {
    super(body.message ?? '')
    this.status = status
    this.code = body.code ?? 'something_wrong'
    this.errors = body.errors ?? {}
    this.retryAfter = retryAfter
  }
}

/** Address of an endpoint with its parameters and query filled in. Empty query values are left out. */
export const urlOf = (
  endpoint: Pick<Endpoint, 'path' | 'root'>,
  input: { params?: unknown; query?: unknown } = {},
): string => {
  const params = (input.params ?? {}) as Record<string, unknown>
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = Object.entries((input.query ?? {}) as Record<string, unknown>)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&')
  return `${endpoint.root ? '' : API_BASE}${path}${query ? `?${query}` : ''}`
}

/** Calls an endpoint of the contract. Throws {@link CallFailed} for anything but success. */
export const call = async <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  caller: Caller,
): Promise<ResponseOf<E>> => {
  const { params, query, body } = input as { params?: unknown; query?: unknown; body?: unknown }
  const headers: Record<string, string> = {}
  if (caller.token) headers.authorization = `Bearer ${caller.token}`
  if (caller.language) headers['accept-language'] = caller.language
  if (body !== undefined) headers['content-type'] = 'application/json'
  const answered = async () => {
    const answer = await caller.fetch(`${caller.origin ?? ''}${urlOf(endpoint, { params, query })}`, {
      method: endpoint.method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { answer, text: await answer.text() }
  }
  // Also where the connection ends in the middle of the answer.
  const { answer, text } = await answered().catch(() => {
    throw new CallFailed(0, {})
  })
  const json = parseOrUndefined(text)
  if (answer.status >= 200 && answer.status < 300) {
    // Somebody else answered, such as a wireless network that wants to be signed in to first.
    if (json === undefined && text !== '' && !endpoint.file) throw new CallFailed(0, {})
    return json as ResponseOf<E>
  }
  const retryAfter = Number(answer.headers.get('retry-after'))
  throw new CallFailed(answer.status, (json ?? {}) as Partial<ErrorBody>, retryAfter || undefined)
}

const parseOrUndefined = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
