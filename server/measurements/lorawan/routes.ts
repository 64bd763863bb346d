import type { IncomingHttpHeaders } from 'node:http'
import { lorawanEndpoints } from '../../../shared/contract/lorawan.ts'
import { requireDevice, requireOwner } from '../../devices/access.ts'
import { addDevice } from '../../devices/adding.ts'
import { chooseDecoder, decoderOfDevice } from '../../devices/lorawan.ts'
import { presentDevice } from '../../devices/present.ts'
import { endWebhookSecret, newWebhookSecret, webhookSecretOf } from '../../devices/webhook-secrets.ts'
import { Failure } from '../../kit/failure.ts'
import type { ServerTexts } from '../../kit/language.ts'
import { type Served, serve } from '../../kit/serve.ts'
import { isoNow } from '../../kit/world.ts'
import type { Doors } from '../doors.ts'
import { readChirpstack } from './chirpstack.ts'
import { DECODERS, decoderOfId, decoderOfProfile } from './decoders.ts'
import type { Downlinks } from './downlinks.ts'
import { hear, readKept } from './hear.ts'
import { readTtn } from './ttn.ts'
import { unknownDevice, unknownDevices, unknownSince } from './unknown.ts'

/** How often devices of LoRaWAN send, in seconds, where too little was heard to know. */
const USUAL_INTERVAL = 900
const FASTEST = 10
const SLOWEST = 3600

export const lorawanRoutes = (doors: Doors, downlinks: Downlinks): Served[] =>
  serve(lorawanEndpoints, {
    hearTtn: async ({ body }, context) =>
      hear(doors, 'ttn', readTtn(body), { ...context, downlinks, route: routeIn(context.request.headers) }),
    hearChirpstack: async ({ body, query }, context) => {
      const heard = readChirpstack(body, query.event)
      const route = heard.commands === null ? null : { url: heard.commands, api_key: '' }
      return hear(doors, 'chirpstack', heard, { ...context, downlinks, route })
    },

    getWebhookSecret: async (_, { db, user }) => ({ webhook_secret: (await webhookSecretOf(db, user.id)) ?? null }),
    createWebhookSecret: async (_, context) => ({ secret: await newWebhookSecret(context, context.user.id) }),
    deleteWebhookSecret: async (_, { db, user }) => {
      await endWebhookSecret(db, user.id)
      return undefined
    },

    listDecoders: async () => DECODERS.map(({ id, maker, models }) => ({ id, maker, models: [...models] })),

    getDecoder: async ({ params }, { db, user }) => {
      await requireDevice(db, user, params.id)
      return { decoder: (await decoderOfDevice(db, params.id))?.decoder ?? null }
    },

    chooseDecoder: async ({ params, body }, context) => {
      await requireOwner(context.db, context.user, params.id, isoNow(context))
      requireDecoder(body.decoder, context.texts)
      await chooseDecoder(context.db, params.id, body.decoder)
      return body
    },

    listUnknownDevices: async (_, { db, now }) =>
      (await unknownDevices(db, unknownSince(now()))).map(({ name, ...row }) => ({
        ...row,
        network_name: name,
        decoder: decoderOfProfile(row.profile ?? '')?.id ?? null,
      })),

    addUnknownDevice: async ({ params: { eui }, body: { decoder = null, ...body } }, context) => {
      requireDecoder(decoder, context.texts)
      const unknown = await unknownDevice(context.db, eui)
      if (!unknown) throw new Failure('not_found')
      const id = await addDevice(context, context.user, { ...body, eui, upload_interval: intervalOf(unknown) })
      await chooseDecoder(context.db, id, decoder)
      const accepted = await readKept(doors, { id, decoder }, eui, context)
      return { device: await presentDevice(context, context.user, id), accepted }
    },
  })

/** The Things Stack says with each message where it takes downlinks, once its webhook has a key for them. */
const routeIn = (headers: IncomingHttpHeaders) => {
  const [url, api_key] = [headers['x-downlink-replace'], headers['x-downlink-apikey']]
  if (typeof url !== 'string' || typeof api_key !== 'string' || url.length > 1000 || api_key.length > 500) return null
  return /^https?:$/.test(URL.parse(url)?.protocol ?? '') ? { url, api_key } : null
}

const requireDecoder = (id: string | null, texts: ServerTexts): void => {
  if (id !== null && !decoderOfId(id))
    throw new Failure('no_valid_input', { fields: { decoder: [texts.fields.invalid] } })
}

/** Seconds between its messages, as they were heard. */
const intervalOf = (heard: { messages: number; first_heard_at: string; last_heard_at: string }): number => {
  const seconds = (Date.parse(heard.last_heard_at) - Date.parse(heard.first_heard_at)) / 1000 / (heard.messages - 1)
  if (heard.messages < 3 || !(seconds > 0)) return USUAL_INTERVAL
  return Math.round(Math.min(SLOWEST, Math.max(FASTEST, seconds)))
}
