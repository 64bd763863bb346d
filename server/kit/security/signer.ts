import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Services } from '../services.ts'
import { secretNamed } from './secret-store.ts'
import { newSecret } from './secrets.ts'

export interface Signer {
  sign(text: string): Promise<string>
  isSigned(text: string, signature: string): Promise<boolean>
}

/** Signs texts that come back from outside. All processes of a set-up share the secret of one purpose. */
export const createSigner = (services: Pick<Services, 'db'>, purpose: string): Signer => {
  let known: Promise<string> | undefined
  const secret = () => {
    known ??= secretNamed(services.db, purpose, newSecret()).catch(error => {
      known = undefined
      throw error
    })
    return known
  }
  const sign = async (text: string) =>
    createHmac('sha256', await secret())
      .update(text)
      .digest('base64url')
  return {
    sign,
    isSigned: async (text, signature) => {
      const [given, right] = [Buffer.from(signature), Buffer.from(await sign(text))]
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}
