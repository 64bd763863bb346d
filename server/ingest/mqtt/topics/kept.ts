import type { Services } from '../../../kit/services.ts'
import { isUnstorable } from '../../not-stored.ts'
import type { IngestServices } from '../../take-messages.ts'
import { storeForeign } from '../foreign/take-foreign.ts'
import { isDefect, refuse } from '../take.ts'
import { forgetTaken, type UntakenTopic, untakenTopics } from './topic-store.ts'

/**
 * Takes into a device what was heard of its topic before it was bound, as of when it was heard: it may have been silent for weeks.
 * Returns how many values were taken. What the stores do not take now stays for another try, what no store takes does not.
 */
export const takeKept = async (
  { db, log }: Pick<Services, 'db' | 'log'>,
  ingestServices: IngestServices,
  kept: UntakenTopic,
): Promise<number> => {
  const { device_id, topic, source } = kept
  let accepted = 0
  try {
    const said = { source, message: JSON.parse(kept.last_message) }
    accepted = await storeForeign(ingestServices, device_id, said, Date.parse(kept.last_heard_at))
  } catch (error) {
    if (!isUnstorable(error) && !isDefect(error)) throw error
    log.error({ err: error, topic }, 'MQTT: a message that was kept could not be taken')
    refuse(ingestServices, device_id, 'not_storable', topic)
  }
  await forgetTaken(db, kept)
  return accepted
}

const takers = new WeakMap<Services, IngestServices>()

/** Says into what this process takes messages that were kept. */
export const takeKeptInto = (services: Services, ingestServices: IngestServices): void =>
  void takers.set(services, ingestServices)

/** Takes what was heard of devices that were added while the stores took nothing; one that fails holds up no other. */
export const takeAllKept = async (services: Services): Promise<void> => {
  const ingestServices = takers.get(services)
  if (!ingestServices) return
  for (const kept of await untakenTopics(services.db))
    await takeKept(services, ingestServices, kept).catch(error =>
      services.log.warn({ err: error, topic: kept.topic }, 'MQTT: a message that was kept is not taken yet'),
    )
}
