import { mqttEndpoints } from '#shared/contract/devices/mqtt.ts'
import { PRESETS } from '#shared/rules/ingest/mapping-presets.ts'
import { requireDevice } from '../../devices/access.ts'
import { addDevice } from '../../devices/adding/adding.ts'
import { presentDevice } from '../../devices/present.ts'
import { serializable } from '../../kit/database/store-error.ts'
import { Failure } from '../../kit/failure.ts'
import { type Served, serve } from '../../kit/http/serve.ts'
import type { Words } from '../../kit/language.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { publishMappingsChanged } from '../mapping/mappings.ts'
import { setDeviceMapping } from '../mapping/store.ts'
import type { IngestServices } from '../take-messages.ts'
import { presetOf } from './foreign/foreign.ts'
import { storeForeign } from './foreign/take-foreign.ts'
import { publishTopicsChanged } from './topics/bindings.ts'
import { bindTopic, deviceOfTopic, heardSince, heardTopic, heardTopics, topicOfDevice } from './topics/topic-store.ts'

export const mqttRoutes = (ingestServices: IngestServices): Served[] =>
  serve(mqttEndpoints, {
    listHeardTopics: async (_, { db, now }) => heardTopics(db, heardSince(now())),

    addHeardTopic: async ({ body: { topic, ...body } }, context) => {
      const { db, user, now } = context
      const heard = await heardTopic(db, topic)
      if (!heard || (await deviceOfTopic(db, topic))) throw new Failure('not_found')
      const message = JSON.parse(heard.last_message)
      const id = await addDevice(context, user, { ...body, upload_interval: 300 })
      await bind(context, id, topic)
      const preset = PRESETS.find(one => one.id === presetOf({ source: heard.source, message }))
      if (preset) {
        await setDeviceMapping(
          db,
          id,
          { mapping: preset.mapping, preset: preset.id, mapping_id: null },
          isoNow(context),
        )
        publishMappingsChanged(context, [id])
      }
      const accepted = await storeForeign(ingestServices, id, { source: heard.source, message }, now())
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
