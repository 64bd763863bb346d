import type { z } from 'zod'
import type { CalibrationInput, CalibrationMethod } from '#shared/contract/devices/calibrations.ts'
import { fieldValue } from '../../kit/language/viewer-formats.ts'
import { instantOf } from '../../kit/time/instant.ts'

/** Values in the fields of a calibration; times on the clocks of the place. */
export interface CalibrationDraft extends Record<string, unknown> {
  method: CalibrationMethod
  valid_from: string
  offset: string
  reference_device_id: string | null
  references: { time: string; reference: string }[]
}

/** Device, measurement and time zone a draft is for. */
export interface CalibrationTarget {
  deviceId: number
  measurement: string
  /** Unit it is kept in. */
  unit: string
  zone: string
}

export const calibrationBody = (
  draft: CalibrationDraft,
  { deviceId, measurement, unit, zone }: CalibrationTarget,
): z.input<typeof CalibrationInput> => {
  const { method } = draft
  return {
    device_id: deviceId,
    measurement,
    method,
    valid_from: instantOf(draft.valid_from, zone),
    offset: method === 'manual' ? fieldValue(draft.offset, unit, true) : null,
    reference_device_id:
      method === 'one_sensor' && draft.reference_device_id !== null ? Number(draft.reference_device_id) : null,
    references:
      method === 'manual'
        ? []
        : draft.references.map(({ time, reference }) => ({
            time: instantOf(time, zone),
            reference: method === 'one_value' ? fieldValue(reference, unit) : null,
          })),
  }
}
