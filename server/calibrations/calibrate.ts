import type {
  CalibrationInput,
  CalibrationPreview,
  SideBySide,
  SideBySidePreview,
} from '#shared/contract/devices/calibrations.ts'
import { elementAt } from '#shared/rules/collections/elements.ts'
import { type Correction, isCalibrated, offsetOf, WARM_UP_MS } from '#shared/rules/data-quality/calibration.ts'
import { meanOf } from '#shared/rules/science/mean.ts'
import { contains, type Span } from '#shared/rules/time/rental.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { holds, requireDevice, visiblePeriods } from '../devices/access.ts'
import { correctionsOf } from '../devices/calibrations.ts'
import { uploadIntervalOf } from '../devices/devices.ts'
import { neighboursOf } from '../devices/placement/placements.ts'
import { Failure } from '../kit/failure.ts'
import type { SignedIn } from '../kit/http/serve.ts'
import type { Words } from '../kit/language.ts'
import type { Services } from '../kit/services.ts'
import { COMPARED_MS, meansBefore, onSince } from '../series/comparison.ts'
import { averagingOfKey } from '../series/statistics.ts'
import { measurementTypeOf } from '../taxonomy/types.ts'

type Context = Services & { user: SignedIn; t: Words }

const refused = (field: string, sentence: string): Failure =>
  new Failure('no_valid_input', { fields: { [field]: [sentence] } })

/** Throws for a measurement that nobody knows, and for one that nobody calibrates. */
const requireCalibrated = (measurement: string, t: Words): void => {
  if (!measurementTypeOf(measurement) || !isCalibrated(measurement))
    throw refused('measurement', t('fields.unknown_reference'))
}

/** The offset a calibration gives and what it was compared with. Throws no_valid_input where a comparison cannot count. */
export const compare = async (context: Context, input: CalibrationInput): Promise<CalibrationPreview> => {
  const { t } = context
  requireCalibrated(input.measurement, t)
  if (input.method === 'manual') return { offset: input.offset ?? 0, references: [], compared_devices: 0 }
  const spans = await requireTimes(context, input, input.device_id)
  const trusted = await trustedDevices(context, input)
  // Compared with what the device measured, not with what an earlier calibration made of it.
  const corrections = (await correctionsOf(context.db, trusted)).filter(one => one.device_id !== input.device_id)
  const references: CalibrationPreview['references'] = []
  for (const index of input.references.keys())
    references.push(await compareOnce(context, input, index, { trusted, corrections, spans }))
  const offset = offsetOf(references, averagingOfKey(input.measurement))
  return { offset, references, compared_devices: trusted.length }
}

/**
 * Throws when a reference lies in a time that is not the caller's: nobody is told what a device measured for somebody
 * else.
 */
const requireTimes = async ({ db, user, t }: Context, input: CalibrationInput, deviceId: number) => {
  const spans = await requireDevice(db, user, deviceId)
  for (const [index, { time }] of input.references.entries())
    if (!isComparable(spans, time)) throw refused(`references.${index}.time`, t('fields.outside_rental'))
  return spans
}

const isComparable = (spans: Span[], time: string): boolean =>
  holds(spans, new Date(Date.parse(time) - COMPARED_MS + 1).toISOString(), time)

/** The devices whose values are the reference: one, or all of the area, this one included; none for a value. */
const trustedDevices = async (context: Context, input: CalibrationInput): Promise<number[]> => {
  const { db, user, t } = context
  if (input.method === 'one_value') return []
  if (input.method === 'one_sensor') {
    const id = input.reference_device_id as number
    if (id === input.device_id) throw refused('reference_device_id', t('fields.same_device'))
    await requireTimes(context, input, id)
    return [id]
  }
  const time = input.references[0]?.time ?? input.valid_from
  const visible = await visiblePeriods(db, user)
  const seen = (id: number) => input.references.every(one => isComparable(visible.get(id) ?? [], one.time))
  const devices = (await neighboursOf(db, input.device_id, time)).filter(seen)
  if (devices.length < 2) throw refused('method', t('fields.no_neighbours'))
  return devices
}

const compareOnce = async (
  context: Context,
  input: CalibrationInput,
  index: number,
  { trusted, corrections, spans }: { trusted: number[]; corrections: Correction[]; spans: Span[] },
): Promise<CalibrationPreview['references'][number]> => {
  const { series, t, now } = context
  const wanted = elementAt(input.references, index)
  const field = `references.${index}.time`
  const time = Date.parse(wanted.time)
  if (time > now()) throw refused(field, t('fields.not_yet'))
  const { measurement, device_id } = input
  const means = await meansBefore(series, { deviceIds: [device_id, ...trusted], measurement, time, corrections })
  const measured = means.get(device_id)
  if (measured === undefined) throw refused(field, t('fields.nothing_measured'))
  const on = await requireWarm(context, device_id, time, field)
  const reference =
    wanted.reference ??
    meanOf(
      averagingOfKey(measurement),
      trusted.flatMap(id => means.get(id) ?? []),
    )
  if (reference === null) throw refused(field, t('fields.reference_silent'))
  // The time it had been on before it came to the caller is not theirs to know.
  const since = spans.find(span => contains(span, wanted.time))?.start ?? ''
  const [, on_since = wanted.time] = [since, new Date(on).toISOString()].sort()
  return { time: wanted.time, reference, measured, on_since }
}

/** Time (epoch ms) since which a device had been on; throws where it was off, or still warming up. */
const requireWarm = async (
  { db, series, t }: Context,
  deviceId: number,
  time: number,
  field: string,
  lookedBack?: number,
): Promise<number> => {
  const on = await onSince(series, deviceId, time, 1000 * (await uploadIntervalOf(db, deviceId)), lookedBack)
  if (on === null) throw refused(field, t('fields.nothing_measured'))
  if (time - on <= WARM_UP_MS)
    throw refused(field, t('fields.warming_up', { time: new Date(on).toISOString().slice(0, 16) }))
  return on
}

/** Sentences by field, for the places of devices in a list. */
export type RefusedFields = Record<string, string[]>

/** Time looked back for when a device was switched on, of many at once: longer than it takes to warm up. */
const WARM_WITHIN_MS = DAY_MS

/**
 * The offset of each of several devices that hung beside each other. Throws no_valid_input with all devices that cannot count, by their
 * places in the list, beside those `already` refused: the others would be compared with less than was said.
 */
export const compareSideBySide = async (
  context: Context,
  { device_ids, measurement, time, reference: given }: SideBySide,
  already: RefusedFields,
): Promise<SideBySidePreview> => {
  const { db, series, user, t, now } = context
  requireCalibrated(measurement, t)
  const at = Date.parse(time)
  if (at > now()) throw refused('time', t('fields.not_yet'))
  const averaging = averagingOfKey(measurement)
  const ids = [...new Set(device_ids)]
  // As measured: all of them stand on the same side.
  const means = await meansBefore(series, { deviceIds: ids, measurement, time: at, corrections: [] })
  const fields: RefusedFields = { ...already }
  const devices: { device_id: number; measured: number }[] = []
  for (const id of ids) {
    const field = `device_ids.${device_ids.indexOf(id)}`
    try {
      if (!isComparable(await requireDevice(db, user, id), time)) throw refused(field, t('fields.outside_rental'))
      const measured = means.get(id)
      if (measured === undefined) throw refused(field, t('fields.nothing_measured'))
      await requireWarm(context, id, at, field, WARM_WITHIN_MS)
      devices.push({ device_id: id, measured })
    } catch (failure) {
      if (!(failure instanceof Failure) || failure.code !== 'no_valid_input') throw failure
      Object.assign(fields, failure.fields)
    }
  }
  if (Object.keys(fields).length > 0) throw new Failure('no_valid_input', { fields })
  const reference =
    given ??
    meanOf(
      averaging,
      devices.map(({ measured }) => measured),
    )
  if (reference === null) throw refused('reference', t('fields.reference_silent'))
  return {
    reference,
    devices: devices.map(one => ({ ...one, offset: offsetOf([{ reference, measured: one.measured }], averaging) })),
  }
}
