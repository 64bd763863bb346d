import { AIRGRADIENT, SENSOR_COMMUNITY } from '#shared/rules/ingest/mapping-presets.ts'
import { readMappedMessages } from '../mapping/read.ts'
import type { ReadMessages } from '../messages.ts'
import { looksLikeSenml, readSenml } from './senml.ts'

export const SENML = 'application/senml+json'

/** Fields of AirGradient's messages; none is a measurement of ours, so two of them are no coincidence. */
const AIRGRADIENT_FIELDS = ['rco2', 'atmp', 'rhum', 'pm02']

/** Reads a body of one of the shapes that say by themselves what they are; null for any other. */
export function* readKnownBody(
  body: unknown,
  contentType: string | undefined,
  now: number,
): Generator<undefined, ReadMessages | null> {
  if (isOfType(contentType, SENML) || looksLikeSenml(body)) return yield* readSenml(body, now)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  if (AIRGRADIENT_FIELDS.filter(field => Object.hasOwn(body, field)).length >= 2)
    return yield* readMappedMessages(AIRGRADIENT.mapping, body, now)
  if ('sensordatavalues' in body && Array.isArray(body.sensordatavalues))
    return yield* readMappedMessages(SENSOR_COMMUNITY.mapping, body, now)
  return null
}

export const isOfType = (contentType: string | undefined, type: string): boolean =>
  contentType?.split(';')[0]?.trim().toLowerCase() === type
