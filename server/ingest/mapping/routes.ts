import { type DeviceMapping, mappingEndpoints } from '#shared/contract/measurements/mappings.ts'
import type { Mapping } from '#shared/rules/ingest/mapping.ts'
import { PRESETS } from '#shared/rules/ingest/mapping-presets.ts'
import { holds, ownedDevices, requireCustody, requireDeviceOwner, requireOwner } from '../../devices/access.ts'
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
  changeMappingOf,
  deleteMapping,
  devicesWithMapping,
  insertMapping,
  mappingOfDevice,
  mappingOfId,
  mappingsOfUser,
  setDeviceMapping,
  updateMapping,
} from './store.ts'

/** Own mappings of an account. */
const MAX_MAPPINGS = 200

export const mappingRoutes = (raw: RawMessages): Served[] =>
  serve(mappingEndpoints, {
    listMappings: async (_, context) => {
      const own = await mappingsOfUser(context.db, context.user.id)
      const devices = await ownDevicesWith(context, own)
      return own.map(({ id, name, mapping, version }) => ({
        ...{ id, name, mapping, version },
        devices: devices.get(id)?.length ?? 0,
      }))
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
      const { version, deviceIds } = await db.transaction().execute(async transaction => {
        const { isRepeated, ...next } = await updateMapping(transaction, params.id, body)
        const taking = (await ownDevicesWith({ ...context, db: transaction }, [params])).get(params.id) ?? []
        if (isRepeated) return { ...next, deviceIds: taking }
        const changed = await changeMappingOf(transaction, taking, params.id, body.mapping, isoNow(context))
        return { ...next, deviceIds: changed }
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

/** The caller's own devices that take these mappings, by mapping. One that has another owner since goes on as it is. */
const ownDevicesWith = async (
  context: Pick<Services, 'now'> & { db: Database; user: Caller },
  mappings: readonly { id: number }[],
): Promise<Map<number, number[]>> => {
  const { db, user } = context
  const taking = await devicesWithMapping(
    db,
    mappings.map(({ id }) => id),
  )
  const owned = user.admin ? null : await ownedDevices(db, user, isoNow(context))
  const own = taking.filter(({ device_id }) => owned?.has(device_id) ?? true)
  const grouped = Map.groupBy(own, ({ mapping_id }) => mapping_id ?? 0)
  return new Map([...grouped].map(([id, rows]) => [id, rows.map(({ device_id }) => device_id)]))
}

/** A mapping that is another account's is not shown as where this one comes from. */
const presentOf = async (db: Database, user: Caller, deviceId: number): Promise<DeviceMapping> => {
  const { given, version } = await mappingOfDevice(db, deviceId)
  if (!given) return { mapping: null, preset: null, mapping_id: null, version }
  const own = given.mapping_id === null ? null : await mappingOfId(db, given.mapping_id)
  return { ...given, mapping_id: own?.user_id === user.id ? own.id : null, version }
}
