import { contains } from '#shared/rules/time/rental.ts'
import { isSeen, placesSeenBy, visiblePeriods } from '../../devices/access.ts'
import { deviceNames, uploadIntervalsOf } from '../../devices/devices.ts'
import { placementsOfDevices } from '../../devices/placement/placements.ts'
import { Failure } from '../../kit/failure.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { lastValues } from '../../series/last-values.ts'
import type { Latest } from '../../series/latest.ts'
import { taxonomyLists } from '../../taxonomy/lists.ts'
import { feedWithSecret, readerOf } from '../reading.ts'
import { discoveryOf, SHAPES } from './discovery.ts'

interface DiscoveryMessages {
  messages: Map<string, string>
  deviceIds: Set<number>
}

/** Devices that one Home Assistant is told of: more are no home. */
const MAX_DEVICES = 500

/** Messages that Home Assistant is told by the built-in broker: of devices that the person who made its link sees now. */
export const createHomeAssistant = (services: Services, latest: Latest) => ({
  shapes: SHAPES,

  /** Link with this secret, and the person who made it; null where none lasts. */
  linkOf: async (secret: string): Promise<{ link: number; person: number } | null> => {
    const feed = await feedWithSecret(services.db, services.now(), secret, 'home_assistant')
    return feed && { link: feed.row.id, person: feed.maker.id }
  },

  /** Messages by topic, each as it is to be retained, and their devices; null once the link has ended. */
  messagesOf: async (link: number): Promise<DiscoveryMessages | null> => {
    const { db, now, publicUrl } = services
    const reader = await readerOf(services, link, 'home_assistant').catch(error => {
      if (error instanceof Failure && error.code === 'invalid_token') return null
      throw error
    })
    if (!reader) return null
    const at = isoNow(services)
    const seenNow = [...(await visiblePeriods(db, reader.caller))].filter(([, spans]) =>
      spans.some(span => contains(span, at)),
    )
    const visible = new Map(seenNow.slice(0, MAX_DEVICES))
    const ids = [...visible.keys()]
    if (ids.length === 0) return { messages: new Map(), deviceIds: new Set() }
    const [names, intervals, places] = [
      await deviceNames(db, ids),
      await uploadIntervalsOf(db, ids),
      await placesSeenBy(db, reader.caller),
    ]
    const placements = (await placementsOfDevices(db, ids)).filter(row => contains(row, at) && isSeen(places, row))
    const areas = new Map(placements.map(row => [row.device_id, row.area_name]))
    const last = await lastValues(services, latest, visible)
    const types = new Map(
      taxonomyLists(reader.language).measurement_types.map(({ abbreviation, name }) => [abbreviation as string, name]),
    )
    const context = { now: now(), origin: publicUrl(), nameOf: (key: string) => types.get(key) ?? key }
    const messages = names.flatMap(({ id, name }) =>
      discoveryOf(
        { id, name, area: areas.get(id) ?? null, uploadInterval: intervals.get(id) ?? 0, last: last[id] ?? {} },
        context,
      ),
    )
    return { messages: new Map(messages), deviceIds: new Set(ids) }
  },
})
