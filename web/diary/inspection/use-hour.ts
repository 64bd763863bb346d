import { useQuery } from '@tanstack/react-query'
import type { InspectionSummary } from '#shared/contract/diary/inspections.ts'
import { CLIMATE_MINUTES } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { queryOf } from '../../kit/api/query.ts'
import { dateTimeIn } from '../../kit/language/format.ts'
import { linkTo, type Target } from '../../kit/routing/address.ts'
import { scheduleScreen } from '../../measurements/screens.ts'

/** Charts of the hour around an inspection; null where no device hung there then. */
export const useHour = ({
  date,
  time_zone,
  areas,
  location_id,
}: Pick<InspectionSummary, 'date' | 'time_zone' | 'areas' | 'location_id'>): Target | null => {
  const { data = [] } = useQuery(queryOf(api.listLocationResearch, {}))
  const at = Date.parse(date)
  const inAreas = areas.map(({ id }) => id)
  const there = data.find(
    lr =>
      (inAreas.length > 0 ? inAreas.includes(lr.area_id) : lr.location_id === location_id) &&
      Date.parse(lr.start) <= at &&
      (lr.end === null || at < Date.parse(lr.end)),
  )
  if (!there) return null
  const moment = (minutes: number) => dateTimeIn(at + minutes * MINUTE_MS, time_zone)
  const search = { interval: 'selection', date_start: moment(-CLIMATE_MINUTES), date_end: moment(CLIMATE_MINUTES) }
  return linkTo(scheduleScreen, { params: { id: there.id }, search })
}
