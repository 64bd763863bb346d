import { Button, Modal } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { InspectionPhoto, InspectionSummary } from '../../shared/contract/inspections.ts'
import { dateTimeIn } from '../kit/format.ts'
import { Marks, shapeOf } from '../measurements/photos/marks.tsx'
import viewer from '../measurements/photos/photos.module.css'
import { fileWord } from '../ui/save-file.ts'
import classes from './diary.module.css'
import { placeOf } from './place-name.ts'

/** px a finger moves before it means the next photo. */
const SWIPE = 50

interface Props {
  photos: readonly InspectionPhoto[]
  index: number
  inspection: Pick<InspectionSummary, 'areas' | 'location_name' | 'date' | 'time_zone' | 'notes'>
  onIndex: (index: number) => void
  onClose: () => void
}

/** One photo of an inspection, large, with what is drawn on it. */
export default function PhotoViewer({ photos, index, inspection, onIndex, onClose }: Props) {
  const { t } = useTranslation(['diary', 'ui'])
  const touch = useRef<number | null>(null)
  const step = (by: number) => {
    if (photos[index + by]) onIndex(index + by)
  }
  useHotkeys([
    ['ArrowLeft', () => step(-1)],
    ['ArrowRight', () => step(1)],
    ['Home', () => onIndex(0)],
    ['End', () => onIndex(photos.length - 1)],
  ])
  const photo = photos[index]
  if (!photo) return null
  const place = placeOf(inspection, t)
  const time = dateTimeIn(photo.time, inspection.time_zone)
  const said = photo.annotation.flatMap(mark => (mark.type === 'text' ? [mark.text] : []))
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      title={
        <>
          {place} <span className={viewer.of}>{time}</span>
        </>
      }
      closeButtonProps={{ 'aria-label': t('ui:close') }}
      classNames={{ content: viewer.viewerContent, body: classes.viewer }}
      transitionProps={{ duration: 0 }}
    >
      <div
        className={viewer.stage}
        onPointerDown={event => {
          touch.current = event.pointerType === 'touch' ? event.clientX : null
        }}
        onPointerUp={event => {
          const moved = touch.current === null ? 0 : event.clientX - touch.current
          touch.current = null
          if (Math.abs(moved) > SWIPE) step(moved > 0 ? -1 : 1)
        }}
      >
        <div className={viewer.frame} style={shapeOf(photo)}>
          <img
            src={photo.web}
            alt={[t('photo_of', { nth: index + 1, of: photos.length, place, time }), ...said].join(', ')}
            draggable={false}
          />
          <svg className={viewer.canvas} viewBox={`0 0 ${photo.width} ${photo.height}`} aria-hidden="true">
            <Marks marks={photo.annotation} size={photo} />
          </svg>
        </div>
        {photos.length > 1 && (
          <>
            <button
              type="button"
              className={viewer.before}
              aria-label={t('photo_before')}
              disabled={index === 0}
              onClick={() => step(-1)}
            >
              <IconChevronLeft size={28} stroke={2} />
            </button>
            <button
              type="button"
              className={viewer.after}
              aria-label={t('photo_after')}
              disabled={index >= photos.length - 1}
              onClick={() => step(1)}
            >
              <IconChevronRight size={28} stroke={2} />
            </button>
          </>
        )}
      </div>
      <div className={classes.viewerFoot}>
        <span className="bm-muted" role="status">
          {t('nth', { nth: index + 1, of: photos.length })}
        </span>
        <Button
          component="a"
          variant="default"
          href={photo.web}
          download={`${fileWord(place)}-${fileWord(time)}-${index + 1}.jpg`}
          leftSection={<IconDownload size={20} stroke={1.8} />}
        >
          {t('download')}
        </Button>
      </div>
    </Modal>
  )
}
