import { deviceOwnershipEndpoints } from '../../shared/contract/device-ownership.ts'
import type { Catalogue } from '../kit/catalogue.ts'
import { Failure } from '../kit/failure.ts'
import { serve } from '../kit/serve.ts'
import { decide } from '../kit/store-error.ts'
import { isoNow } from '../kit/world.ts'
import type { Caller } from '../locations/access.ts'
import { ownerOf, requireOwner } from './access.ts'
import { countTry, deviceOfCode, hasClaimCode, newClaimCode } from './claims.ts'
import { presentDevice } from './present.ts'
import { changeLending, endLending, type Lending, lend, lendingsOf } from './rentals.ts'
import { rentalOfId } from './store.ts'
import { deleteTransfer, giveUp, offer, requireTransfer, takeOver, transfersOf } from './transfers.ts'

export const deviceOwnershipRoutes = serve(deviceOwnershipEndpoints, {
  listDeviceRentals: async ({ params }, context) => {
    await requireOwner(context.db, context.user, params.id, isoNow(context))
    return lendingsOf(context.db, params.id)
  },

  createRental: async ({ params, body }, context) => {
    const now = isoNow(context)
    await requireOwner(context.db, context.user, params.id, now)
    const wanted = { device_id: params.id, email: body.email, start: body.start ?? now, end: body.end ?? null }
    requireOrder(wanted, context.texts.fields.end_before_start)
    return decide(context.db, db => lend(db, wanted, context.texts))
  },

  updateRental: async ({ params, body }, context) => {
    const rental = await requireLending(context.db, context.user, params.id, isoNow(context))
    const end = body.end === undefined ? rental.end : body.end
    const change = { start: body.start ?? rental.start, end }
    requireOrder(change, context.texts.fields.end_before_start)
    return decide(context.db, db => changeLending(db, rental, change, context.texts))
  },

  deleteRental: async ({ params }, context) => {
    const now = isoNow(context)
    const rental = await requireLending(context.db, context.user, params.id, now)
    await context.db.transaction().execute(db => endLending(db, rental, now))
    return undefined
  },

  listTransfers: async (_, { db, user }) => transfersOf(db, user),

  createTransfer: async ({ params, body }, context) => {
    const now = isoNow(context)
    await requireOwner(context.db, context.user, params.id, now)
    return decide(context.db, db => offer(db, context.user, { device_id: params.id, email: body.email, now }))
  },

  acceptTransfer: async ({ params }, context) => {
    const { user } = context
    const now = isoNow(context)
    const deviceId = await decide(context.db, async db => {
      const transfer = await requireTransfer(db, user, params.id, 'receiver')
      const owner = await ownerOf(db, transfer.device_id, now)
      // Whoever offered it may have lost it since.
      if ((owner?.user_id ?? null) !== transfer.from_user_id) throw new Failure('not_found')
      await takeOver(db, transfer.device_id, user, now)
      return transfer.device_id
    })
    return presentDevice(context, user, deviceId)
  },

  deleteTransfer: async ({ params }, { db, user }) => {
    const transfer = await requireTransfer(db, user, params.id, 'either')
    await deleteTransfer(db, transfer.id)
    return undefined
  },

  createClaimCode: async ({ params }, context) => {
    await requireOwner(context.db, context.user, params.id, isoNow(context))
    return { code: await newClaimCode(context.db, params.id) }
  },

  releaseSensor: async ({ params }, context) => {
    const now = isoNow(context)
    await requireOwner(context.db, context.user, params.id, now)
    return decide(context.db, async db => {
      await giveUp(db, params.id, now)
      return { code: (await hasClaimCode(db, params.id)) ? null : await newClaimCode(db, params.id) }
    })
  },

  claimSensor: async ({ body }, context) => {
    const { user } = context
    const now = isoNow(context)
    // Counted for itself: a refused try counts, too.
    await decide(context.db, db => countTry(db, user.id, context.now()))
    const deviceId = await decide(context.db, async db => {
      const device = await deviceOfCode(db, body.code)
      if (!device || (await ownerOf(db, device.id, now))) throw new Failure('invalid_code')
      await takeOver(db, device.id, user, now)
      return device.id
    })
    return presentDevice(context, user, deviceId)
  },
})

const requireOrder = ({ start, end }: { start: string; end: string | null }, sentence: string): void => {
  if (end !== null && end <= start) throw new Failure('no_valid_input', { fields: { end: [sentence] } })
}

/** A rental to somebody, for the owner of its device. Anybody else learns nothing of it. */
const requireLending = async (db: Catalogue, user: Caller, id: number, now: string): Promise<Lending> => {
  const rental = await rentalOfId(db, id)
  if (!rental || rental.owner === 1) throw new Failure('not_found')
  const owner = await ownerOf(db, rental.device_id, now)
  if (!user.admin && owner?.user_id !== user.id) throw new Failure('not_found')
  return rental
}
