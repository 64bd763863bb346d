import { useTranslation } from 'react-i18next'
import { API_BASE } from '#shared/contract/call.ts'
import type { Device } from '#shared/contract/devices/devices.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import classes from './photos.module.css'

/** Empty state: nothing of this kind or in this period, or nothing at all: then how a camera sends. */
export function NoPhotos({ device, none }: { device: Device | undefined; none: boolean }) {
  const { t } = useTranslation('photos')
  if (!none) return <EmptyState title={t('empty.kind_title')} text={t('empty.kind_text')} />
  // A device that is no longer the caller's is seen in this period only.
  const ever = !device || (device.last_photo_date ?? device.last_photo_ir_date)
  if (ever) return <EmptyState title={t('empty.period_title')} text={t('empty.period_text')} />
  const address = `${window.location.origin}${API_BASE}/photos?kind=normal`
  return (
    <>
      <EmptyState title={t('empty.never_title')} text={t('empty.never_text')} />
      <section className={`bm-card ${classes.how}`} aria-labelledby="how-photos">
        <h2 id="how-photos">{t('how.title')}</h2>
        <p>{t('how.text')}</p>
        <pre>
          <code>
            {`curl -H "Authorization: Bearer <${t('how.key')}>" \\\n  -H "Content-Type: image/jpeg" \\\n  --data-binary @photo.jpg \\\n  "${address}"`}
          </code>
        </pre>
        <p className="bm-small bm-muted">{t('how.more')}</p>
      </section>
    </>
  )
}
