import { IconCamera, IconStarFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { InspectionSummary } from '#shared/contract/diary/inspections.ts'
import { Marks } from '../../measurements/photos/viewer/marks.tsx'
import classes from './diary.module.css'

/** The first photo of an entry with what is drawn on it, and how many there are. */
export function EntryPhoto({ photos, photo_count }: Pick<InspectionSummary, 'photos' | 'photo_count'>) {
  const { t } = useTranslation('diary')
  const [photo] = photos
  if (!photo) return null
  return (
    <span className={classes.picture}>
      <img src={photo.thumb} alt="" loading="lazy" decoding="async" />
      <svg viewBox={`0 0 ${photo.width} ${photo.height}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <Marks marks={photo.annotation} size={photo} />
      </svg>
      {photos.some(({ marked }) => marked) && (
        <span className={classes.star}>
          <IconStarFilled size={14} role="img" aria-label={t('photo_marked')} />
        </span>
      )}
      <span className={classes.count}>
        <IconCamera size={14} stroke={2} aria-hidden="true" />
        <span aria-hidden="true">{photo_count}</span>
        <span className="bm-hidden">{t('photo_count', { count: photo_count })}</span>
      </span>
    </span>
  )
}
