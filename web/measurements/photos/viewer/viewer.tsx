import { Modal } from '@mantine/core'
import { useHotkeys, useReducedMotion } from '@mantine/hooks'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Photo } from '#shared/contract/measurements/photos.ts'
import { momentIn } from '../../../kit/language/viewer-formats.ts'
import { lazyPart } from '../../../kit/pages/part.ts'
import { PartLoading } from '../../../ui/feedback/page-loading.tsx'
import { useFocusGivenBack } from '../../../ui/overlays/focus-given-back.ts'
import type { Lists } from '../../chart-cards/groups.ts'
import classes from '../photos.module.css'
import { useMovie } from './movie.ts'
import { PhotoStage } from './photo-stage.tsx'
import { ViewerPanel } from './viewer-panel.tsx'

const Draw = lazyPart(() => import('./draw.tsx'))

interface Props {
  /** Newest first. */
  photos: readonly Photo[]
  photo: Photo
  place: { name: string; device: string; timeZone: string; areaTypeId: number | undefined }
  lists: Lists
  onShow: (id: number) => void
  onDelete: (photo: Photo) => void
  onClose: () => void
}

/** Viewer of one photo, large; the others of its kind follow in the order they were taken. */
export default function Viewer({ photos, photo, place, lists, onShow, onDelete, onClose }: Props) {
  const { t } = useTranslation(['photos', 'ui'])
  useFocusGivenBack(true)
  const [drawing, setDrawing] = useState(false)
  const still = useReducedMotion()
  const reel = photos.filter(one => one.kind === photo.kind).toReversed()
  const index = reel.findIndex(one => one.id === photo.id)
  const show = (next: number) => {
    const found = reel[next]
    if (found) onShow(found.id)
  }
  const movie = useMovie({ count: reel.length, index, show, addressAt: (at, size) => reel[at]?.[size] ?? '' })
  const step = (by: number) => {
    movie.pause()
    show(index + by)
  }
  const free = (work: () => void) => () => !drawing && work()
  useHotkeys([
    ['ArrowLeft', free(() => step(-1))],
    ['ArrowRight', free(() => step(1))],
    ['Home', free(() => show(0))],
    ['End', free(() => show(reel.length - 1))],
  ])
  const time = momentIn(photo.time, place.timeZone)
  const label = t('photo_of', { place: place.name, time, kind: t(`kind.${photo.kind}`) })
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      title={
        <>
          {time} <span className={classes.of}>{t('nth', { nth: index + 1, of: reel.length })}</span>
        </>
      }
      closeOnEscape={!drawing}
      // A drawing is saved or discarded by its own buttons.
      withCloseButton={!drawing}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
      classNames={{ body: classes.viewer, content: classes.viewerContent }}
      transitionProps={{ duration: 0 }}
    >
      {drawing ? (
        <Suspense fallback={<PartLoading />}>
          <Draw key={photo.id} photo={photo} onDone={() => setDrawing(false)} />
        </Suspense>
      ) : (
        <>
          <PhotoStage
            photo={photo}
            src={movie.playing === 'thumb' ? photo.thumb : photo.web}
            alt={label}
            index={index}
            count={reel.length}
            words={{ before: t('earlier'), after: t('later') }}
            steps
            onStep={step}
          />
          <ViewerPanel
            photos={photos}
            photo={photo}
            place={place}
            lists={lists}
            movie={still || reel.length < 2 ? null : movie}
            onShow={onShow}
            onDraw={() => {
              movie.pause()
              setDrawing(true)
            }}
            onDelete={() => onDelete(photo)}
          />
        </>
      )}
    </Modal>
  )
}
