import { Modal } from '@mantine/core'
import { useHotkeys, useReducedMotion } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Photo } from '../../../shared/contract/photos.ts'
import { dateTimeIn } from '../../kit/format.ts'
import { PageLoading } from '../../ui/page-loading.tsx'
import type { Lists } from '../groups.ts'
import { Marks, shapeOf } from './marks.tsx'
import { useMovie } from './movie.ts'
import classes from './photos.module.css'
import { ViewerPanel } from './viewer-panel.tsx'

const Draw = lazy(() => import('./draw.tsx'))
const SWIPE = 50

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

/** One photo, large; the others of its kind follow in the order they were taken. */
export default function Viewer({ photos, photo, place, lists, onShow, onDelete, onClose }: Props) {
  const { t } = useTranslation(['photos', 'ui'])
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
  const touch = useRef<number | null>(null)
  const time = dateTimeIn(photo.time, place.timeZone)
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
      closeButtonProps={{ 'aria-label': t('ui:close') }}
      classNames={{ body: classes.viewer, content: classes.viewerContent }}
      transitionProps={{ duration: 0 }}
    >
      {drawing ? (
        <Suspense fallback={<PageLoading />}>
          <Draw key={photo.id} photo={photo} onDone={() => setDrawing(false)} />
        </Suspense>
      ) : (
        <>
          <div
            className={classes.stage}
            onPointerDown={event => {
              touch.current = event.pointerType === 'touch' ? event.clientX : null
            }}
            onPointerUp={event => {
              const moved = touch.current === null ? 0 : event.clientX - touch.current
              touch.current = null
              if (Math.abs(moved) > SWIPE) step(moved > 0 ? -1 : 1)
            }}
          >
            <div className={classes.frame} style={shapeOf(photo)}>
              <img src={movie.playing === 'thumb' ? photo.thumb : photo.web} alt={label} draggable={false} />
              <svg className={classes.canvas} viewBox={`0 0 ${photo.width} ${photo.height}`} aria-hidden="true">
                <Marks marks={photo.annotation} size={photo} />
              </svg>
            </div>
            <button
              type="button"
              className={classes.before}
              aria-label={t('earlier')}
              disabled={index <= 0}
              onClick={() => step(-1)}
            >
              <IconChevronLeft size={28} stroke={2} />
            </button>
            <button
              type="button"
              className={classes.after}
              aria-label={t('later')}
              disabled={index >= reel.length - 1}
              onClick={() => step(1)}
            >
              <IconChevronRight size={28} stroke={2} />
            </button>
          </div>
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
