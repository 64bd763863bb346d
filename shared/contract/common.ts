import { z } from 'zod'
import { isTimeZone } from '../rules/time/time-zone.ts'
import { INTERVALS, LANGUAGES } from './fixed.ts'

export const Language = z.enum(LANGUAGES)

/** Number of an object, as large as a column of either catalogue holds. */
export const Id = z.int().positive().max(2_147_483_647)
export const IdParams = z.object({ id: z.coerce.number().pipe(Id) })

/** ISO 8601 with offset; kept and sent in UTC (`…Z`). */
export const Time = z.iso
  .datetime({ offset: true })
  .transform(text => new Date(text).toISOString())
  .pipe(z.string())

/** A time as it leaves the server. */
export const TimeOut = z.string()

/** Rights of the caller on the object that carries them. */
export const May = z.array(z.enum(['edit', 'delete', 'keys', 'place', 'own', 'settings', 'share']))

export const TimeZone = z.string().refine(isTimeZone, { params: { code: 'time_zone' } })

/** Control characters, ends of lines, and marks that turn text round. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u

/** A text in one line: it stands in mails and subjects, where another line could say anything. */
export const OneLine = z
  .string()
  .trim()
  .max(255)
  .refine(text => !UNSEEN.test(text), { params: { code: 'one_line' } })

export const Name = OneLine.min(1)

/** Devices or placements that one call changes at most: all or none of them, in one transaction. */
export const MAX_AT_ONCE = 200

/** Upper bound of ids in a call: as many devices as an export may have. */
const MAX_IDS = 2000

/** Ids in a query: `1,2,3`. */
export const IdList = z
  .string()
  .regex(/^\d+(,\d+)*$/)
  .transform(text => text.split(',').map(Number))
  .pipe(z.array(Id).max(MAX_IDS))

/** Hour to year, or a selection; `live` is the hour (specification §4). */
export const PeriodInterval = z
  .enum([...INTERVALS, 'live'])
  .transform(interval => (interval === 'live' ? 'hour' : interval))

/** Yes or no in an address: `1` or `0`. */
export const Flag = z.enum(['0', '1']).transform(text => text === '1')
