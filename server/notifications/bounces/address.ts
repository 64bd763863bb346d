import { timingSafeEqual } from 'node:crypto'
import { createSigner } from '../../kit/security/signer.ts'
import type { Services } from '../../kit/services.ts'

const ADDRESS = /^bounces\+(\d{1,10})-([0-9a-f]{32})$/

/**
 * Addresses to which what comes back of a mail is sent, each for one message (VERP). Signed, so nobody makes one up; in letters
 * that survive a server on the way that writes all of them small.
 */
export const createBounceAddresses = (services: Pick<Services, 'db'>) => {
  const signer = createSigner(services, 'bounces')
  const signatureOf = async (id: number): Promise<string> =>
    Buffer.from(await signer.sign(`mail ${id}`), 'base64url')
      .toString('hex')
      .slice(0, 32)
  return {
    /** Part before the @ for a message. */
    localPartOf: async (id: number): Promise<string> => `bounces+${id}-${await signatureOf(id)}`,
    /** Id of the message of an address; null for any other. */
    messageOf: async (address: string, domain: string): Promise<number | null> => {
      const [local = '', host = '', ...more] = address.toLowerCase().split('@')
      const [, id, signature] = ADDRESS.exec(local) ?? []
      if (!id || !signature || more.length > 0 || host !== domain.toLowerCase()) return null
      const [given, right] = [Buffer.from(signature), Buffer.from(await signatureOf(Number(id)))]
      return given.length === right.length && timingSafeEqual(given, right) ? Number(id) : null
    },
  }
}
