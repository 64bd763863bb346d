import type { CalibrationInput, CalibrationPreview } from '../../shared/contract/calibrations.ts'
import { type Correction, offsetOf, WARM_UP_MS } from '../../shared/rules/calibration.ts'
import { contains } from '../../shared/rules/rental.ts'
import { requireDevice, visiblePeriods } from '../devices/access.ts'
import { correctionsOf } from '../devices/calibrations.ts'
import { neighboursOf } from '../devices/placements.ts'
import { uploadIntervalOf } from '../devices/settings.ts'
import { Failure } from '../kit/failure.ts'
import { fill, type ServerTexts } from '../kit/language.ts'
import type { SignedIn } from '../kit/serve.ts'
import type { World } from '../kit/world.ts'
import { measurementTypeOf } from '../taxonomy/types.ts'
import { meansBefore, onSince } from './comparison.ts'

type Context = World & { user: SignedIn; texts: ServerTexts }

const refused = (field: string, sentence: string): Failure =>
  new Failure('no_valid_input', { fields: { [field]: [sentence] } })

/** The offset a calibration gives and what it was compared with. Throws no_valid_input where a comparison cannot count. */
export const compare = async (context: Context, input: CalibrationInput): Promise<CalibrationPreview> => {
  const { texts } = context
  if (!measurementTypeOf(input.measurement)) throw refused('measurement', texts.fields.unknown_reference)
  if (input.method === 'manual') return { offset: input.offset ?? 0, references: [], compared_devices: 0 }
  const trusted = await trustedDevices(context, input)
  // Compared with what the device measured, not with what an earlier calibration made of it.
  const corrections = (await correctionsOf(context.db, trusted)).filter(one => one.device_id !== input.device_id)
  const references: CalibrationPreview['references'] = []
  for (const index of input.references.keys())
    references.push(await compareOnce(context, input, index, trusted, corrections))
  return { offset: offsetOf(references), references, compared_devices: trusted.length }
}

/** The devices whose values are the reference: one, or all of the area, this one included; none for a value. */
const trustedDevices = async ({ db, user, texts }: Context, input: CalibrationInput): Promise<number[]> => {
  if (input.method === 'one_value') return []
  if (input.method === 'one_sensor') {
    const id = input.reference_device_id as number
    if (id === input.device_id) throw refused('reference_device_id', texts.fields.same_device)
    await requireDevice(db, user, id)
    return [id]
  }
  const time = input.references[0]?.time ?? input.valid_from
  const visible = await visiblePeriods(db, user)
  const seen = (id: number) => visible.get(id)?.some(span => contains(span, time)) ?? false
  const devices = (await neighboursOf(db, input.device_id, time)).filter(seen)
  if (devices.length < 2) throw refused('method', texts.fields.no_neighbours)
  return devices
}

const compareOnce = async (
  context: Context,
  input: CalibrationInput,
  index: number,
  trusted: number[],
  corrections: Correction[],
): Promise<CalibrationPreview['references'][number]> => {
  const { db, series, texts, now } = context
  const wanted = input.references[index] as CalibrationInput['references'][number]
  const field = `references.${index}.time`
  const time = Date.parse(wanted.time)
  if (time > now()) throw refused(field, texts.fields.not_yet)
  const { measurement, device_id } = input
  const means = await meansBefore(series, { deviceIds: [device_id, ...trusted], measurement, time, corrections })
  const measured = means.get(device_id)
  if (measured === undefined) throw refused(field, texts.fields.nothing_measured)
  const on = await onSince(series, device_id, time, 1000 * (await uploadIntervalOf(db, device_id)))
  if (on === null) throw refused(field, texts.fields.nothing_measured)
  if (time - on <= WARM_UP_MS)
    throw refused(field, fill(texts.fields.warming_up, { time: new Date(on).toISOString().slice(0, 16) }))
  const reference = wanted.reference ?? meanOf(trusted.flatMap(id => means.get(id) ?? []))
  if (reference === null) throw refused(field, texts.fields.reference_silent)
  return { time: wanted.time, reference, measured, on_since: new Date(on).toISOString() }
}

const meanOf = (values: number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
