import { z } from 'zod'
import { FAULTS } from '../../rules/data-quality/faults.ts'
import { Id, IdParams, May, Time, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

/** An interval of readings that a sensor fault explains better than the barn. The readings stay as they are. */
export const FoundFault = z.object({
  id: Id,
  device_id: Id,
  measurement: z.string(),
  fault: z.enum(FAULTS),
  start: TimeOut,
  /** Time of its last reading. */
  end: TimeOut,
  found_at: TimeOut,
  /** Time somebody said that the readings are right: they count again. */
  dismissed_at: TimeOut.nullable(),
  /** Person who dismissed it; null when that account is gone. */
  dismissed_by: z.string().nullable(),
  may: May,
})
export type FoundFault = z.infer<typeof FoundFault>

export const faultEndpoints = endpoints({
  listFaults: {
    method: 'GET',
    path: '/measurements/faults',
    access: 'signedIn',
    summary: 'Doubtful readings of a device in a period, also those somebody called right',
    query: z.object({ device_id: z.coerce.number().pipe(Id), from: Time, until: Time }),
    response: z.array(FoundFault),
  },
  dismissFault: {
    method: 'PATCH',
    path: '/measurements/faults/:id',
    access: 'signedIn',
    summary: 'Call doubtful readings right, or doubtful again',
    params: IdParams,
    body: z.object({ dismissed: z.boolean() }),
    response: FoundFault,
  },
})
