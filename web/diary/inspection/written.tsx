import { ActionIcon } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Location } from '#shared/contract/places/locations.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PartLoading } from '../../ui/feedback/page-loading.tsx'
import { MenuButton } from '../../ui/overlays/menu-button.tsx'
import classes from '../list/diary.module.css'
import { type DiaryFilters, type DiaryView, FLAGS, hasDiaryFilters, type PlaceRef } from '../list/filter.ts'
import { Filters } from '../list/filters.tsx'
import { ListView, NoInspections, ReadOn } from '../list/list-view.tsx'
import { useRemoved } from '../outbox/outbox.ts'
import { newestRead, useInspectionPages } from '../queries.ts'

const PhotosView = lazyPart(() => import('../list/photos-view.tsx'))
const ExportMenu = lazyPart(() => import('../files/export-menu.tsx'))

/** Filters of the diary by its photos, which shows only inspections that have some. */
const BY_PHOTOS = FLAGS.filter(flag => flag !== 'photos')

interface Props {
  view: DiaryView
  place: PlaceRef
  filters: DiaryFilters
  lists: TaxonomyLists
  locations: readonly Location[]
  onFilter: (change: Partial<DiaryFilters>) => void
}

/** Name of a place the diary is of; undefined where it is of all. */
const nameIn = (place: PlaceRef, locations: readonly Location[]): string | undefined => {
  if (place === null) return undefined
  if ('location_id' in place) return locations.find(({ id }) => id === place.location_id)?.name
  return locations.flatMap(({ areas }) => areas).find(({ id }) => id === place.area_id)?.name
}

/** Inspections that were written, as a list or by their photos, behind the same filters. */
export function WrittenInspections({ view, place, filters, lists, locations, onFilter }: Props) {
  const { t } = useTranslation('diary')
  const query: DiaryFilters =
    view === 'photos' && !filters.flags.includes('photos')
      ? { ...filters, flags: [...filters.flags, 'photos'] }
      : filters
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData, dataUpdatedAt } = useInspectionPages(
    place,
    query,
    view === 'photos',
  )
  const removed = useRemoved(dataUpdatedAt)
  const narrowed = hasDiaryFilters(filters)
  const all = useQuery({ ...newestRead(place), enabled: narrowed }).data?.total
  const inspections = data?.pages.flatMap(page => page.inspections.filter(({ id }) => !removed.has(id))) ?? []
  const total = data?.pages[0]?.total
  const placeName = nameIn(place, locations)
  // The answer of before says nothing of a question that is on its way: a search that is cleared keeps its field.
  const isEmpty = data !== undefined && !isPlaceholderData && inspections.length === 0 && !narrowed
  const body = () => {
    if (!data) return <PartLoading />
    if (isEmpty)
      return view === 'photos' ? (
        <EmptyState title={t('empty.photos')} text={t('empty.photos_text')} />
      ) : (
        <NoInspections />
      )
    if (inspections.length === 0) return <EmptyState title={t('empty.filtered')} text={t('empty.filtered_text')} />
    return (
      <div className={classes.days} data-waiting={isPlaceholderData || undefined}>
        {view === 'photos' ? (
          <Suspense fallback={<PartLoading />}>
            <PhotosView inspections={inspections} />
          </Suspense>
        ) : (
          <ListView inspections={inspections} lists={lists} withLocation={place === null && locations.length > 1} />
        )}
        {hasNextPage && <ReadOn busy={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
      </div>
    )
  }
  return (
    <>
      {!isEmpty && (
        <Filters
          flags={view === 'photos' ? BY_PHOTOS : FLAGS}
          filters={filters}
          found={total}
          all={all}
          onFilter={onFilter}
        >
          {view === 'list' && inspections.length > 0 && (
            <MenuButton
              target={
                <ActionIcon variant="default" size={44} aria-label={t('take')}>
                  <IconDownload size={21} stroke={1.8} />
                </ActionIcon>
              }
              menu={target => <ExportMenu target={target} place={place} placeName={placeName} filters={filters} />}
            />
          )}
        </Filters>
      )}
      {body()}
    </>
  )
}
