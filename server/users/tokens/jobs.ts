import { DAY_MS } from '#shared/rules/time/units.ts'
import type { Job } from '../../kit/jobs.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { sendSoon } from '../../notifications/outbox/outbox.ts'
import { writeTokenMail } from '../mails.ts'
import { userOfId } from '../store.ts'
import { deleteTokensBefore, takeTelling, tokensToTell } from './token-store.ts'

const MOST_AT_ONCE = 500
/** Time for which an ended access token stays in the list, so that somebody whose program stopped sees why. */
const SHOWN_MS = 90 * DAY_MS

/** Tells owners of access tokens that these end soon. Each is told by one process, in the transaction that notes it. */
export const tellEnds = async (services: Services): Promise<void> => {
  const { db } = services
  for (const id of await tokensToTell(db, isoNow(services), MOST_AT_ONCE))
    await db.transaction().execute(async trx => {
      const token = await takeTelling(trx, id)
      const owner = token && (await userOfId(trx, token.user_id))
      const isOver = token && token.expires_at <= isoNow(services)
      if (owner && !isOver) await writeTokenMail(services, trx, 'token_ends', { user: owner, token })
    })
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
