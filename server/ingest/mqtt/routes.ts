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
import { publishTopicsChanged } from './topics/bindings.ts'
import { takeKept } from './topics/kept.ts'
import {
  bindTopic,
  deviceOfTopic,
  forgetTopic,
  heardSince,
  heardTopic,
  heardTopics,
  topicOfDevice,
} from './topics/topic-store.ts'

export const mqttRoutes = (ingestServices: IngestServices): Served[] =>
  serve(mqttEndpoints, {
    listHeardTopics: async (_, { db, now }) => heardTopics(db, heardSince(now())),

    addHeardTopic: async ({ body: { topic, ...body } }, context) => {
      const { user } = context
      const { id, heard } = await serializable(context.db, async db => {
        const heard = await heardTopic(db, topic)
        if (!heard || (await deviceOfTopic(db, topic))) throw new Failure('not_found')
        const id = await addDeviceInside(context, db, user, { ...body, upload_interval: 300 })
        await bindTopic(db, id, topic)
        const said = { source: heard.source, message: JSON.parse(heard.last_message) as unknown }
        const preset = PRESETS.find(one => one.id === presetOf(said))
        if (preset) {
          const chosen = { mapping: preset.mapping, preset: preset.id, mapping_id: null }
          await setDeviceMapping(db, id, chosen, isoNow(context))
        }
        return { id, heard }
      })
      publishTopicsChanged(context)
      publishMappingsChanged(context, [id])
      // A message that cannot be stored now is taken within a minute of when it can be.
      const accepted = await takenWithAdding(
        context,
        id,
        takeKept(context, ingestServices, { ...heard, device_id: id }),
      )
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
    // A topic that is named for a device that is there may have been another's before: its last message is not taken.
    if (topic !== null) await forgetTopic(transaction, topic)
  })
  publishTopicsChanged(context)
}
