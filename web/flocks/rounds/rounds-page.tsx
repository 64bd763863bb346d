import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { Location } from '#shared/contract/places/locations.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { queryOf, useReads } from '../../kit/api/query.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { useChangeSearch, useScreenSearch } from '../../kit/routing/link.tsx'
import { NoLocations } from '../../locations/no-locations.tsx'
import { EmptiedNote } from '../../locations/rounds/emptied-note.tsx'
import { PlaceHead } from '../../ui/data-display/place-head.tsx'
import { LazyBoundary } from '../../ui/overlays/lazy-boundary.tsx'
import classes from '../flocks.module.css'
import { roundsScreen } from '../screens.ts'
import { AxisCard } from './axis-card.tsx'
import { DiaryCountsNote } from './diary-counts-note.tsx'

const WaterCard = lazyPart(() => import('./water-card.tsx'))
const RoundsCard = lazyPart(() => import('../../locations/rounds/rounds-card.tsx'))

const AREAS_WITH_ROUNDS = queryOf(api.listAreasWithRounds, {})
export const reads = () => [LISTS, LOCATIONS, AREAS_WITH_ROUNDS] as const

/** Rounds of an area laid over each other by day of age, and the list of them; who may only read the area sees both. */
export default function RoundsPage() {
  const { t } = useTranslation('flocks')
  const [lists, locations, withRounds] = useReads(reads())
  const { area_id } = useScreenSearch(roundsScreen)
  const change = useChangeSearch(roundsScreen)
  const choices = locations.flatMap(location => location.areas.map(area => ({ area, location })))
  // Rounds that are there are shown before a place where some could be.
  const chosen =
    choices.find(({ area }) => area.id === area_id) ??
    choices.find(({ area }) => withRounds.includes(area.id)) ??
    choices[0]
  if (!chosen) return <NoLocations title={t('none.title')} text={t('axis.none_text')} />
  const { area, location } = chosen
  const species = lists.area_types.find(({ id }) => id === area.area_type_id)?.key ?? ''
  return (
    <div className={classes.page}>
      <PlaceHead
        title={t('axis.title')}
        label={t('axis.area')}
        places={choices.map(one => ({ value: String(one.area.id), label: `${one.location.name}, ${one.area.name}` }))}
        chosen={String(area.id)}
        onChoose={id => void change({ area_id: Number(id) })}
      />
      <OneArea key={area.id} area={area} location={location} species={species} />
    </div>
  )
}

interface Props {
  area: Location['areas'][number]
  location: Pick<Location, 'time_zone'>
  species: string
}

function OneArea({ area, location, species }: Props) {
  const { measure } = useScreenSearch(roundsScreen)
  return (
    <>
      {area.may.includes('edit') && (
        <>
          <EmptiedNote areaId={area.id} species={species} />
          <DiaryCountsNote areaId={area.id} species={species} />
        </>
      )}
      <AxisCard areaId={area.id} />
      {measure === 'water' && (
        <LazyBoundary>
          <WaterCard area={area} timeZone={location.time_zone} />
        </LazyBoundary>
      )}
      <LazyBoundary>
        <RoundsCard area={area} species={species} timeZone={location.time_zone} />
      </LazyBoundary>
    </>
  )
}
