import { lookup as lookupAll } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Reason why nothing arrived at an address outside. */
export type OutsideFailure = 'private_address' | 'timeout' | 'unreachable'

/** Thrown when no answer came; an answer of any status is none of these. */
export class NoAnswer extends Error {
  readonly reason: OutsideFailure
  constructor(reason: OutsideFailure, cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

const WAIT_MS = 10_000

/**
 * Networks not reachable from everywhere: loopback, private and link-local ones, and what stands for others of them.
 */
const INSIDE = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  INSIDE.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  INSIDE.addSubnet(net, bits, 'ipv6')
const UNICAST = new BlockList()
UNICAST.addSubnet('2000::', 3, 'ipv6')

/** Tells whether an IP address is one of the public internet. */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 4) return !INSIDE.check(address, 'ipv4')
  return isIP(address) === 6 && UNICAST.check(address, 'ipv6') && !INSIDE.check(address, 'ipv6')
}

/**
 * Looks a name up and refuses it when any address of it is not public: the address checked is the one connected to. Refused as
 * if there were no such name, since nobody is told which names an installation's network knows.
 */
const lookupPublic: LookupFunction = (name, options, done) =>
  lookupAll(name, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return done(error ?? new NoAnswer('unreachable'), '')
    if (!addresses.every(({ address }) => isPublicAddress(address))) return done(new NoAnswer('unreachable'), '')
    return options.all ? done(null, addresses) : done(null, first.address, first.family)
  })

interface Asked {
  method: 'GET' | 'POST' | 'PUT'
  headers: Record<string, string>
  /** Body of the call; one that flows needs its length in bytes. */
  body?: string | Buffer | { stream: Readable; bytes: number }
  /** Lets it reach what is not public, too. */
  inside: boolean
  /** Time (ms) in which nothing moves, after which there is no answer. */
  waitMs?: number
  signal?: AbortSignal
  /** Length of an answer (bytes) that is read; what comes behind is left. */
  most?: number
}

/** Length of an answer that is read unless a caller says otherwise, in bytes. */
const MAX_ANSWER = 1_000_000

const lengthOf = (body: Asked['body']): number => {
  if (body === undefined) return 0
  return typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.byteLength(body) : body.bytes
}

/** Opens a call to an address that a person gave; the answer is the caller's to read or to end. */
const callOutside = (address: string, asked: Asked): Promise<IncomingMessage> => {
  const url = new URL(address)
  const { method, headers, body, inside, waitMs = WAIT_MS } = asked
  const host = url.hostname.replaceAll(/[[\]]/g, '')
  if (!inside && isIP(host) !== 0 && !isPublicAddress(host)) return Promise.reject(new NoAnswer('private_address'))
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const options = {
      method,
      agent: false,
      ...(asked.signal ? { signal: asked.signal } : {}),
      ...(inside ? {} : { lookup: lookupPublic }),
    }
    const length = { 'content-length': String(lengthOf(body)) }
    const sent = request(url, { ...options, headers: { ...headers, ...(method === 'GET' ? {} : length) } }, resolve)
    sent.setTimeout(waitMs, () => sent.destroy(new NoAnswer('timeout')))
    sent.on('error', error => {
      if (error instanceof NoAnswer) return reject(error)
      const isLate = asked.signal?.aborted && asked.signal.reason?.name === 'TimeoutError'
      reject(new NoAnswer(isLate ? 'timeout' : 'unreachable', error))
    })
    if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) sent.end(body)
    else pipeline(body.stream, sent).catch(error => sent.destroy(error))
  })
}

/**
 * Posts to an address that a person gave: http or https, no redirects, at most 10 s, and to the public internet alone unless
 * `inside` allows others. Returns the status. Throws NoAnswer when there was none.
 */
export const postOutside = async (
  address: string,
  { headers, body, inside }: { headers: Record<string, string>; body: string | Buffer; inside: boolean },
): Promise<number> => {
  const signal = AbortSignal.timeout(WAIT_MS)
  const answer = await callOutside(address, { method: 'POST', headers, body, inside, signal })
  answer.destroy()
  return answer.statusCode ?? 0
}

interface Answer {
  status: number
  text: string
  /** Value of its header `Retry-After`. */
  retryAfter: string | undefined
}

/** The same with any method, a body that may flow, and the text of the answer (at most 1 MB). It takes as long as something moves. */
export const askOutside = async (address: string, asked: Asked): Promise<Answer> => {
  const answer = await callOutside(address, asked)
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length > (asked.most ?? MAX_ANSWER)) break
    }
  } catch (error) {
    if (error instanceof NoAnswer) throw error
    throw new NoAnswer(asked.signal?.aborted ? 'timeout' : 'unreachable', error)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  return { status: answer.statusCode ?? 0, text, retryAfter: answer.headers['retry-after'] }
}
