import { animalsIn } from '#shared/rules/science/emission.ts'
import type { Dates } from '#shared/rules/time/calendar-periods.ts'
import { localDateAt } from '#shared/rules/time/local-time.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../kit/database/database.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { insertAreaChange } from './change-store.ts'
import { placeOfLocation } from './place-store.ts'
import type { AreaRow } from './store.ts'

export { areaChangesSince } from './change-store.ts'

type Facts = Pick<AreaRow, 'area_type_id' | 'animal_places' | 'ammonia_factor' | 'group_items'>

/** Facts that sums of days past are worked out of, in one text. */
const factsOf = ({ area_type_id, animal_places, ammonia_factor, group_items }: Facts) =>
  JSON.stringify([area_type_id, animal_places, ammonia_factor, animalsIn(JSON.parse(group_items), null)])

/** Notes a change of an area, inside the transaction that makes it, where sums of days past are other ones by it. */
export const noteFactsChanged = async (
  { now }: Pick<Services, 'now'>,
  trx: Database,
  before: Facts & { id: number },
  after: Facts,
): Promise<void> => {
  if (factsOf(before) === factsOf(after)) return
  await insertAreaChange(trx, {
    area_id: before.id,
    kind: 'facts',
    changed_at: isoNow({ now }),
    from_date: null,
    until_date: null,
  })
}

/** Days in which animals are written down as a matter of course (J): who counts once a week corrects nothing. */
const WRITTEN_WITHIN = 7 * DAY_MS

/** Local days that a change of a round bears on, from ≤ day < until; no end where null. */
export type TouchedDays = Pick<Dates, 'from'> & { until: string | null }

/** Notes a change of animals, inside the transaction that makes it, where it bears on days that lie back for longer than a week. */
export const noteRoundsChanged = async (
  { now }: Pick<Services, 'now'>,
  trx: Database,
  area: { id: number; location_id: number },
  touched: TouchedDays | null,
): Promise<void> => {
  if (touched === null) return
  const zone = (await placeOfLocation(trx, area.location_id))?.time_zone ?? 'UTC'
  if (touched.from >= localDateAt(now() - WRITTEN_WITHIN, zone)) return
  await insertAreaChange(trx, {
    area_id: area.id,
    kind: 'rounds',
    changed_at: isoNow({ now }),
    from_date: touched.from,
    until_date: touched.until,
  })
}
