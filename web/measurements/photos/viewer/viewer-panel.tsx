import { Button } from '@mantine/core'
import {
  IconBookmark,
  IconBookmarkFilled,
  IconDownload,
  IconGridDots,
  IconPencil,
  IconPhoto,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerTrackNext,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Photo } from '#shared/contract/measurements/photos.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import type { Lists } from '../../chart-cards/groups.ts'
import { downloadOne } from '../download.ts'
import { counterpart } from '../moments.ts'
import classes from '../photos.module.css'
import { useUpdatePhoto } from '../queries.ts'
import { Climate } from './climate.tsx'
import type { useMovie } from './movie.ts'

interface Props {
  photos: readonly Photo[]
  photo: Photo
  place: { device: string; timeZone: string; areaTypeId: number | undefined }
  lists: Lists
  /** Movie of the photos; null where nothing may move by itself, or there is nothing to play. */
  movie: ReturnType<typeof useMovie> | null
  onShow: (id: number) => void
  onDraw: () => void
  onDelete: () => void
}

/** Beside a photo: its movie, its other kind, the climate of its moment, and what can be done with it. */
export function ViewerPanel({ photos, photo, place, lists, movie, onShow, onDraw, onDelete }: Props) {
  const { t } = useTranslation('photos')
  const update = useUpdatePhoto()
  const other = counterpart(photos, photo)
  const mark = () => update.mutate({ params: { id: photo.id }, body: { marked: !photo.marked } })
  return (
    <aside className={classes.panel}>
      {movie && (
        <div className={classes.actions}>
          {movie.playing ? (
            <Button leftSection={<IconPlayerPause size={18} aria-hidden="true" />} onClick={movie.pause}>
              {t('movie.pause')}
            </Button>
          ) : (
            <>
              <Button
                variant="default"
                leftSection={<IconPlayerPlay size={18} aria-hidden="true" />}
                onClick={() => movie.play('web')}
              >
                {t('movie.play')}
              </Button>
              <Button
                variant="default"
                leftSection={<IconPlayerTrackNext size={18} aria-hidden="true" />}
                onClick={() => movie.play('thumb')}
              >
                {t('movie.fast')}
              </Button>
            </>
          )}
        </div>
      )}
      {other && (
        <button type="button" className={classes.other} onClick={() => onShow(other.id)}>
          <img src={other.thumb} alt="" />
          <span>
            {other.kind === 'normal' ? (
              <IconPhoto size={18} stroke={1.9} aria-hidden="true" />
            ) : (
              <IconGridDots size={18} stroke={1.9} aria-hidden="true" />
            )}{' '}
            {t(`show.${other.kind}`)}
          </span>
        </button>
      )}
      {!movie?.playing && <Climate photo={photo} lists={lists} areaTypeId={place.areaTypeId} />}
      <div className={classes.actions}>
        {photo.may.includes('edit') && (
          <>
            <Button
              variant="default"
              aria-pressed={photo.marked}
              loading={update.isPending}
              leftSection={
                photo.marked ? (
                  <IconBookmarkFilled size={18} aria-hidden="true" />
                ) : (
                  <IconBookmark size={18} aria-hidden="true" />
                )
              }
              onClick={mark}
            >
              {t(photo.marked ? 'marked' : 'mark')}
            </Button>
            <Button variant="default" leftSection={<IconPencil size={18} aria-hidden="true" />} onClick={onDraw}>
              {t('draw.action')}
            </Button>
          </>
        )}
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          onClick={() => downloadOne(photo, place.device, place.timeZone)}
        >
          {t('download')}
        </Button>
        {photo.original && (
          <Button
            component="a"
            variant="default"
            href={photo.original}
            download
            leftSection={<IconDownload size={18} aria-hidden="true" />}
          >
            {t('original')}
          </Button>
        )}
        {photo.may.includes('delete') && (
          <Button variant="default" leftSection={<IconTrash size={18} aria-hidden="true" />} onClick={onDelete}>
            {t('delete.action')}
          </Button>
        )}
      </div>
      {update.error && <Note status="act_now">{update.error.message || t('not_saved')}</Note>}
      {photo.original && <p className="bm-small bm-muted">{t('original_help')}</p>}
    </aside>
  )
}
