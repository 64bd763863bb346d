import type { Catalogue } from '../kit/catalogue.ts'

/** Longer without anybody evaluating, and devices may have called in vain. */
const ASLEEP_MS = 5 * 60_000

/**
 * Takes a minute (epoch ms) for this process; null when another one has it, or a later one. Otherwise since when (epoch ms)
 * every minute was evaluated.
 */
export const claimMinute = async (db: Catalogue, minute: number): Promise<number | null> => {
  const claimed = new Date(minute).toISOString()
  const asleep = new Date(minute - ASLEEP_MS).toISOString()
  const row = await db
    .insertInto('alert_clock')
    .values({ id: 1, minute: claimed, awake_since: claimed })
    .onConflict(conflict =>
      conflict
        .column('id')
        .doUpdateSet(eb => ({
          minute: claimed,
          awake_since: eb
            .case()
            .when(eb('alert_clock.minute', '<', asleep))
            .then(claimed)
            .else(eb.ref('alert_clock.awake_since'))
            .end(),
        }))
        .where('alert_clock.minute', '<', claimed),
    )
    .returning('awake_since')
    .executeTakeFirst()
  return row ? Date.parse(row.awake_since) : null
}
