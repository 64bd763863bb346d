import { IconStarFilled } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Inspection } from '#shared/contract/diary/inspections.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import viewer from '../../measurements/photos/photos.module.css'
import { Marks, shapeOf } from '../../measurements/photos/viewer/marks.tsx'
import diary from '../list/diary.module.css'
import { placeNameOf } from '../list/place-name.ts'
import classes from './inspection.module.css'

const PhotoViewer = lazyPart(() => import('./photo-viewer.tsx'))

/** The photos of an inspection with what is drawn on them; each opens large. */
export function InspectionPhotos({ inspection }: { inspection: Inspection }) {
  const { t } = useTranslation('diary')
  const [index, setIndex] = useState<number | null>(null)
  const { photos, time_zone } = inspection
  if (photos.length === 0) return null
  const place = placeNameOf(inspection, t)
  return (
    <section className={classes.photos} aria-label={t('photos')}>
      <ul>
        {photos.map((photo, nth) => {
          const said = photo.annotation.flatMap(mark => (mark.type === 'text' ? [mark.text] : []))
          const time = momentIn(photo.time, time_zone)
          return (
            <li key={photo.id}>
              <button
                type="button"
                className={viewer.frame}
                style={shapeOf(photo)}
                aria-label={[
                  t('photo_of', { nth: nth + 1, of: photos.length, place, time }),
                  ...(photo.marked ? [t('photo_marked')] : []),
                ].join(', ')}
                onClick={() => setIndex(nth)}
              >
                <img src={photo.web} alt="" loading="lazy" decoding="async" />
                <svg className={viewer.canvas} viewBox={`0 0 ${photo.width} ${photo.height}`} aria-hidden="true">
                  <Marks marks={photo.annotation} size={photo} />
                </svg>
                {photo.marked && (
                  <span className={diary.star}>
                    <IconStarFilled size={18} aria-hidden="true" />
                  </span>
                )}
              </button>
              {said.length > 0 && <p className="bm-small">{said.join(' · ')}</p>}
            </li>
          )
        })}
      </ul>
      {index !== null && (
        <Suspense>
          <PhotoViewer
            photos={photos}
            index={index}
            inspection={inspection}
            onIndex={setIndex}
            onClose={() => setIndex(null)}
          />
        </Suspense>
      )}
    </section>
  )
}
