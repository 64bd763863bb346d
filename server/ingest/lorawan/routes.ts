import type { IncomingHttpHeaders } from 'node:http'
import { lorawanEndpoints } from '#shared/contract/devices/lorawan.ts'
import { writeAudit } from '../../audit/audit.ts'
import { requireDevice, requireOwner } from '../../devices/access.ts'
import { addDeviceInside } from '../../devices/adding/adding.ts'
import { endWebhookSecret, newWebhookSecret, webhookSecretOf } from '../../devices/adding/webhook-secrets.ts'
import { chooseDecoder, confirmEui, decoderOfDevice, deviceOfEui, freeEui } from '../../devices/devices.ts'
import { presentDevice } from '../../devices/present.ts'
import type { Database } from '../../kit/database/database.ts'
import { serializable } from '../../kit/database/store-error.ts'
import { Failure } from '../../kit/failure.ts'
import { type Served, serve } from '../../kit/http/serve.ts'
import type { Words } from '../../kit/language.ts'
import { isoNow } from '../../kit/services.ts'
import { type IngestServices, takenWithAdding } from '../take-messages.ts'
import { BUILT_IN_DECODERS, decoderOfId, decoderOfProfile } from './decoders/decoders.ts'
import { type HearContext, hear, readKeptMessages } from './hear.ts'
import { eventIn, isOfChirpstack, readChirpstack } from './servers/chirpstack.ts'
import type { Downlinks } from './servers/downlinks.ts'
import { readOtherServer } from './servers/other-servers.ts'
import { isOfTtn, readTtn } from './servers/ttn.ts'
import { unknownDevices, unknownSince } from './unknown.ts'
import { unknownDevice } from './unknown-store.ts'

/** Interval of LoRaWAN devices in seconds, where too little was heard to know. */
const USUAL_INTERVAL = 900
const FASTEST = 10
const SLOWEST = 3600

export const lorawanRoutes = (ingestServices: IngestServices, downlinks: Downlinks): Served[] =>
  serve(lorawanEndpoints, {
    hearTtn: async ({ body }, context) => hearAny(ingestServices, downlinks, body, '', context),
    hearChirpstack: async ({ body, query }, context) => hearAny(ingestServices, downlinks, body, query.event, context),
    hearUplink: async ({ body }, context) => hearAny(ingestServices, downlinks, body, '', context),
    hearWanesy: async ({ body }, context) => hearAny(ingestServices, downlinks, body, '', context),

    getWebhookSecret: async (_, { db, user }) => ({ webhook_secret: (await webhookSecretOf(db, user.id)) ?? null }),
    createWebhookSecret: async (_, context) => ({ secret: await newWebhookSecret(context, context.user.id) }),
    deleteWebhookSecret: async (_, context) => {
      const { db, user } = context
      await db.transaction().execute(async trx => {
        await writeAudit(context, trx, { action: 'webhook_secret_deleted', user_id: user.id })
        await endWebhookSecret(trx, user.id)
      })
      return undefined
    },

    listDecoders: async () => BUILT_IN_DECODERS.map(({ id, maker, models }) => ({ id, maker, models: [...models] })),

    getDecoder: async ({ params }, { db, user }) => {
      await requireDevice(db, user, params.id)
      return { decoder: (await decoderOfDevice(db, params.id))?.decoder ?? null }
    },

    chooseDecoder: async ({ params, body }, context) => {
      await requireOwner(context.db, context.user, params.id, isoNow(context))
      requireDecoder(body.decoder, context.t)
      await chooseDecoder(context.db, params.id, body.decoder)
      return body
    },

    listUnknownDevices: async (_, { db, now }) =>
      (await unknownDevices(db, unknownSince(now()))).map(({ name, claim, ...row }) => ({
        ...row,
        claim: claim && { device_id: claim.id, name: claim.name, email: claim.email },
        network_name: name,
        decoder: decoderOfProfile(row.profile ?? '')?.id ?? null,
      })),

    addUnknownDevice: async ({ params: { eui }, body: { decoder = null, ...body } }, context) => {
      requireDecoder(decoder, context.t)
      const unknown = await unknownDevice(context.db, eui)
      if (!unknown) throw new Failure('not_found')
      const { user } = context
      const id = await serializable(context.db, async db => {
        const added = await addDeviceInside(context, db, user, { ...body, eui, upload_interval: intervalOf(unknown) })
        await chooseDecoder(db, added, decoder)
        return added
      })
      // Messages that cannot be stored now are read with the next one of the device.
      const reading = readKeptMessages(ingestServices, { id, decoder }, eui, context)
      const accepted = await takenWithAdding(context, id, reading)
      return { device: await presentDevice(context, user, id), accepted }
    },

    confirmUnknownDevice: async ({ params: { eui } }, context) => {
      const device = await requireClaim(context.db, eui)
      await confirmEui(context.db, device.id, isoNow(context))
      const reading = readKeptMessages(ingestServices, device, eui, context)
      return { accepted: await takenWithAdding(context, device.id, reading) }
    },

    refuseUnknownDevice: async ({ params: { eui } }, { db }) => {
      await freeEui(db, (await requireClaim(db, eui)).id)
      return undefined
    },
  })

/** Takes a message of whichever network server has this shape, at whichever door: who mistakes the address is heard all the same. */
const hearAny = async (
  ingestServices: IngestServices,
  downlinks: Downlinks,
  body: unknown,
  event: string,
  context: Omit<HearContext, 'downlinks' | 'route'> & { request: { headers: IncomingHttpHeaders } },
) => {
  const other = readOtherServer(body)
  if (other) return hear(ingestServices, other.network, other.heard, { ...context, downlinks, route: null })
  if (isOfTtn(body))
    return hear(ingestServices, 'ttn', readTtn(body), {
      ...context,
      downlinks,
      route: routeIn(context.request.headers),
    })
  if (!isOfChirpstack(body) && event === '')
    throw new Failure('no_valid_input', { fields: { body: [context.t('fields.unknown_network_server')] } })
  const heard = readChirpstack(body, event === '' ? eventIn(body) : event)
  const route = heard.commands === null ? null : { url: heard.commands, api_key: '' }
  return hear(ingestServices, 'chirpstack', heard, { ...context, downlinks, route })
}

/** The device that claims an EUI, not confirmed yet. */
const requireClaim = async (db: Database, eui: string) => {
  const device = await deviceOfEui(db, eui)
  if (!device || device.eui_confirmed_at !== null) throw new Failure('not_found')
  return device
}

/** The Things Stack says with each message where it takes downlinks, once its webhook has a key for them. */
const routeIn = (headers: IncomingHttpHeaders) => {
  const [url, api_key] = [headers['x-downlink-replace'], headers['x-downlink-apikey']]
  if (typeof url !== 'string' || typeof api_key !== 'string' || url.length > 1000 || api_key.length > 500) return null
  return /^https?:$/.test(URL.parse(url)?.protocol ?? '') ? { url, api_key } : null
}

const requireDecoder = (id: string | null, t: Words): void => {
  if (id !== null && !decoderOfId(id))
    throw new Failure('no_valid_input', { fields: { decoder: [t('fields.invalid')] } })
}

/** Seconds between its messages, as they were heard. */
const intervalOf = (heard: { messages: number; first_heard_at: string; last_heard_at: string }): number => {
  const seconds = (Date.parse(heard.last_heard_at) - Date.parse(heard.first_heard_at)) / 1000 / (heard.messages - 1)
  if (heard.messages < 3 || !(seconds > 0)) return USUAL_INTERVAL
  return Math.round(Math.min(SLOWEST, Math.max(FASTEST, seconds)))
}
