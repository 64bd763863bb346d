import type { LiveMeasurement } from '#shared/contract/measurements/measurements.ts'
import { shardNumberOf, shardsOf } from '../kit/database/cluster.ts'
import { isAway } from '../kit/database/store-error.ts'
import type { Services } from '../kit/services.ts'
import { newestValues } from './newest-values.ts'

export const ARRIVED = 'measurements'
/** News with the id of a device: its past was written anew, so what is known of its last values may be wrong. */
const REWRITTEN = 'rewritten'

export const publishRewritten = (services: Pick<Services, 'bus'>, deviceId: number): void =>
  services.bus.publish(REWRITTEN, deviceId)

export interface Last {
  /** Epoch ms. */
  time: number
  value: number
}

interface Entry {
  values: Map<string, Last>
  loadedAt: number
  /** Time at which somebody last asked for it. */
  askedAt: number
  /** Stops listening to what other processes store of the device. */
  stop: (() => void) | null
}

/** Time after which the store is asked again: with several processes, news of another one's messages may get lost. */
const TRUSTED_MS = 60_000

/** The last values of devices, kept at hand: read from the store once, then kept up by what arrives. */
export const createLatest = (services: Pick<Services, 'db' | 'series' | 'bus' | 'now' | 'environment'>) => {
  const entries = new Map<number, Entry>()
  const shared = services.environment.CLICKHOUSE_URL !== undefined

  const entryOf = (deviceId: number): Entry => {
    const entry = entries.get(deviceId) ?? { values: new Map<string, Last>(), loadedAt: 0, askedAt: 0, stop: null }
    entries.set(deviceId, entry)
    return entry
  }
  const noteIn = ({ values }: Entry, key: string, last: Last): void => {
    const known = values.get(key)
    if (!known || last.time >= known.time) values.set(key, last)
  }
  /** Notes a value of a device that somebody asked for: for any other the store is asked once somebody does, whatever came before. */
  const note = (deviceId: number, key: string, last: Last): void => {
    const entry = entries.get(deviceId)
    if (entry) noteIn(entry, key, last)
  }
  const noteOthers = (messages: LiveMeasurement[]): void => {
    for (const { device_id, time, values } of messages) {
      // A device that is not asked for any more is read anew by whoever asks next.
      if (shared && services.now() - (entries.get(device_id)?.askedAt ?? 0) >= TRUSTED_MS) forget(device_id)
      else for (const [key, value] of Object.entries(values)) note(device_id, key, { time, value })
    }
  }
  const listenTo = (deviceId: number): void => {
    entryOf(deviceId).stop ??= services.bus.subscribe<LiveMeasurement[]>(ARRIVED, noteOthers, [deviceId])
  }

  const forget = (deviceId: number): void => {
    entries.get(deviceId)?.stop?.()
    entries.delete(deviceId)
  }
  services.bus.subscribe<number>(REWRITTEN, forget)
  services.bus.onGap(() => {
    for (const id of [...entries.keys()]) forget(id)
  })

  const load = async (ids: number[]): Promise<void> => {
    const loading = ids.map(entryOf)
    try {
      const rows = await newestValues(services, ids)
      for (const row of rows) noteIn(entryOf(row.device_id), row.key, row)
      // An entry that was forgotten meanwhile is read again by whoever asks next.
      for (const entry of loading) entry.loadedAt = services.now()
    } catch (error) {
      // Values of a shard that is away stand as they were read before, with their time, and others wait for nobody.
      const isPart = shardsOf(services.series).length > 1 && isAway(error)
      if (!isPart || loading.some(({ loadedAt }) => loadedAt === 0)) throw error
    }
  }

  return {
    note,
    forget,
    /** Number of devices whose values are at hand. */
    count: () => entries.size,
    of: async (deviceIds: number[]): Promise<Map<number, Map<string, Last>>> => {
      const fresh = (entry: Entry) => entry.loadedAt > 0 && (!shared || services.now() - entry.loadedAt < TRUSTED_MS)
      const unknown = deviceIds.filter(id => !fresh(entryOf(id)))
      for (const id of deviceIds) entryOf(id).askedAt = services.now()
      for (const id of unknown) listenTo(id)
      const ofShards = Map.groupBy(unknown, id => shardNumberOf(services.series, id))
      await Promise.all([...ofShards.values()].map(load))
      return new Map(deviceIds.map(id => [id, entryOf(id).values]))
    },
  }
}
export type Latest = ReturnType<typeof createLatest>
