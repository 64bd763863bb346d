import { z } from 'zod'
import { Id, IdParams, May, Time, TimeOut } from './common.ts'
import { endpoints } from './endpoint.ts'
import { MANUAL_AT_ONCE } from './fixed.ts'

export const ManualChange = z.object({
  /** Abbreviation of the measurement. */
  measurement: z.string().min(1).max(50),
  time: Time,
  /** Value in the unit of the measurement. */
  value: z.number().min(-1e9).max(1e9),
  note: z.string().trim().max(1000).nullish(),
})
export type ManualChange = z.output<typeof ManualChange>

export const ManualInput = ManualChange.extend({ device_id: Id })

const Before = z.object({ measurement: z.string(), time: TimeOut, value: z.number(), note: z.string().nullable() })

/** Reading a person took beside a device. It is never part of the device's series. */
export const Manual = Before.extend({
  id: Id,
  device_id: Id,
  unit: z.string(),
  created_at: TimeOut,
  /** Person who entered it; null when that account is gone. */
  created_by: z.string().nullable(),
  /** Time it was deleted: from then on it counts no more and stays to be read. */
  deleted_at: TimeOut.nullable(),
  /** States before each change, the newest first. */
  history: z.array(
    z.object({
      changed_at: TimeOut,
      changed_by: z.string().nullable(),
      action: z.enum(['changed', 'deleted']),
      before: Before,
    }),
  ),
  may: May,
})
export type Manual = z.output<typeof Manual>

export const manualEndpoints = endpoints({
  listManual: {
    method: 'GET',
    path: '/measurements/manual',
    access: 'signedIn',
    summary:
      'What people measured beside a device, the newest first, with what was changed and deleted; at most 1,000, and those after them by `before`',
    query: z.object({
      device_id: z.coerce.number().pipe(Id),
      /** Id of the last one that was read; those that come after it in this order are given. */
      before: z.coerce.number().pipe(Id).optional(),
      limit: z.coerce.number().int().min(1).max(MANUAL_AT_ONCE).default(MANUAL_AT_ONCE),
    }),
    response: z.array(Manual),
  },
  createManual: {
    method: 'POST',
    path: '/measurements/manual',
    access: 'signedIn',
    scope: 'write',
    summary: 'Write down what was measured by hand',
    body: ManualInput,
    status: 201,
    response: Manual,
    failures: ['no_valid_input', 'outside_subscription', 'not_allowed'],
  },
  updateManual: {
    method: 'PUT',
    path: '/measurements/manual/:id',
    access: 'signedIn',
    scope: 'write',
    summary: 'Change what was written down; what it was stays to be read',
    params: IdParams,
    body: ManualChange,
    response: Manual,
    failures: ['no_valid_input', 'outside_subscription', 'not_allowed'],
  },
  deleteManual: {
    method: 'DELETE',
    path: '/measurements/manual/:id',
    access: 'signedIn',
    scope: 'write',
    summary: 'Delete what was written down; that it was there stays to be read',
    params: IdParams,
    status: 204,
  },
})
