import { DAY_MS } from '#shared/rules/time/units.ts'
import type { Job } from '../../kit/jobs.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { sendSoon } from '../../notifications/outbox/outbox.ts'
import { writeTokenMail } from '../mails.ts'
import { userOfId } from '../store.ts'
import { deleteTokensBefore, takeTelling, tokensToTell } from './token-store.ts'

const MAX_AT_ONCE = 500
/** Time for which an ended access token stays in the list, so that somebody whose program stopped sees why. */
const SHOWN_MS = 90 * DAY_MS

/** Tells the owner of an access token that it ends soon, in the transaction that notes it: one process does. */
const tellEnd = (services: Services, id: number): Promise<void> =>
  services.db.transaction().execute(async trx => {
    const token = await takeTelling(trx, id)
    const owner = token && (await userOfId(trx, token.user_id))
    const isOver = token && token.expires_at <= isoNow(services)
    if (owner && !isOver) await writeTokenMail(services, trx, 'token_ends', { user: owner, token })
  })

/** Tells owners of access tokens that these end soon. One that cannot be told of holds up no other. */
export const tellEnds = async (services: Services): Promise<void> => {
  for (const id of await tokensToTell(services.db, isoNow(services), MAX_AT_ONCE))
    await tellEnd(services, id).catch(error => services.log.warn({ err: error }, 'the end of a token is not told yet'))
  sendSoon(services)
}

export const tokenJobs: Job[] = [
  { name: 'tell-ends-of-tokens', schedule: '0 41 * * * *', run: tellEnds },
  {
    name: 'forget-ended-tokens',
    schedule: '0 19 3 * * *',
    run: async ({ db, now }) => void (await deleteTokensBefore(db, new Date(now() - SHOWN_MS).toISOString())),
  },
]
