import { shardsOf } from '../kit/database/cluster.ts'
import { number, readRows, textColumn } from '../kit/database/read-rows.ts'
import type { Series } from '../kit/database/series.ts'

/** Tier of storage that single readings move to, by a storage policy of the ClickHouse server. */
export interface ColdTier {
  policy: string
  /** Days after which readings move. */
  days: number
}

/** Volume of the policy that is cold. */
const VOLUME = 'cold'

/**
 * Makes the server, or each shard of a cluster, move readings to the cold volume of a policy, or lets them stay where they are from now on (null). Does nothing
 * where it is so already: any process may say it at its start. Throws a sentence for a policy without such a volume.
 */
export const setColdTier = async (series: Series, tier: ColdTier | null): Promise<void> => {
  for (const shard of shardsOf(series)) await setTierAt(shard, tier)
}

const setTierAt = async (series: Series, tier: ColdTier | null): Promise<void> => {
  const [table] = await readRows(
    series,
    { policy: textColumn, engine: textColumn },
    `SELECT storage_policy AS policy, engine_full AS engine FROM system.tables
      WHERE database = currentDatabase() AND name = 'measurements'`,
  )
  if (!table) return
  if (tier === null) {
    if (table.engine.includes(' TTL ')) await series.command({ query: 'ALTER TABLE measurements REMOVE TTL' })
    return
  }
  const { policy, days } = tier
  await requireVolume(series, policy)
  if (table.policy !== policy)
    await series.command({ query: `ALTER TABLE measurements MODIFY SETTING storage_policy = '${policy}'` })
  const moves = `toDateTime(time) + toIntervalDay(${Math.trunc(days)}) TO VOLUME '${VOLUME}'`
  if (!table.engine.includes(` TTL ${moves}`))
    await series.command({ query: `ALTER TABLE measurements MODIFY TTL ${moves}` })
}

const requireVolume = async (series: Series, policy: string): Promise<void> => {
  const [volumes] = await readRows(
    series,
    { count: number },
    'SELECT count() AS count FROM system.storage_policies WHERE policy_name = {policy: String} AND volume_name = {volume: String}',
    { policy, volume: VOLUME },
  )
  if (!volumes?.count)
    throw new Error(`CLICKHOUSE_STORAGE_POLICY: the server has no storage policy "${policy}" with a volume "${VOLUME}"`)
}
