import { Button } from '@mantine/core'
import { IconLayoutColumns, IconList, IconPhoto, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, notFound, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Location } from '#shared/contract/places/locations.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { THROWN, useReads } from '../../kit/api/query.ts'
import { useIsDesktop } from '../../kit/browser/is-desktop.ts'
import { PageHeading, usePageName } from '../../kit/pages/page.tsx'
import { lazyPart } from '../../kit/pages/part.ts'
import { PageLoading, PartLoading } from '../../ui/feedback/page-loading.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { InspectionPayload } from '../inspection/written.tsx'
import { PlacePicker } from '../inspection-form/place-picker.tsx'
import { WaitingCards } from '../outbox/outbox-cards.tsx'
import { OutboxStrip } from '../outbox/outbox-strip.tsx'
import { LOCATIONS, newestRead } from '../queries.ts'
import classes from './diary.module.css'
import {
  type PlaceRef,
  pathOf,
  placeIn,
  type Search,
  type Shown,
  searchOf,
  shownIn,
  VIEWS,
  type View,
  viewIn,
} from './filter.ts'

const Compare = lazyPart(() => import('../compare/compare-view.tsx'))

const ICONS = { list: IconList, compare: IconLayoutColumns, photos: IconPhoto } as const

/** Place and area as the breadcrumb says them; none where the place is not among them. */
const namesOf = (place: PlaceRef, locations: readonly Location[]): string[] | null => {
  if (place === null) return []
  for (const location of locations) {
    if ('location_id' in place && location.id === place.location_id) return [location.name]
    const area = 'area_id' in place && location.areas.find(({ id }) => id === place.area_id)
    if (area) return [location.name, area.name]
  }
  return null
}

function ViewSwitch({ view, onView }: { view: View; onView: (view: View) => void }) {
  const { t } = useTranslation('diary')
  const desk = useIsDesktop()
  return (
    <Segments
      aria-label={t('views')}
      className={classes.views}
      value={view}
      onChange={value => onView(value as View)}
      data={VIEWS.map(value => {
        const Icon = ICONS[value]
        const word = t(`view.${value}`)
        return {
          value,
          label: desk ? (
            word
          ) : (
            <>
              <Icon size={22} stroke={1.9} aria-hidden="true" />
              <span className="bm-hidden">{word}</span>
            </>
          ),
        }
      })}
    />
  )
}

/** Side by side is of one place: without one in the address, where somebody was last. */
const useCompared = (place: PlaceRef, view: View) => {
  const asked = place === null && view === 'compare'
  const newest = useQuery({ ...newestRead(null), enabled: asked, ...THROWN })
  const last = asked ? newest.data?.inspections[0] : undefined
  const area = last?.areas[0]
  const there: PlaceRef = area ? { area_id: area.id } : last ? { location_id: last.location_id } : null
  return { asked, newest, where: place ?? there }
}

/** `/inspect` with the place filled in, and the period that is looked at: what is written belongs into it. */
const newPathOf = (place: PlaceRef, { date_start, date_end }: Shown): string => {
  const asked = Object.entries({ ...place, date_start, date_end }).filter(([, value]) => value !== '')
  return asked.length === 0
    ? '/inspect'
    : `/inspect?${new URLSearchParams(asked.map(([key, one]) => [key, String(one)]))}`
}

export const reads = () => [LOCATIONS, LISTS] as const

export default function DiaryPage() {
  const { t } = useTranslation('diary')
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const search = useSearch({ strict: false }) as Search
  const [place, view, shown] = [placeIn(pathname), viewIn(pathname, search), shownIn(search)]
  const [locations, lists] = useReads(reads())
  const names = namesOf(place, locations)
  usePageName(...(names ?? []))
  const side = useCompared(place, view)
  if (side.asked && !side.newest.data) return <PageLoading />
  if (names === null) throw notFound()
  const go = (to: string, next: Search, replace: boolean) =>
    void navigate({ to, search: next as never, replace, resetScroll: false })
  // A single place is seen at a time: the others keep their view and filters.
  const rest = (change: Partial<Shown>): Search => ({
    view: search.view,
    checklist_id: search.checklist_id,
    ...searchOf({ ...shown, ...change }),
  })
  const newPath = newPathOf(place, shown)
  const parts = {
    place,
    shown,
    lists,
    newPath,
    onShow: (change: Partial<Shown>) => go(pathname, rest(change), true),
  }
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <PageHeading className={classes.heading}>{t('title')}</PageHeading>
        <ViewSwitch view={view} onView={next => go(pathname, { ...rest({}), view: next }, false)} />
        <PlacePicker locations={locations} place={side.where} onPlace={next => go(pathOf(next), rest({}), false)} />
        <span className={classes.space} />
        <Button component={Link} to={newPath} className={classes.new} leftSection={<IconPlus size={22} stroke={2} />}>
          {t('new')}
        </Button>
      </header>
      <OutboxStrip />
      {view !== 'compare' && <WaitingCards place={place} locations={locations} />}
      {view === 'compare' ? (
        <Suspense fallback={<PartLoading />}>
          <Compare
            {...parts}
            place={side.where}
            checklistId={search.checklist_id}
            onSearch={next => go(pathname, { ...rest({}), ...next }, true)}
          />
        </Suspense>
      ) : (
        <InspectionPayload {...parts} view={view} locations={locations} />
      )}
    </div>
  )
}
