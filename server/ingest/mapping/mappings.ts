import type { Mapping } from '#shared/rules/ingest/mapping.ts'
import { askedTogether } from '../../kit/database/asked-together.ts'
import type { Services } from '../../kit/services.ts'
import { mappingsOfDevices } from './store.ts'

const MAPPING_CHANGED = 'device-mappings'
/** Time after which the store is asked again: with several processes, news of a change may get lost. */
const TRUSTED_MS = 60_000
const MAX_KNOWN = 50_000

export const publishMappingsChanged = ({ bus }: Pick<Services, 'bus'>, deviceIds: number[]): void => {
  for (const id of deviceIds) bus.publish(MAPPING_CHANGED, id)
}

/** The mapping of each device that calls, kept at hand. */
export const createMappings = (services: Pick<Services, 'db' | 'bus' | 'now'>) => {
  const known = new Map<number, { mapping: Mapping | null; until: number }>()
  const read = askedTogether((ids: readonly number[]) => mappingsOfDevices(services.db, ids))
  let changes = 0
  services.bus.subscribe<number>(MAPPING_CHANGED, deviceId => {
    changes++
    known.delete(deviceId)
  })
  services.bus.onGap(() => {
    changes++
    known.clear()
  })
  return {
    /** Mapping of a device; null for a device without one. */
    of: async (deviceId: number): Promise<Mapping | null> => {
      const remembered = known.get(deviceId)
      if (remembered && remembered.until > services.now()) return remembered.mapping
      const seen = changes
      const mapping = (await read(deviceId)) ?? null
      // Something changed while this was read: it may be over.
      if (seen !== changes) return mapping
      if (known.size >= MAX_KNOWN) known.clear()
      known.set(deviceId, { mapping, until: services.now() + TRUSTED_MS })
      return mapping
    },
  }
}
export type Mappings = ReturnType<typeof createMappings>
