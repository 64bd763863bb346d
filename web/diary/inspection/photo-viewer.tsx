import { Button, Modal } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconDownload, IconStarFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { InspectionPhoto, InspectionSummary } from '#shared/contract/diary/inspections.ts'
import { fileName } from '#shared/rules/formats/file-name.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import viewer from '../../measurements/photos/photos.module.css'
import { PhotoStage } from '../../measurements/photos/viewer/photo-stage.tsx'
import { useFocusGivenBack } from '../../ui/overlays/focus-given-back.ts'
import classes from '../list/diary.module.css'
import { placeNameOf } from '../list/place-name.ts'

interface Props {
  photos: readonly InspectionPhoto[]
  index: number
  inspection: Pick<InspectionSummary, 'areas' | 'location_name' | 'date' | 'time_zone' | 'notes'>
  onIndex: (index: number) => void
  onClose: () => void
}

/** Photo of an inspection, large, with what is drawn on it. */
export default function PhotoViewer({ photos, index, inspection, onIndex, onClose }: Props) {
  const { t } = useTranslation(['diary', 'ui'])
  useFocusGivenBack(true)
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
  const place = placeNameOf(inspection, t)
  const time = momentIn(photo.time, inspection.time_zone)
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
      <PhotoStage
        photo={photo}
        src={photo.web}
        alt={[t('photo_of', { nth: index + 1, of: photos.length, place, time }), ...said].join(', ')}
        index={index}
        count={photos.length}
        words={{ before: t('photo_before'), after: t('photo_after') }}
        steps={photos.length > 1}
        onStep={step}
      />
      <div className={classes.viewerFoot}>
        <span className="bm-muted" role="status">
          {t('nth', { nth: index + 1, of: photos.length })}
          {photo.marked && (
            <>
              {' '}
              <IconStarFilled size={18} role="img" aria-label={t('photo_marked')} />
            </>
          )}
        </span>
        <Button
          component="a"
          variant="default"
          href={photo.web}
          download={fileName([place, time, String(index + 1)], {}, 'jpg')}
          leftSection={<IconDownload size={20} stroke={1.8} />}
        >
          {t('download')}
        </Button>
      </div>
    </Modal>
  )
}
