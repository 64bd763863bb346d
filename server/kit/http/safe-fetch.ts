import { lookup as lookupAll } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

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

/**
 * Posts to an address that a person gave: http or https, no redirects, at most 10 s, and to the public internet alone unless
 * `inside` allows others. Returns the status. Throws NoAnswer when there was none.
 */
export const postOutside = (
  address: string,
  { headers, body, inside }: { headers: Record<string, string>; body: string | Buffer; inside: boolean },
): Promise<number> => {
  const url = new URL(address)
  const host = url.hostname.replaceAll(/[[\]]/g, '')
  if (!inside && isIP(host) !== 0 && !isPublicAddress(host)) return Promise.reject(new NoAnswer('private_address'))
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const signal = AbortSignal.timeout(WAIT_MS)
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', agent: false, signal, ...(inside ? {} : { lookup: lookupPublic }) }
    const sent = request(
      url,
      { ...options, headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) } },
      answer => {
        answer.destroy()
        resolve(answer.statusCode ?? 0)
      },
    )
    sent.on('error', error => {
      if (error instanceof NoAnswer) reject(error)
      else reject(new NoAnswer(signal.aborted ? 'timeout' : 'unreachable', error))
    })
    sent.end(body)
  })
}
