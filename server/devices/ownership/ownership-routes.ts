import { deviceOwnershipEndpoints } from '#shared/contract/devices/device-ownership.ts'
import { differences, writeAudit } from '../../audit/audit.ts'
import { publishCustodyChanged } from '../../custody/news.ts'
import { lendingsOf, ownerOf, ownershipAt } from '../../custody/timeline.ts'
import type { Database } from '../../kit/database/database.ts'
import { serializable } from '../../kit/database/store-error.ts'
import { Failure } from '../../kit/failure.ts'
import { serve } from '../../kit/http/serve.ts'
import { isoNow } from '../../kit/services.ts'
import type { Caller } from '../../locations/access.ts'
import { sendSoon } from '../../notifications/outbox/outbox.ts'
import { requireOwner } from '../access.ts'
import { presentDevice } from '../present.ts'
import { countClaimAttempt, deviceOfCode, hasClaimCode, newClaimCode } from './claims.ts'
import {
  changeLending,
  endLending,
  type Lending,
  lend,
  lendingOfId,
  presentLending,
  presentLendings,
} from './rentals.ts'
import { offerDevice, publishHandedOver, transferOwnership } from './transfers.ts'

/** Calls on who has a device. Each asks who owns it within its transaction: a sale that was under way may have ended the right. */
export const deviceOwnershipRoutes = serve(deviceOwnershipEndpoints, {
  listDeviceRentals: async ({ params }, context) => {
    const { db, user } = context
    const now = isoNow(context)
    await requireOwner(db, user, params.id, now)
    // Lendings by a former owner are theirs to know.
    const from = user.admin ? undefined : (await ownershipAt(db, params.id, now))?.id
    return presentLendings(db, await lendingsOf(db, params.id, from), now)
  },

  createRental: async ({ params, body }, context) => {
    const made = await serializable(context.db, async db => {
      const now = isoNow(context)
      await requireOwner(db, context.user, params.id, now)
      const wanted = { device_id: params.id, email: body.email, start: body.start ?? now, end: body.end ?? null }
      requireOrder(wanted, context.t('fields.end_before_start'))
      const lending = await lend(context, db, wanted)
      const changes = differences(['email', 'start', 'end'], {}, lending)
      await writeAudit(context, db, { action: 'rental_created', device_id: params.id, changes })
      return lending
    })
    publishCustodyChanged(context, params.id)
    sendSoon(context)
    return presentLending(context.db, made, isoNow(context))
  },

  updateRental: async ({ params, body }, context) => {
    const changed = await serializable(context.db, async db => {
      const now = isoNow(context)
      const rental = await requireLending(db, context.user, params.id, now)
      const end = body.end === undefined ? rental.end : body.end
      const change = { start: body.start ?? rental.start, end }
      requireOrder(change, context.t('fields.end_before_start'))
      const after = await changeLending(db, rental, change, { ...context, now })
      const changes = differences(['start', 'end'], rental, after)
      await writeAudit(context, db, { action: 'rental_changed', device_id: rental.device_id, changes })
      return after
    })
    publishCustodyChanged(context, changed.device_id)
    return presentLending(context.db, changed, isoNow(context))
  },

  deleteRental: async ({ params }, context) => {
    const ended = await serializable(context.db, async db => {
      const now = isoNow(context)
      const rental = await requireLending(db, context.user, params.id, now)
      const changes = differences(['email'], rental, {})
      await writeAudit(context, db, { action: 'rental_ended', device_id: rental.device_id, changes })
      await endLending(db, rental, now)
      return rental
    })
    publishCustodyChanged(context, ended.device_id)
    return undefined
  },

  createTransfer: async ({ params, body }, context) => {
    const offer = await serializable(context.db, async db => {
      await requireOwner(db, context.user, params.id, isoNow(context))
      const changes = differences(['email'], {}, body)
      await writeAudit(context, db, { action: 'device_offered', device_id: params.id, changes })
      return offerDevice(context, db, params.id, body.email)
    })
    sendSoon(context)
    return offer
  },

  createClaimCode: async ({ params }, context) => {
    const code = await serializable(context.db, async db => {
      await requireOwner(db, context.user, params.id, isoNow(context))
      return newClaimCode(db, params.id)
    })
    return { code }
  },

  releaseSensor: async ({ params }, context) => {
    const code = await serializable(context.db, async db => {
      const now = isoNow(context)
      await requireOwner(db, context.user, params.id, now)
      await writeAudit(context, db, { action: 'device_released', device_id: params.id })
      await transferOwnership(db, params.id, null, now)
      return (await hasClaimCode(db, params.id)) ? null : newClaimCode(db, params.id)
    })
    publishHandedOver(context, params.id)
    return { code }
  },

  claimSensor: async ({ body }, context) => {
    const { user } = context
    // Counted for itself: a refused try counts, too.
    await serializable(context.db, db => countClaimAttempt(db, user.id, context.now()))
    const deviceId = await serializable(context.db, async db => {
      const now = isoNow(context)
      const device = await deviceOfCode(db, body.code)
      if (!device || (await ownerOf(db, device.id, now))) throw new Failure('invalid_code')
      await writeAudit(context, db, { action: 'device_claimed', device_id: device.id })
      await transferOwnership(db, device.id, user, now)
      return device.id
    })
    publishHandedOver(context, deviceId)
    return presentDevice(context, user, deviceId)
  },
})

const requireOrder = ({ start, end }: { start: string; end: string | null }, sentence: string): void => {
  if (end !== null && end <= start) throw new Failure('no_valid_input', { fields: { end: [sentence] } })
}

/** A rental to somebody, for the owner who gave it. Anybody else learns nothing of it. */
const requireLending = async (db: Database, user: Caller, id: number, now: string): Promise<Lending> => {
  const rental = await lendingOfId(db, id, now)
  const owner = await ownerOf(db, rental.device_id, now)
  if (!user.admin && owner?.user_id !== user.id) throw new Failure('not_found')
  return rental
}
