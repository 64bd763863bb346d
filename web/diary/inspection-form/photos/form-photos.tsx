import { IconPencil, IconPhotoPlus, IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InspectionPhoto } from '#shared/contract/diary/inspections.ts'
import { MAX_INSPECTION_PHOTOS } from '#shared/contract/fixed.ts'
import { lazyPart } from '../../../kit/pages/part.ts'
import { Marks } from '../../../measurements/photos/viewer/marks.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { PartLoading } from '../../../ui/feedback/page-loading.tsx'
import { Confirm } from '../../../ui/overlays/confirm.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import type { Attachment } from '../../outbox/outbox-item.ts'
import { readPreview } from '../../outbox/outbox-store.ts'
import classes from '../form.module.css'

const DrawOn = lazyPart(async () => ({
  default: (await import('../../../measurements/photos/viewer/draw.tsx')).DrawOn,
}))

/** Addresses of previews by client id, on this device or with the server; null where there is none. */
export const usePreviews = (
  parts: readonly Attachment[],
  there: readonly InspectionPhoto[],
): ReadonlyMap<string, string | null> => {
  const [previews, setPreviews] = useState<ReadonlyMap<string, string | null>>(new Map())
  const ids = parts.map(({ client_id }) => client_id).join()
  useEffect(() => {
    let over = false
    const made: string[] = []
    const find = async (id: string): Promise<[string, string | null]> => {
      const kept = await readPreview(id).catch(() => undefined)
      const address = kept ? URL.createObjectURL(new Blob([kept.bytes], { type: kept.type })) : null
      if (address) made.push(address)
      return [id, address]
    }
    void Promise.all(ids === '' ? [] : ids.split(',').map(find)).then(found => {
      if (over) for (const address of made) URL.revokeObjectURL(address)
      else setPreviews(new Map(found))
    })
    return () => {
      over = true
      for (const address of made) URL.revokeObjectURL(address)
    }
  }, [ids])
  const addresses = new Map(there.map(({ id, web }) => [id, web]))
  return new Map(
    parts.flatMap(({ client_id, sent_id }): [string, string | null][] => {
      const here = previews.get(client_id)
      // A preview that is undefined is not known to exist yet.
      if (here === undefined && sent_id === null) return []
      return [[client_id, here ?? addresses.get(sent_id ?? 0) ?? null]]
    }),
  )
}

interface PickProps {
  camera?: boolean
  label: string
  className: string | undefined
  children: React.ReactNode
  disabled: boolean
  onFiles: (files: File[]) => void
}

/** A button that opens the camera, or what is on the device. */
export function PickPhotos({ camera, label, className, children, disabled, onFiles }: PickProps) {
  return (
    <label className={className} data-off={disabled || undefined}>
      {children}
      <input
        type="file"
        className="bm-hidden"
        aria-label={label}
        accept="image/*"
        capture={camera ? 'environment' : undefined}
        multiple={!camera}
        disabled={disabled}
        onChange={event => {
          const files = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          onFiles(files)
        }}
      />
    </label>
  )
}

interface Props {
  parts: readonly Attachment[]
  previews: ReadonlyMap<string, string | null>
  /** Names of photos that are being made ready. */
  coming: number
  /** Why the last one is not there. */
  trouble: string | null
  onFiles: (files: File[]) => void
  onParts: (of: (parts: Attachment[]) => Attachment[]) => void
  onRemove: (clientId: string) => void
}

/** The photos of an inspection: drawn on, marked, taken out again. */
export function Photos({ parts, previews, coming, trouble, onFiles, onParts, onRemove }: Props) {
  const { t } = useTranslation(['inspect', 'photos', 'ui'])
  const [drawing, setDrawing] = useState<string | null>(null)
  const [isDrawn, setIsDrawn] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = () => {
    setIsLeaving(false)
    setDrawing(null)
  }
  const photos = parts.filter(({ kind }) => kind === 'photo')
  const full = photos.length >= MAX_INSPECTION_PHOTOS
  const drawn = photos.find(({ client_id }) => client_id === drawing)
  const set = (id: string, change: Partial<Attachment>) =>
    onParts(all => all.map(part => (part.client_id === id ? { ...part, ...change } : part)))
  return (
    <section className={classes.section} aria-labelledby="inspect-photos">
      <div className={classes.head}>
        <h2 id="inspect-photos">{t('photos.title')}</h2>
        <span className="bm-small bm-muted">
          {t('progress', { answered: photos.length, asked: MAX_INSPECTION_PHOTOS })}
        </span>
      </div>
      {photos.map(({ client_id: id, name, width, height, annotation, marked }, index) => (
        <figure key={id} className={classes.photo}>
          <div className={classes.picture} style={{ aspectRatio: `${width} / ${height}` }}>
            {previews.get(id) && <img src={previews.get(id) ?? ''} alt={t('photos.nth', { nth: index + 1 })} />}
            {previews.get(id) === null && <span>{name || t('photos.not_here')}</span>}
            <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
              <Marks marks={annotation} size={{ width, height }} />
            </svg>
          </div>
          <div className={classes.tools}>
            <button
              type="button"
              aria-pressed={marked}
              aria-label={t('photos.mark', { nth: index + 1 })}
              onClick={() => set(id, { marked: !marked })}
            >
              {marked ? <IconStarFilled size={21} /> : <IconStar size={21} stroke={2} />}
            </button>
            {previews.get(id) && (
              <button type="button" aria-label={t('photos.draw', { nth: index + 1 })} onClick={() => setDrawing(id)}>
                <IconPencil size={21} stroke={2} />
              </button>
            )}
            <button type="button" aria-label={t('photos.remove', { nth: index + 1 })} onClick={() => onRemove(id)}>
              <IconTrash size={21} stroke={2} />
            </button>
          </div>
        </figure>
      ))}
      {coming > 0 && (
        <p role="status" className="bm-small bm-muted">
          {t('photos.coming', { count: coming })}
        </p>
      )}
      {trouble && <Note status="act_now">{trouble}</Note>}
      <PickPhotos className={classes.pick} label={t('photos.from_device')} disabled={full} onFiles={onFiles}>
        <IconPhotoPlus size={22} stroke={1.9} aria-hidden="true" />
        {t(full ? 'photos.full' : 'photos.from_device', { count: MAX_INSPECTION_PHOTOS })}
      </PickPhotos>
      {drawn && (
        <Dialog opened size={900} title={t('photos:draw.action')} onClose={isDrawn ? () => setIsLeaving(true) : leave}>
          <Suspense fallback={<PartLoading />}>
            <div className={classes.drawing}>
              <DrawOn
                picture={previews.get(drawn.client_id) ?? ''}
                size={drawn}
                annotation={drawn.annotation}
                onChanged={setIsDrawn}
                onLeave={leave}
                onSave={annotation => {
                  set(drawn.client_id, { annotation })
                  leave()
                }}
              />
            </div>
          </Suspense>
        </Dialog>
      )}
      <Confirm
        opened={isLeaving}
        title={t('ui:leave.title')}
        action={t('ui:leave.leave')}
        keep={t('ui:leave.stay')}
        onConfirm={leave}
        onClose={() => setIsLeaving(false)}
      >
        <p>{t('ui:leave.text')}</p>
      </Confirm>
    </section>
  )
}
