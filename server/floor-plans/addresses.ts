import { urlOf } from '#shared/contract/call.ts'
import { floorPlanEndpoints } from '#shared/contract/places/floor-plans.ts'
import { HOUR_S } from '#shared/rules/time/units.ts'
import { createSigner } from '../kit/security/signer.ts'
import type { Services } from '../kit/services.ts'
import type { FloorPlanRow } from './store.ts'

interface Signed {
  id: number
  user_id: number
  /** Epoch s. */
  expires: number
}

const textOf = ({ id, user_id, expires }: Signed): string => `floor plan ${id} ${user_id} ${expires}`

/** Addresses of pictures, as those of photos: for one person, for one to two hours; the right is asked again when one is fetched. */
export const createFloorPlanAddresses = (services: Pick<Services, 'db' | 'now'>) => {
  const signer = createSigner(services, 'floor plans')
  return {
    of: async ({ id, pictures }: Pick<FloorPlanRow, 'id' | 'pictures'>, user_id: number): Promise<string> => {
      const expires = (Math.floor(services.now() / 1000 / HOUR_S) + 2) * HOUR_S
      const signature = await signer.sign(textOf({ id, user_id, expires }))
      const query = { user_id, expires, signature, picture: String(pictures) }
      return urlOf(floorPlanEndpoints.getFloorPlanPicture, { params: { id }, query })
    },
    isGood: async (signed: Signed, signature: string): Promise<boolean> =>
      signed.expires * 1000 > services.now() && (await signer.isSigned(textOf(signed), signature)),
  }
}
