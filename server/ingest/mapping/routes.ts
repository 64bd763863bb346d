import { type DeviceMapping, mappingEndpoints, type OwnMapping } from '#shared/contract/measurements/mappings.ts'
import type { Mapping } from '#shared/rules/ingest/mapping.ts'
import { PRESETS } from '#shared/rules/ingest/mapping-presets.ts'
import {
  holds,
  managedDevices,
  ownerOf,
  requireCustody,
  requireDeviceOwner,
  requireOwner,
} from '../../devices/access.ts'
import type { Database } from '../../kit/database/database.ts'
import { Failure } from '../../kit/failure.ts'
import { type Served, serve } from '../../kit/http/serve.ts'
import type { Words } from '../../kit/language.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import type { Caller } from '../../locations/access.ts'
import { measurementTypeOf } from '../../taxonomy/types.ts'
import { rejectionSentence } from '../take-messages.ts'
import { publishMappingsChanged } from './mappings.ts'
import type { RawMessages } from './raw.ts'
import { rawMessagesOf, rawSince } from './raw-store.ts'
import {
  deleteMapping,
  devicesWithMapping,
  insertMapping,
  mappingOfDevice,
  mappingOfId,
  mappingsOfUser,
  type StoredOwnMapping,
  setDeviceMapping,
  updateMapping,
} from './store.ts'

/** Own mappings of an account. */
const MAX_MAPPINGS = 200

export const mappingRoutes = (raw: RawMessages): Served[] =>
  serve(mappingEndpoints, {
    listMappings: async (_, context) => {
      const own = await mappingsOfUser(context.db, context.user.id)
      return Promise.all(own.map(one => present(context, one)))
    },

    createMapping: async ({ body }, context) => {
      const { db, user, t } = context
      requireMeasurements(body.mapping, t)
      if ((await mappingsOfUser(db, user.id)).length >= MAX_MAPPINGS) throw new Failure('conflict')
      const id = await insertMapping(db, { ...body, user_id: user.id, created_at: isoNow(context) })
      return { ...body, id, version: 1, devices: 0 }
    },

    updateMapping: async ({ params, body }, context) => {
      const { db, user, t } = context
      requireMeasurements(body.mapping, t)
      await requireOwn(db, user, params.id)
      const now = isoNow(context)
      const deviceIds = await ownDevicesWith(db, user, params.id, now)
      const version = await db.transaction().execute(async transaction => {
        const next = await updateMapping(transaction, params.id, body)
        for (const id of deviceIds)
          await setDeviceMapping(transaction, id, { mapping: body.mapping, preset: null, mapping_id: params.id }, now)
        return next
      })
      publishMappingsChanged(context, deviceIds)
      return { ...body, id: params.id, version, devices: deviceIds.length }
    },

    deleteMapping: async ({ params }, { db, user }) => {
      await requireOwn(db, user, params.id)
      await deleteMapping(db, params.id)
      return undefined
    },

    getDeviceMapping: async ({ params }, context) => {
      await requireDeviceOwner(context.db, context.user, params.id, isoNow(context))
      return presentOf(context.db, context.user, params.id)
    },

    setDeviceMapping: async ({ params, body }, context) => {
      const { db, user, t } = context
      const now = isoNow(context)
      await requireOwner(db, user, params.id, now)
      if (body.mapping) requireMeasurements(body.mapping, t)
      if (body.mapping_id !== null) await requireOwn(db, user, body.mapping_id)
      if (body.preset !== null && !PRESETS.some(one => one.id === body.preset))
        throw new Failure('no_valid_input', { fields: { preset: [t('fields.invalid')] } })
      const { mapping, version, ...from } = body
      await setDeviceMapping(db, params.id, mapping && { ...from, mapping }, now, version)
      publishMappingsChanged(context, [params.id])
      return presentOf(db, user, params.id)
    },

    listRawMessages: async ({ params }, context) => {
      const { db, user, t, now } = context
      const had = await requireCustody(db, user, params.id, isoNow(context))
      await flushed(context, raw)
      const rows = await rawMessagesOf(db, params.id, rawSince(now()))
      return rows
        .filter(({ earliest, at }) => holds(had, earliest, at))
        .map(row => ({ ...row, became: row.became.map(one => ({ ...one, message: messageOf(one, t) })) }))
    },
  })

/** Writes what waits, so that a caller sees what came a moment ago; what cannot be written now comes later. */
const flushed = async ({ log }: Pick<Services, 'log'>, raw: RawMessages): Promise<void> => {
  await raw.flush().catch(error => log.error({ err: error }, 'raw messages not written'))
}

const messageOf = (
  { path, abbreviation, code }: Awaited<ReturnType<typeof rawMessagesOf>>[number]['became'][number],
  t: Words,
) => (code === null ? null : rejectionSentence({ field: abbreviation ?? path, code }, t))

const requireOwn = async (db: Database, user: Caller, id: number): Promise<void> => {
  if ((await mappingOfId(db, id))?.user_id !== user.id) throw new Failure('not_found')
}

/** A mapping names only measurements there are. */
const requireMeasurements = ({ rows }: Mapping, t: Words): void => {
  const wrong = rows.flatMap(({ abbreviation }, index) =>
    abbreviation === null || measurementTypeOf(abbreviation) ? [] : [`mapping.rows.${index}.abbreviation`],
  )
  if (wrong.length > 0)
    throw new Failure('no_valid_input', {
      fields: Object.fromEntries(wrong.map(path => [path, [t('fields.invalid')]])),
    })
}

/** The devices of the caller that take a mapping. One that has another owner since goes on as it is. */
const ownDevicesWith = async (db: Database, user: Caller, mappingId: number, now: string): Promise<number[]> => {
  const managed = new Set(await managedDevices(db, user, now))
  const taking = (await devicesWithMapping(db, [mappingId])).filter(row => managed.has(row.device_id))
  const owned: number[] = []
  for (const { device_id } of taking)
    if (user.admin || (await ownerOf(db, device_id, now))?.user_id === user.id) owned.push(device_id)
  return owned
}

const present = async (
  { db, user, now }: Services & { user: Caller },
  { id, name, mapping, version }: StoredOwnMapping,
): Promise<OwnMapping> => ({
  id,
  name,
  mapping,
  version,
  devices: (await ownDevicesWith(db, user, id, new Date(now()).toISOString())).length,
})

/** A mapping that is another account's is not shown as where this one comes from. */
const presentOf = async (db: Database, user: Caller, deviceId: number): Promise<DeviceMapping> => {
  const { given, version } = await mappingOfDevice(db, deviceId)
  if (!given) return { mapping: null, preset: null, mapping_id: null, version }
  const own = given.mapping_id === null ? null : await mappingOfId(db, given.mapping_id)
  return { ...given, mapping_id: own?.user_id === user.id ? own.id : null, version }
}
