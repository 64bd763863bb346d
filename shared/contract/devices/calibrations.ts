import { z } from 'zod'
import { Id, IdParams, May, Time, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

/** Sources of the offset: the mean of all devices of the area, one device, a reference value, or somebody's word. */
export const CALIBRATION_METHODS = ['global_mean', 'one_sensor', 'one_value', 'manual'] as const
export type CalibrationMethod = (typeof CALIBRATION_METHODS)[number]
/**
 * Origins of a calibration; `side_by_side` is the mean of several devices that hung beside each other, `handed_over` what
 * calibrations of a former owner added when the device changed hands.
 */
export const CALIBRATION_SOURCES = [...CALIBRATION_METHODS, 'side_by_side', 'handed_over'] as const
export type CalibrationSource = (typeof CALIBRATION_SOURCES)[number]

const needed = (path: PropertyKey[]) => ({
  code: 'custom' as const,
  path,
  params: { code: 'required' },
  input: undefined,
})

export const CalibrationInput = z
  .object({
    device_id: Id,
    /** Abbreviation of the measurement. */
    measurement: z.string().min(1).max(50),
    method: z.enum(CALIBRATION_METHODS),
    valid_from: Time,
    /** Offset in the unit of the measurement; with `manual` only. */
    offset: z.number().min(-1e6).max(1e6).nullish(),
    /** The device trusted; with `one_sensor` only. */
    reference_device_id: Id.nullish(),
    /**
     * Times of comparison, and with `one_value` the reference's values. At most two; the offset is the mean of their
     * differences.
     */
    references: z
      .array(z.object({ time: Time, reference: z.number().min(-1e6).max(1e6).nullish() }))
      .max(2)
      .default([]),
  })
  .superRefine((input, context) => {
    if (input.method === 'manual') {
      if (typeof input.offset !== 'number') context.addIssue(needed(['offset']))
      return
    }
    if (input.references.length === 0) context.addIssue(needed(['references']))
    if (input.method === 'one_sensor' && !input.reference_device_id) context.addIssue(needed(['reference_device_id']))
    if (input.method !== 'one_value') return
    for (const [index, { reference }] of input.references.entries())
      if (typeof reference !== 'number') context.addIssue(needed(['references', index, 'reference']))
  })
export type CalibrationInput = z.output<typeof CalibrationInput>

/** Upper bound of devices that are calibrated side by side. */
export const MAX_SIDE_BY_SIDE = 20

/** Devices that hung beside each other at a time, each of which is to show what their mean was, or an instrument beside them. */
export const SideBySide = z
  .object({
    device_ids: z.array(Id).min(1).max(MAX_SIDE_BY_SIDE),
    /** Abbreviation of the measurement. */
    measurement: z.string().min(1).max(50),
    /** Time of the comparison; each device counts with its mean of the ten minutes before. */
    time: Time,
    valid_from: Time,
    /** Value of the instrument, in the unit of the measurement; the mean of the devices where it is left out. */
    reference: z.number().min(-1e6).max(1e6).nullish(),
  })
  .superRefine(({ device_ids, reference }, context) => {
    if (new Set(device_ids).size < 2 && typeof reference !== 'number') context.addIssue(needed(['reference']))
  })
export type SideBySide = z.output<typeof SideBySide>

/** Comparison: the reference's value and what the device measured, as the mean of the ten minutes before `time`. */
const Compared = z.object({ time: TimeOut, reference: z.number(), measured: z.number() })

export const Calibration = z.object({
  id: Id,
  device_id: Id,
  measurement: z.string(),
  method: z.enum(CALIBRATION_SOURCES),
  offset: z.number(),
  valid_from: TimeOut,
  /** Time the next one takes over, or somebody else the device; null while it is the last. */
  valid_until: TimeOut.nullable(),
  references: z.array(Compared),
  reference_device_id: Id.nullable(),
  reference_device_name: z.string().nullable(),
  created_at: TimeOut,
  /** Person who made it; null when that account is gone. */
  created_by: z.string().nullable(),
  /** Time it was taken back: from then on it changes nothing. */
  undone_at: TimeOut.nullable(),
  may: May,
})
export type Calibration = z.infer<typeof Calibration>

export const CalibrationPreview = z.object({
  offset: z.number(),
  references: z.array(
    Compared.extend({
      /** Time since which the device has been sending without a gap. */
      on_since: TimeOut,
    }),
  ),
  /** Devices whose mean `global_mean` is. */
  compared_devices: z.int(),
})
export type CalibrationPreview = z.infer<typeof CalibrationPreview>

export const SideBySidePreview = z.object({
  /** The value that all of them are to show. */
  reference: z.number(),
  devices: z.array(z.object({ device_id: Id, measured: z.number(), offset: z.number() })),
})
export type SideBySidePreview = z.infer<typeof SideBySidePreview>

export const calibrationEndpoints = endpoints({
  listCalibrations: {
    method: 'GET',
    path: '/calibration',
    access: 'signedIn',
    summary: 'Calibrations of a device, the newest first, with those that were taken back',
    query: z.object({ device_id: z.coerce.number().pipe(Id) }),
    response: z.array(Calibration),
  },
  previewCalibration: {
    method: 'POST',
    path: '/calibration/preview',
    access: 'signedIn',
    scope: 'read',
    summary: 'The offset a calibration would have, and what it is compared with; nothing is kept',
    body: CalibrationInput,
    response: CalibrationPreview,
  },
  createCalibration: {
    method: 'POST',
    path: '/calibration',
    access: 'signedIn',
    summary: 'Calibrate a measurement of a device from a date on, until the next. Raw values stay as they are',
    body: CalibrationInput,
    status: 201,
    response: Calibration,
  },
  previewSideBySide: {
    method: 'POST',
    path: '/calibration/several/preview',
    access: 'signedIn',
    scope: 'read',
    summary: 'The offsets that devices beside each other would have; nothing is kept',
    body: SideBySide,
    response: SideBySidePreview,
  },
  calibrateSideBySide: {
    method: 'POST',
    path: '/calibration/several',
    access: 'signedIn',
    summary:
      'Calibrate a measurement of devices that hung beside each other, all or none: to their mean, or to an instrument beside them. What earlier calibrations made of their values does not count',
    body: SideBySide,
    status: 201,
    response: SideBySidePreview,
  },
  undoCalibration: {
    method: 'DELETE',
    path: '/calibration/:id',
    access: 'signedIn',
    summary: 'Take a calibration back: the one before holds on',
    params: IdParams,
    status: 204,
  },
})
