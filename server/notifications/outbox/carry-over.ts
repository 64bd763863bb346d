import { isoNow, type Services } from '../../kit/services.ts'
import { moveMails } from './carry-over-store.ts'
import { messageOutcomeOf } from './outcome.ts'
import { topicOf } from './topics.ts'

/** Mails moved in one transaction; the rest comes with the next look. */
const BATCH_SIZE = 200

/**
 * Takes over the mails of the release before, which had a table of their own: those that waited when it ended, and those that a process
 * of it writes while both run. To be deleted with the table, in a release that none before this one runs beside.
 */
export const carryOver = async (services: Services): Promise<void> => {
  await services.db.transaction().execute(async trx => {
    for (const message of await moveMails(trx, isoNow(services), BATCH_SIZE))
      if (message.state !== 'waiting')
        await topicOf(message)?.ended(trx, message.id, messageOutcomeOf(message), isoNow(services))
  })
}
