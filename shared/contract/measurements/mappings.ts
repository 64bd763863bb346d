import { z } from 'zod'
import { parsePath } from '../../rules/ingest/message-path.ts'
import { Id, IdParams, Name, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { REJECTION_CODES } from './measurements.ts'

const Path = z
  .string()
  .trim()
  .max(200)
  .refine(path => parsePath(path) !== null, { params: { code: 'path' } })

const factor = z.number().min(-1e9).max(1e9)
const bound = factor.nullable().default(null)

export const MappingRowInput = z.object({
  /**
   * Path of the value in the message: `SCD40.Temperature`, `list[0].value`, `values[type=P1].value`, `*.Humidity`;
   * empty: the message itself.
   */
  path: Path,
  /** The measurement it is; null leaves it out. */
  abbreviation: z.string().min(1).max(50).nullable(),
  /** Unit of the value; null: the unit the measurement is kept in. */
  unit: z.string().max(20).nullable().default(null),
  /** value = raw × scale + offset, in `unit`. */
  scale: factor.refine(scale => scale !== 0, { params: { code: 'not_zero' } }).default(1),
  offset: factor.default(0),
  /** A raw value beyond these says that the probe is broken: missing, never 0. */
  raw_min: bound,
  raw_max: bound,
})

/** Rows of one mapping. */
export const MAX_MAPPING_ROWS = 50
export const MappingInput = z.object({
  rows: z.array(MappingRowInput).max(MAX_MAPPING_ROWS),
  /** Path of the time; null: the message's `time`, or the time of arrival. */
  time_path: Path.nullable().default(null),
})
const Mapping = z.object({
  rows: z.array(
    z.object({
      path: z.string(),
      abbreviation: z.string().nullable(),
      unit: z.string().nullable(),
      scale: z.number(),
      offset: z.number(),
      raw_min: z.number().nullable(),
      raw_max: z.number().nullable(),
    }),
  ),
  time_path: z.string().nullable(),
})

const OwnMapping = z.object({
  id: Id,
  name: z.string(),
  mapping: Mapping,
  /** Version of the mapping: one more with each change. */
  version: z.int(),
  /** Devices of the caller that take it. */
  devices: z.int(),
})
export type OwnMapping = z.infer<typeof OwnMapping>

const DeviceMapping = z.object({
  /** Mapping of the device; null: messages are read by the names of the measurements alone. */
  mapping: Mapping.nullable(),
  /** The built-in one it was taken from, or the caller's own. */
  preset: z.string().nullable(),
  mapping_id: Id.nullable(),
  /** Version of the mapping: one more with each change; 0 before there was any. */
  version: z.int(),
})
export type DeviceMapping = z.infer<typeof DeviceMapping>

export const RAW_TRANSPORTS = ['json', 'line_protocol', 'ttn', 'chirpstack', 'lorawan', 'mqtt'] as const
export type RawTransport = (typeof RAW_TRANSPORTS)[number]

const Became = z.object({
  path: z.string(),
  abbreviation: z.string().nullable(),
  value: z.number().nullable(),
  /** Reason it was refused. */
  code: z.enum(REJECTION_CODES).nullable(),
})
export type Became = z.infer<typeof Became>

const RawMessage = z.object({
  id: Id,
  at: TimeOut,
  door: z.enum(RAW_TRANSPORTS),
  /** The message as JSON, of at most 8 kB; secrets are taken out. */
  body: z.string(),
  /** Part of it is missing. */
  cut: z.boolean(),
  accepted: z.int(),
  refused: z.int(),
  /** The first values of it. */
  became: z.array(Became.extend({ message: z.string().nullable() })),
})
export type RawMessage = z.infer<typeof RawMessage>

/** The version that was read: another one in the meantime is refused. Who sends none overwrites knowingly. */
const Version = z.int().min(0).optional()
export const OwnMappingInput = z.object({ name: Name, mapping: MappingInput })
export const DeviceMappingInput = z.object({
  mapping: MappingInput.nullable(),
  preset: z.string().max(50).nullable().default(null),
  mapping_id: Id.nullable().default(null),
  version: Version,
})

export const mappingEndpoints = endpoints({
  listMappings: {
    method: 'GET',
    path: '/mappings',
    access: 'signedIn',
    summary: "The caller's own mappings for models of devices",
    response: z.array(OwnMapping),
  },
  createMapping: {
    method: 'POST',
    path: '/mappings',
    access: 'signedIn',
    summary: 'Keep a mapping for a model of device',
    body: OwnMappingInput,
    status: 201,
    response: OwnMapping,
  },
  updateMapping: {
    method: 'PUT',
    path: '/mappings/:id',
    access: 'signedIn',
    summary: "Change a mapping for a model; the caller's devices that take it change with it",
    params: IdParams,
    body: OwnMappingInput.extend({ version: Version }),
    response: OwnMapping,
    failures: ['changed_meanwhile'],
  },
  deleteMapping: {
    method: 'DELETE',
    path: '/mappings/:id',
    access: 'signedIn',
    summary: 'Forget a mapping for a model; devices that took it go on as they are',
    params: IdParams,
    status: 204,
  },
  getDeviceMapping: {
    method: 'GET',
    path: '/sensors/:id/mapping',
    access: 'signedIn',
    summary: 'How the messages of a device are read. For whoever has the device',
    params: IdParams,
    response: DeviceMapping,
  },
  setDeviceMapping: {
    method: 'PUT',
    path: '/sensors/:id/mapping',
    access: 'signedIn',
    summary: 'Say how the messages of a device are read from now on; `mapping` null: as without one',
    params: IdParams,
    body: DeviceMappingInput,
    response: DeviceMapping,
    failures: ['changed_meanwhile'],
  },
  listRawMessages: {
    method: 'GET',
    path: '/sensors/:id/raw_messages',
    access: 'signedIn',
    summary:
      'The last 50 messages of 7 days as they came, the newest first, and what became of each value. For whoever has the device',
    params: IdParams,
    response: z.array(RawMessage),
  },
})
