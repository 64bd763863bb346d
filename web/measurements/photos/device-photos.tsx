import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#shared/contract/call.ts'
import type { Device } from '#shared/contract/devices/devices.ts'
import { MAX_PHOTOS_AT_ONCE } from '#shared/contract/fixed.ts'
import type { Photo } from '#shared/contract/measurements/photos.ts'
import { hasPhotos } from '#shared/rules/devices/plan.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { useFormat } from '../../kit/language/format.ts'
import { PageHeading, usePageName } from '../../kit/pages/page.tsx'
import { lazyPart } from '../../kit/pages/part.ts'
import { linkTo, type SearchFor } from '../../kit/routing/address.ts'
import { ScreenLink, useChangeSearch, useScreenSearch } from '../../kit/routing/link.tsx'
import { useNow } from '../../kit/time/now.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { PartLoading } from '../../ui/feedback/page-loading.tsx'
import { QueryFailed } from '../../ui/feedback/read-boundary.tsx'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import type { Lists } from '../chart-cards/groups.ts'
import { OutsidePeriod } from '../chart-cards/no-charts.tsx'
import { DataViews } from '../page/data-views.tsx'
import { type DeviceOption, DevicePicker } from '../page/device-picker.tsx'
import { type Subject, subjectPlaceName } from '../page/subject.ts'
import { PeriodBar } from '../period/period-bar.tsx'
import { queryPeriodOf } from '../period/period-choice.ts'
import { usePeriod } from '../period/use-period.ts'
import { dataScreen, photosScreen } from '../screens.ts'
import { kindsOf, photoMomentsOf } from './moments.ts'
import { NoPhotos } from './no-photos.tsx'
import { PhotoGrid } from './photo-grid.tsx'
import { PhotoToolbar } from './photo-toolbar.tsx'
import classes from './photos.module.css'
import { usePhotos } from './queries.ts'

const Viewer = lazyPart(() => import('./viewer/viewer.tsx'))
const DeletePhotos = lazyPart(async () => ({ default: (await import('./delete-photos.tsx')).DeletePhotos }))

interface Props {
  /** Unknown where only a placement of it is seen. */
  device: Device | undefined
  subject: Subject
  choices: DeviceOption[]
  lists: Lists
}

export function DevicePhotos({ device, subject, choices, lists }: Props) {
  const { t } = useTranslation('photos')
  usePageName(subject.location_name ?? undefined, subjectPlaceName(subject), t('title'))
  return (
    <>
      <div className={classes.head}>
        <PageHeading className={classes.heading}>{t('title_of', { place: subjectPlaceName(subject) })}</PageHeading>
        <DevicePicker subject={subject} choices={choices} />
        <DataViews subject={subject} device={device} current="photos" />
      </div>
      {!device || hasPhotos(device.plan) ? (
        <PhotosOfPeriod device={device} subject={subject} lists={lists} />
      ) : (
        <EmptyState
          title={t('light.title')}
          text={t('light.text')}
          action={
            <Button component={ScreenLink} to={linkTo(dataScreen, { params: { id: device.id } })}>
              {t('light.action')}
            </Button>
          }
        />
      )}
    </>
  )
}

/** The photo that is open. The period goes on meanwhile: it stays open, and what is drawn on it, after it has left the list. */
const useOpened = (photos: readonly Photo[], id: number | undefined): Photo | undefined => {
  const found = photos.find(photo => photo.id === id)
  const [last, setLast] = useState(found)
  if (found && found !== last) setLast(found)
  return found ?? (last?.id === id ? last : undefined)
}

function PhotosOfPeriod({ device, subject, lists }: Omit<Props, 'choices'>) {
  const { t } = useTranslation('photos')
  const format = useFormat()
  const now = useNow()
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS
  const period = usePeriod()
  const search = useScreenSearch(photosScreen)
  const changeSearch = useChangeSearch(photosScreen)
  const write = (change: SearchFor<typeof photosScreen>, replace = true) => void changeSearch(change, replace)
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null)
  const [deleting, setDeleting] = useState<Photo[]>([])
  const kinds = kindsOf(search.kind)
  const queryPeriod = queryPeriodOf(period.settled, subject.research, minute)
  const read = usePhotos(subject.target, queryPeriod)
  const { data, error, isPlaceholderData } = read
  const waiting = period.moving || isPlaceholderData
  const photos = data?.photos ?? []
  const moments = photoMomentsOf(photos, kinds)
  const picked = photos.filter(photo => chosen?.has(photo.id))
  const opened = useOpened(photos, search.photo)
  const timeZone = data?.time_zone ?? subject.time_zone
  const outside = error instanceof CallFailed && error.code === 'outside_subscription'
  const toggle = ({ id }: Photo) => {
    const next = new Set(chosen)
    if (!next.delete(id) && next.size < MAX_PHOTOS_AT_ONCE) next.add(id)
    setChosen(next)
  }
  return (
    <>
      <PeriodBar
        period={period}
        research={subject.research !== null}
        queryPeriod={queryPeriodOf(period.choice, subject.research, minute)}
        frame={waiting ? undefined : data}
        timeZone={timeZone}
        now={now}
      />
      {error && !waiting && outside && <OutsidePeriod period={period} />}
      {!outside && <QueryFailed query={read} />}
      {!data && !error && <PartLoading />}
      {data && !outside && (
        <div className={classes.content} data-waiting={waiting || undefined}>
          {photos.length > 0 && (
            <PhotoToolbar
              kinds={kinds}
              onKinds={kind => write({ kind: kind === 'both' ? undefined : kind })}
              chosen={chosen ? picked : null}
              device={subject.device_name}
              timeZone={timeZone}
              onChoose={choosing => setChosen(choosing ? new Set() : null)}
              onDelete={() => setDeleting(picked)}
            />
          )}
          {data.total > photos.length && (
            <Note status="pending">
              {t('newest_only', { shown: format.number(photos.length), total: format.number(data.total) })}
            </Note>
          )}
          {moments.length === 0 && <NoPhotos device={device} none={photos.length === 0} />}
          <PhotoGrid
            moments={moments}
            timeZone={timeZone}
            chosen={chosen}
            onPress={photo => (chosen ? toggle(photo) : write({ photo: photo.id }, false))}
          />
        </div>
      )}
      {opened && (
        <Suspense>
          <Viewer
            photos={photos.includes(opened) ? photos : [...photos, opened]}
            photo={opened}
            place={{
              name: subjectPlaceName(subject),
              device: subject.device_name,
              timeZone,
              areaTypeId: subject.area_type_id,
            }}
            lists={lists}
            onShow={id => write({ photo: id })}
            onDelete={photo => setDeleting([photo])}
            onClose={() => write({ photo: undefined })}
          />
        </Suspense>
      )}
      <LazyOverlay when={deleting.length > 0} onFailed={() => setDeleting([])}>
        {isOpen => (
          <DeletePhotos
            opened={isOpen}
            photos={deleting}
            onClose={() => setDeleting([])}
            onDeleted={() => {
              setDeleting([])
              if (chosen) setChosen(null)
              write({ photo: undefined })
            }}
          />
        )}
      </LazyOverlay>
    </>
  )
}
