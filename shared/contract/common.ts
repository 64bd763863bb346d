import { z } from 'zod'
import { LANGUAGES } from './fixed.ts'

export const Language = z.enum(LANGUAGES)

/** As large as a column of either catalogue holds. */
export const Id = z.int().positive().max(2_147_483_647)
export const IdParams = z.object({ id: z.coerce.number().pipe(Id) })

/** ISO 8601 with offset; kept and sent in UTC (`…Z`). */
export const Time = z.iso
  .datetime({ offset: true })
  .transform(text => new Date(text).toISOString())
  .pipe(z.string())

/** A time as it leaves the server. */
export const TimeOut = z.string()

/** What the caller may do with the object that carries it. */
export const May = z.array(z.enum(['edit', 'delete', 'keys', 'place', 'own', 'settings']))

export const TimeZone = z.string().refine(isTimeZone, { params: { code: 'time_zone' } })

export const Name = z.string().trim().min(1).max(255)

/** Ids in a query: `1,2,3`. */
export const IdList = z
  .string()
  .regex(/^\d+(,\d+)*$/)
  .transform(text => text.split(',').map(Number))
  .pipe(z.array(Id))

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
