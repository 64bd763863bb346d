import { Button } from '@mantine/core'
import { IconLayoutColumns, IconList, IconPhoto, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { notFound, useMatches } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Location } from '#shared/contract/places/locations.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { THROWN, useReads } from '../../kit/api/query.ts'
import { useIsDesktop } from '../../kit/browser/is-desktop.ts'
import { PageHeading, usePageName } from '../../kit/pages/page.tsx'
import { lazyPart } from '../../kit/pages/part.ts'
import { linkTo, type Target } from '../../kit/routing/address.ts'
import { ScreenLink, useChangeSearch, useGo, useScreenSearch } from '../../kit/routing/link.tsx'
import { PageLoading, PartLoading } from '../../ui/feedback/page-loading.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { WrittenInspections } from '../inspection/written.tsx'
import { PlacePicker } from '../inspection-form/place-picker.tsx'
import { WaitingCards } from '../outbox/outbox-cards.tsx'
import { OutboxStrip } from '../outbox/outbox-strip.tsx'
import { newestRead } from '../queries.ts'
import { diaryScreen, newInspectionScreen } from '../screens.ts'
import classes from './diary.module.css'
import {
  DIARY_VIEWS,
  type DiaryFilters,
  type DiaryView,
  diaryFiltersIn,
  diaryOf,
  diarySearch,
  type PlaceRef,
  placeIn,
  type Search,
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

function ViewSwitch({ view, onView }: { view: DiaryView; onView: (view: DiaryView) => void }) {
  const { t } = useTranslation('diary')
  const isDesktop = useIsDesktop()
  return (
    <Segments
      aria-label={t('views')}
      className={classes.views}
      value={view}
      onChange={onView}
      data={DIARY_VIEWS.map(value => {
        const Icon = ICONS[value]
        const word = t(`view.${value}`)
        return {
          value,
          label: isDesktop ? (
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
const useCompared = (place: PlaceRef, view: DiaryView) => {
  const isFromNewest = place === null && view === 'compare'
  const newest = useQuery({ ...newestRead(null), enabled: isFromNewest, ...THROWN })
  const last = isFromNewest ? newest.data?.inspections[0] : undefined
  const area = last?.areas[0]
  const there: PlaceRef = area ? { area_id: area.id } : last ? { location_id: last.location_id } : null
  return { isFromNewest, newest, where: place ?? there }
}

/** Tells whether somebody may write an inspection at a place, or anywhere; who has no location at all is told so by the form. */
const mayWriteAt = (place: PlaceRef, locations: readonly Location[]): boolean => {
  if (place === null) return locations.length === 0 || locations.some(({ may }) => may.includes('edit'))
  const there = locations.find(({ id, areas }) =>
    'location_id' in place ? id === place.location_id : areas.some(area => area.id === place.area_id),
  )
  return there?.may.includes('edit') ?? false
}

/** A new inspection with the place filled in, and the period that is looked at: what is written belongs into it. */
const newIn = (place: PlaceRef, { date_start, date_end }: DiaryFilters): Target =>
  linkTo(newInspectionScreen, { search: { ...place, date_start, date_end } })

export const reads = () => [LOCATIONS, LISTS] as const

export default function DiaryPage() {
  const { t } = useTranslation('diary')
  const toScreen = useGo()
  const changeSearch = useChangeSearch(diaryScreen)
  // The address of the page itself: that of the router is already the next one while a tab is being left.
  const pathname = useMatches({ select: matches => matches.at(-1)?.pathname ?? '' })
  const search = useScreenSearch(diaryScreen)
  const [place, view, filters] = [placeIn(pathname), viewIn(pathname, search), diaryFiltersIn(search)]
  const [locations, lists] = useReads(reads())
  const names = namesOf(place, locations)
  usePageName(...(names ?? []))
  const side = useCompared(place, view)
  if (side.isFromNewest && !side.newest.data) return <PageLoading />
  if (names === null) throw notFound()
  const go = (next: Search, replace: boolean) => void changeSearch(next, replace)
  // A single place is seen at a time: the others keep their view and filters.
  const rest = (change: Partial<DiaryFilters>): Search => ({
    view: search.view,
    checklist_id: search.checklist_id,
    ...diarySearch({ ...filters, ...change }),
  })
  const toNew = mayWriteAt(place, locations) ? newIn(place, filters) : null
  const parts = {
    place,
    filters,
    lists,
    onFilter: (change: Partial<DiaryFilters>) => go(rest(change), true),
  }
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <PageHeading className={classes.heading}>{t('title')}</PageHeading>
        <ViewSwitch view={view} onView={next => go({ ...rest({}), view: next }, false)} />
        <PlacePicker
          locations={locations}
          place={side.where}
          onPlace={next => void toScreen(diaryOf(next, rest({})), { resetScroll: false })}
        />
        <span className={classes.space} />
        {toNew && (
          <Button
            component={ScreenLink}
            to={toNew}
            className={classes.new}
            leftSection={<IconPlus size={22} stroke={2} />}
          >
            {t('new')}
          </Button>
        )}
      </header>
      <OutboxStrip />
      {view !== 'compare' && <WaitingCards place={place} locations={locations} />}
      {view === 'compare' ? (
        <Suspense fallback={<PartLoading />}>
          <Compare
            {...parts}
            place={side.where}
            checklistId={search.checklist_id}
            onSearch={next => go({ ...rest({}), ...next }, true)}
          />
        </Suspense>
      ) : (
        <WrittenInspections {...parts} view={view} locations={locations} />
      )}
    </div>
  )
}
