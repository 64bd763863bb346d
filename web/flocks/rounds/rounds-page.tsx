import { Button, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Location } from '#shared/contract/places/locations.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { useReads } from '../../kit/api/query.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { lazyPart } from '../../kit/pages/part.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink, useChangeSearch, useScreenSearch } from '../../kit/routing/link.tsx'
import { newLocationScreen } from '../../locations/screens.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LazyBoundary } from '../../ui/overlays/lazy-boundary.tsx'
import classes from '../flocks.module.css'
import { roundsScreen } from '../screens.ts'
import { AxisCard } from './axis-card.tsx'
import { EmptiedNote } from './emptied-note.tsx'

const RoundsCard = lazyPart(() => import('../../locations/rounds/rounds-card.tsx'))

export const reads = () => [LISTS, LOCATIONS]

/** Rounds of an area laid over each other by day of age, and the list of them; who may only read the area sees both. */
export default function RoundsPage() {
  const { t } = useTranslation('flocks')
  const [lists, locations] = useReads([LISTS, LOCATIONS])
  const { area_id } = useScreenSearch(roundsScreen)
  const change = useChangeSearch(roundsScreen)
  const choices = locations.flatMap(location => location.areas.map(area => ({ area, location })))
  const chosen = choices.find(({ area }) => area.id === area_id) ?? choices[0]
  if (!chosen)
    return (
      <EmptyState
        page
        title={t('none.title')}
        text={t('axis.none_text')}
        action={
          <Button renderRoot={props => <ScreenLink to={linkTo(newLocationScreen)} {...props} />}>
            {t('none.action')}
          </Button>
        }
      />
    )
  const { area, location } = chosen
  const species = lists.area_types.find(({ id }) => id === area.area_type_id)?.key ?? ''
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <PageHeading className={classes.heading}>{t('axis.title')}</PageHeading>
        <Select
          size="sm"
          searchable
          allowDeselect={false}
          className={classes.scope}
          aria-label={t('axis.area')}
          data={choices.map(one => ({ value: String(one.area.id), label: `${one.location.name}, ${one.area.name}` }))}
          value={String(area.id)}
          onChange={value => value && void change({ area_id: Number(value) })}
        />
      </header>
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
  return (
    <>
      {area.may.includes('edit') && <EmptiedNote areaId={area.id} species={species} />}
      <AxisCard areaId={area.id} />
      <LazyBoundary>
        <RoundsCard area={area} species={species} timeZone={location.time_zone} />
      </LazyBoundary>
    </>
  )
}
