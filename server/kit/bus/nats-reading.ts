import { DeliverPolicy, type JsMsg, jetstream } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'

/** Messages that are read at a time after an absence, and ms for which they are waited for. */
const [BATCH, BATCH_MS] = [500, 2000]

/**
 * Reads what a stream keeps of the numbers after `after`, up to `until`, batch by batch. False as soon as a number is missing:
 * messages leave a full stream while it is read, too.
 */
export const readStream = async (
  connection: NatsConnection,
  stream: string,
  { after, until }: { after: number; until: number },
  told: { message(message: JsMsg): void; batch(read: number): void },
): Promise<boolean> => {
  if (after >= until) return true
  const reader = await jetstream(connection).consumers.get(stream, {
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: after + 1,
  })
  let read = after
  for (let before = -1; read < until && read !== before; ) {
    before = read
    for await (const message of await reader.fetch({ max_messages: BATCH, expires: BATCH_MS })) {
      if (message.seq !== read + 1) return false
      read = message.seq
      told.message(message)
      if (read === until) break
    }
    told.batch(read)
  }
  return read === until
}
