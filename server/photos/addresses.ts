import { urlOf } from '#shared/contract/call.ts'
import { type PhotoSize, photoEndpoints } from '#shared/contract/measurements/photos.ts'
import { HOUR_S } from '#shared/rules/time/units.ts'
import { createSigner } from '../kit/security/signer.ts'
import type { Services } from '../kit/services.ts'

interface Signed {
  id: number
  size: PhotoSize
  user_id: number
  /** Epoch s. */
  expires: number
}

const textOf = ({ id, size, user_id, expires }: Signed): string => `photo ${id} ${size} ${user_id} ${expires}`

/**
 * Addresses for `<img>`, which brings no token: each for one photo, size and person, for one to two hours, the same within
 * an hour so that a browser keeps what it has. Whether that person still sees the photo is asked again when it is fetched.
 */
export const createAddresses = (services: Pick<Services, 'db' | 'now'>) => {
  const signer = createSigner(services, 'photos')
  return {
    of: async (id: number, size: PhotoSize, userId: number): Promise<string> => {
      const expires = (Math.floor(services.now() / 1000 / HOUR_S) + 2) * HOUR_S
      const signed = { id, size, user_id: userId, expires }
      const query = { size, user_id: userId, expires, signature: await signer.sign(textOf(signed)) }
      return urlOf(photoEndpoints.getPhoto, { params: { id }, query })
    },
    isGood: async (signed: Signed, signature: string): Promise<boolean> =>
      signed.expires * 1000 > services.now() && (await signer.isSigned(textOf(signed), signature)),
  }
}
export type PhotoAddresses = ReturnType<typeof createAddresses>
