import { IconStarFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InspectionSummary } from '#shared/contract/diary/inspections.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { Marks } from '../../measurements/photos/viewer/marks.tsx'
import PhotoViewer from '../inspection/photo-viewer.tsx'
import { inspectionScreen } from '../screens.ts'
import classes from './diary.module.css'
import { placeNameOf } from './place-name.ts'

/** The photos of the diary, all of an inspection together. */
export default function PhotosView({ inspections }: { inspections: readonly InspectionSummary[] }) {
  const { t } = useTranslation('diary')
  const [opened, setOpened] = useState<{ inspection: InspectionSummary; index: number } | null>(null)
  return (
    <>
      <ul className={classes.gallery}>
        {inspections.map(inspection => {
          const at = momentIn(inspection.date, inspection.time_zone)
          const place = placeNameOf(inspection, t)
          return (
            <li key={inspection.id} className="bm-card">
              <div className={classes.shots} data-count={Math.min(4, inspection.photos.length)}>
                {inspection.photos.map((photo, index) => (
                  <button
                    key={photo.id}
                    type="button"
                    aria-label={[
                      t('photo_of', { nth: index + 1, of: inspection.photo_count, place, time: at }),
                      ...(photo.marked ? [t('photo_marked')] : []),
                    ].join(', ')}
                    onClick={() => setOpened({ inspection, index })}
                  >
                    <img src={photo.thumb} alt="" loading="lazy" decoding="async" />
                    <svg
                      viewBox={`0 0 ${photo.width} ${photo.height}`}
                      preserveAspectRatio="xMidYMid slice"
                      aria-hidden="true"
                    >
                      <Marks marks={photo.annotation} size={photo} />
                    </svg>
                    {photo.marked && (
                      <span className={classes.star}>
                        <IconStarFilled size={16} aria-hidden="true" />
                      </span>
                    )}
                  </button>
                ))}
              </div>
              <p className={classes.caption}>
                <ScreenLink to={linkTo(inspectionScreen, { params: { id: inspection.id } })}>{place}</ScreenLink>
                <span className="bm-muted bm-nowrap">{at}</span>
              </p>
            </li>
          )
        })}
      </ul>
      {opened && (
        <PhotoViewer
          photos={opened.inspection.photos}
          index={opened.index}
          inspection={opened.inspection}
          onIndex={index => setOpened({ ...opened, index })}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}
