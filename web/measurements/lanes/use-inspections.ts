import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { InspectionSummary } from '#shared/contract/diary/inspections.ts'
import { api } from '#shared/contract/index.ts'
import type { Frame } from '#shared/contract/measurements/measurements.ts'
import type { LocationResearch } from '#shared/contract/places/research.ts'
import { inspectionScreen } from '../../diary/screens.ts'
import { queryOf } from '../../kit/api/query.ts'
import { dateTimeIn } from '../../kit/language/format.ts'
import { linkTo } from '../../kit/routing/address.ts'
import type { LaneEvent } from './lane.ts'

/** Upper bound of the inspections in one answer. */
const MOST = 200

type Placed = Pick<LocationResearch, 'location_id' | 'area_id' | 'start' | 'end'>

/** Tells whether an inspection was of where a device hung then: of its area, or of the whole location. */
export const isOf = (
  { date, location_id, areas }: Pick<InspectionSummary, 'date' | 'location_id' | 'areas'>,
  placements: readonly Placed[],
): boolean =>
  placements.some(
    placed =>
      placed.location_id === location_id &&
      (areas.length === 0 || areas.some(({ id }) => id === placed.area_id)) &&
      Date.parse(placed.start) <= Date.parse(date) &&
      (placed.end === null || Date.parse(date) < Date.parse(placed.end)),
  )

/** The inspections of a period where a device hung. */
export const useInspectionLane = (deviceId: number, { from, until, time_zone }: Frame): LaneEvent[] => {
  const { t } = useTranslation('measurements')
  const { data: placements = [] } = useQuery(queryOf(api.listLocationResearch, {}))
  const mine = placements.filter(({ device_id }) => device_id === deviceId)
  const { data } = useQuery({
    ...queryOf(api.pageInspections, {
      query: {
        location_ids: [...new Set(mine.map(({ location_id }) => location_id))].join(','),
        date_start: dateTimeIn(from, time_zone).slice(0, 10),
        date_end: dateTimeIn(until, time_zone).slice(0, 10),
        limit: MOST,
      },
    }),
    enabled: mine.length > 0,
  })
  return (data?.inspections ?? [])
    .filter(one => isOf(one, mine))
    .map(({ id, date, impression, notes }) => ({
      id: `inspection ${id}`,
      from: Date.parse(date),
      until: null,
      title: t(`lanes.inspection.${impression ?? 'none'}`),
      text: notes,
      to: linkTo(inspectionScreen, { params: { id } }),
    }))
}
