import { isIPv6 } from 'node:net'

const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** Groups of 16 bits that name a network of IPv6; the other half of an address names a device in it. */
const NETWORK_GROUPS = 4
const GROUPS = 8

/**
 * Network by which the calls of whoever is not known are counted: an IPv4 address as it is, of an IPv6 address the first half. Whoever
 * has such a network chooses freely among all addresses in it, so each of them alone would be counted anew.
 */
export const networkOf = (address: string): string => {
  const mapped = IPV4_IN_IPV6.exec(address)?.[1]
  if (mapped) return mapped
  const [bare = address] = address.split('%')
  if (!isIPv6(bare)) return address
  // Written in the one way of several that URLs have, without an IPv4 address at its end.
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const groupsOf = (part: string): string[] => part.split(':').filter(Boolean)
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')]
  const zeros = Array(tail === undefined ? 0 : GROUPS - before.length - after.length).fill('0')
  return `${[...before, ...zeros, ...after].slice(0, NETWORK_GROUPS).join(':')}::`
}
