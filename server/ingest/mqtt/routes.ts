import { mqttEndpoints } from '#shared/contract/devices/mqtt.ts'
import { PRESETS } from '#shared/rules/ingest/mapping-presets.ts'
import { requireDevice } from '../../devices/access.ts'
import { addDeviceInside } from '../../devices/adding/adding.ts'
import { presentDevice } from '../../devices/present.ts'
import { serializable } from '../../kit/database/store-error.ts'
import { Failure } from '../../kit/failure.ts'
import { type Served, serve } from '../../kit/http/serve.ts'
import type { Words } from '../../kit/language.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { publishMappingsChanged } from '../mapping/mappings.ts'
import { setDeviceMapping } from '../mapping/store.ts'
import { type IngestServices, takenWithAdding } from '../take-messages.ts'
import { presetOf } from './foreign/foreign.ts'
import { storeForeign } from './foreign/take-foreign.ts'
import { publishTopicsChanged } from './topics/bindings.ts'
import { bindTopic, deviceOfTopic, heardSince, heardTopic, heardTopics, topicOfDevice } from './topics/topic-store.ts'

export const mqttRoutes = (ingestServices: IngestServices): Served[] =>
  serve(mqttEndpoints, {
    listHeardTopics: async (_, { db, now }) => heardTopics(db, heardSince(now())),

    addHeardTopic: async ({ body: { topic, ...body } }, context) => {
      const { user } = context
      const { id, source, message, heardAt } = await serializable(context.db, async db => {
        const heard = await heardTopic(db, topic)
        if (!heard || (await deviceOfTopic(db, topic))) throw new Failure('not_found')
        const { source, last_heard_at } = heard
        const message: unknown = JSON.parse(heard.last_message)
        const id = await addDeviceInside(context, db, user, { ...body, upload_interval: 300 })
        await bindTopic(db, id, topic)
        const preset = PRESETS.find(one => one.id === presetOf({ source, message }))
        if (preset) {
          const chosen = { mapping: preset.mapping, preset: preset.id, mapping_id: null }
          await setDeviceMapping(db, id, chosen, isoNow(context))
        }
        return { id, source, message, heardAt: Date.parse(last_heard_at) }
      })
      publishTopicsChanged(context)
      publishMappingsChanged(context, [id])
      // The device may have been silent for weeks: its last message is of when it was heard.
      const storing = storeForeign(ingestServices, id, { source, message }, heardAt)
      const accepted = await takenWithAdding(context, id, storing)
      return { device: await presentDevice(context, user, id), accepted }
    },

    getTopic: async ({ params }, { db, user }) => {
      await requireDevice(db, user, params.id)
      return { topic: (await topicOfDevice(db, params.id))?.topic ?? null }
    },

    bindTopic: async ({ params, body }, context) => {
      await requireDevice(context.db, context.user, params.id)
      await bind(context, params.id, body.topic)
      return body
    },
  })

const bind = async (context: Services & { t: Words }, id: number, topic: string | null): Promise<void> => {
  await serializable(context.db, async transaction => {
    const other = topic === null ? undefined : await deviceOfTopic(transaction, topic)
    if (other && other.device_id !== id)
      throw new Failure('conflict', { fields: { topic: [context.t('fields.taken')] } })
    await bindTopic(transaction, id, topic)
  })
  publishTopicsChanged(context)
}
