import type { User } from '#shared/contract/accounts/users.ts'
import type { OfferKind } from '#shared/contract/fixed.ts'
import { offerEndpoints } from '#shared/contract/places/offers.ts'
import type { AuditAction } from '#shared/rules/accounts/audit-actions.ts'
import { differences, writeAudit } from '../audit/audit.ts'
import type { Database } from '../kit/database/database.ts'
import { serializable } from '../kit/database/store-error.ts'
import { Failure } from '../kit/failure.ts'
import { serve } from '../kit/http/serve.ts'
import { spendQuota } from '../kit/limits/quotas.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { sendSoon } from '../notifications/outbox/outbox.ts'
import { mailOffer } from './mail.ts'
import { offerStateOf } from './offering.ts'
import { auditedOffer, offerNumberOf, offerOfId, offerSubjectOf, offersOf } from './presented.ts'
import { deleteOffer, type OfferRow, setOffer } from './store.ts'

const RECEIVED: Record<OfferKind, AuditAction> = {
  device: 'device_received',
  rental: 'rental_received',
  location: 'location_received',
  research: 'project_received',
}

type Person = Pick<User, 'id' | 'email' | 'admin'>

/** Handling of offers by the domain that owns what is offered. `id` is that of the subject. */
export interface Offered {
  /** Tells whether a person may give it, and so renew an offer of it or take it back. */
  mayGive(db: Database, person: Person, id: number, now: string): Promise<boolean>
  /** Gives it to who accepts, inside a transaction. Throws not_found when the giver could not any more. Answers whom to tell. */
  give(
    db: Database,
    offer: { id: number; from_user_id: number | null },
    receiver: Person,
    services: Services,
  ): Promise<(services: Services) => void>
  /** Ends what waited for the offer and goes with it. */
  takeBack?(db: Database, id: number): Promise<unknown>
}

export const offerRoutes = (kinds: Record<OfferKind, Offered>) => {
  const mayGive = (db: Database, person: Person, row: OfferRow, now: string): Promise<boolean> =>
    kinds[row.kind].mayGive(db, person, offerSubjectOf(row).id, now)

  return serve(offerEndpoints, {
    listOffers: (_, context) => offersOf(context.db, context.user, isoNow(context)),

    acceptOffer: async ({ params }, context) => {
      const { user } = context
      const now = isoNow(context)
      const { tell, answer } = await serializable(context.db, async db => {
        const row = await offerOfId(db, params.id, now)
        if (row.email !== user.email || offerStateOf(row, now) !== 'waiting') throw new Failure('not_found')
        const { kind, id } = offerSubjectOf(row)
        await deleteOffer(db, row.id)
        await writeAudit(context, db, { action: RECEIVED[kind], ...auditedOffer(row), by: user })
        const tell = await kinds[kind].give(db, { id, from_user_id: row.from_user_id }, user, context)
        return { tell, answer: { kind, subject_id: offerNumberOf(row) } }
      })
      tell(context)
      return answer
    },

    renewOffer: async ({ params }, context) => {
      const now = isoNow(context)
      const row = await context.db.transaction().execute(async db => {
        const row = await offerOfId(db, params.id, now)
        if (!(await mayGive(db, context.user, row, now))) throw new Failure('not_found')
        await setOffer(db, row.id, { created_at: now, declined_at: null })
        await spendQuota({ ...context, db }, 'offers', 1)
        await writeAudit(context, db, {
          action: 'offer_renewed',
          ...auditedOffer(row),
          changes: differences(['email'], {}, row),
        })
        await mailOffer(context, db, { kind: row.kind, email: row.email, isFromOwner: row.from_user_id !== null })
        return row
      })
      sendSoon(context)
      return { id: row.id, email: row.email, state: 'waiting' as const }
    },

    deleteOffer: async ({ params }, context) => {
      const { user } = context
      const now = isoNow(context)
      await context.db.transaction().execute(async db => {
        const row = await offerOfId(db, params.id, now)
        if (row.email === user.email && offerStateOf(row, now) === 'waiting') {
          await writeAudit(context, db, { action: 'offer_declined', ...auditedOffer(row) })
          return setOffer(db, row.id, { declined_at: now })
        }
        if (!(await mayGive(db, user, row, now))) throw new Failure('not_found')
        await writeAudit(context, db, {
          action: 'offer_taken_back',
          ...auditedOffer(row),
          changes: differences(['email'], row, {}),
        })
        await kinds[row.kind].takeBack?.(db, offerSubjectOf(row).id)
        return deleteOffer(db, row.id)
      })
      return undefined
    },
  })
}
