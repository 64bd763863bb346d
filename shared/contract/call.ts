import type { CallInput, Endpoint, ResponseOf } from './endpoint.ts'
import type { ErrorBody, ErrorCode } from './errors.ts'

export const API_BASE = '/api'

/** Stands on every answer of the product itself: proxies, portals of wireless networks and firewalls answer in its place without it. */
export const OWN_ANSWER = { name: 'x-barnometer', value: '1' } as const

/** Tells whether an answer came from the product, and not from something on the way to it. */
export const isOwnAnswer = ({ headers }: { headers: { get(name: string): string | null } }): boolean =>
  headers.get(OWN_ANSWER.name) === OWN_ANSWER.value

/** The part of `fetch` a call needs, so that browser, server tests and simulator can each bring theirs. */
type Fetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string },
) => Promise<{ status: number; headers: { get(name: string): string | null }; text(): Promise<string> }>

export interface CallTransport {
  fetch: Fetch
  /** Origin of the server; empty in a browser on the same origin. */
  origin?: string
  token?: string | undefined
  language?: string | undefined
}

/**
 * Failure in one sentence or several: those of the fields where there are any, else that of the whole (specification
 * §8).
 */
const sentencesOf = ({ errors = {}, message = '' }: Partial<ErrorBody>): string =>
  [...new Set(Object.values(errors).flat())].join(' ') || message

/**
 * A call the server refused, or never answered (`status` 0, code `something_wrong`, no message). Its message can be shown as it
 * is; a form that has the fields shows `errors` at them instead.
 */
export class CallFailed extends Error {
  readonly status: number
  /** HTTP status with which something on the way answered in the place of the server. */
  readonly foreign: number | undefined
  readonly code: ErrorCode
  readonly errors: Record<string, string[]>
  readonly retryAfter: number | undefined
  constructor(status: number, body: Partial<ErrorBody>, retryAfter?: number, foreign?: number) {
    super(sentencesOf(body))
    this.status = status
    this.foreign = foreign
    this.code = body.code ?? 'something_wrong'
    this.errors = body.errors ?? {}
    this.retryAfter = retryAfter
  }
}

/** Tells whether the server knows nothing by that id, or none that the caller may see. */
export const isNotFound = (failure: unknown): boolean =>
  failure instanceof CallFailed && [404, 422].includes(failure.status)

/** Fields of an object; none of anything else. */
const fieldsOf = (given: unknown): Record<string, unknown> => (typeof given === 'object' ? { ...given } : {})

/** Text as it stands in the query of an address. Commas may stand there as they are: a list of 2,000 ids is a third shorter so. */
const inQuery = (text: string): string => encodeURIComponent(text).replaceAll('%2C', ',')

/** Address of an endpoint with its parameters and query filled in. Empty query values are left out. */
export const urlOf = (
  endpoint: Pick<Endpoint, 'path' | 'root'>,
  input: { params?: unknown; query?: unknown } = {},
): string => {
  const params = fieldsOf(input.params)
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = Object.entries(fieldsOf(input.query))
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => `${encodeURIComponent(name)}=${inQuery(String(value))}`)
    .join('&')
  return `${endpoint.root ? '' : API_BASE}${path}${query ? `?${query}` : ''}`
}

/** Calls an endpoint of the contract. Throws {@link CallFailed} for anything but success. */
export const call = async <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  caller: CallTransport,
): Promise<ResponseOf<E>> => {
  const { params, query, body }: { params?: unknown; query?: unknown; body?: unknown } = input
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
  // Fails, too, where the connection ends in the middle of the answer.
  const { answer, text } = await answered().catch(() => {
    throw new CallFailed(0, {})
  })
  return answerOf(endpoint, { status: answer.status, text, header: name => answer.headers.get(name) }) as ResponseOf<E>
}

interface Answered {
  status: number
  text: string
  header(name: string): string | null
}

/**
 * Content of an answer, however it was fetched. Throws {@link CallFailed} for anything but a success of the product
 * itself.
 */
export const answerOf = (endpoint: Endpoint, { status, text, header }: Answered): unknown => {
  const json = parseOrUndefined(text)
  // A wireless network that wants to be signed in to first also answers 200.
  if (!isOwnAnswer({ headers: { get: header } })) throw new CallFailed(0, {}, undefined, status)
  if (status >= 200 && status < 300) {
    if (json === undefined && text !== '' && !endpoint.file) throw new CallFailed(0, {})
    return json
  }
  throw new CallFailed(status, (json ?? {}) as Partial<ErrorBody>, Number(header('retry-after')) || undefined)
}

const parseOrUndefined = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
