import type { TFunction } from 'i18next'
import type { InspectionSummary } from '#shared/contract/diary/inspections.ts'

type Placed = Pick<InspectionSummary, 'areas' | 'location_name'>

/** Name of its area, of the first of several with the number of the others, or of the whole location. */
export const placeNameOf = ({ areas, location_name }: Placed, t: TFunction<'diary'>): string => {
  const [first, ...others] = areas
  if (!first) return t('whole_location', { name: location_name })
  return others.length === 0 ? first.name : t('more_areas', { name: first.name, count: others.length })
}
