import { Button } from '@mantine/core'
import { IconDownload, IconSquareCheck, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { MAX_PHOTOS_AT_ONCE } from '#shared/contract/fixed.ts'
import type { Photo } from '#shared/contract/measurements/photos.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { downloadAll, downloadOne } from './download.ts'
import { type Kinds, MOMENT_KINDS } from './moments.ts'
import classes from './photos.module.css'

interface Props {
  kinds: Kinds
  onKinds: (kinds: Kinds) => void
  /** Photos that are chosen; null while photos open when they are pressed. */
  chosen: Photo[] | null
  device: string
  timeZone: string
  onChoose: (choosing: boolean) => void
  onDelete: () => void
}

/** Bar of the kinds that are shown, and of what can be done with several photos at once. */
export function PhotoToolbar({ kinds, onKinds, chosen, device, timeZone, onChoose, onDelete }: Props) {
  const { t } = useTranslation('photos')
  const pack = useMutation({
    mutationFn: async (photos: Photo[]) => {
      const [only] = photos
      if (only && photos.length === 1) downloadOne(only, device, timeZone)
      else await downloadAll(photos, device, timeZone)
    },
  })
  const none = !chosen || chosen.length === 0
  return (
    <>
      <div className={classes.toolbar}>
        <Segments
          aria-label={t('kinds')}
          value={kinds}
          onChange={onKinds}
          data={MOMENT_KINDS.map(value => ({ value, label: t(`kind.${value}`) }))}
        />
        <span className="bm-grow" />
        {chosen ? (
          <>
            <span role="status">{t('chosen', { count: chosen.length })}</span>
            <Button
              disabled={none}
              loading={pack.isPending}
              leftSection={<IconDownload size={18} aria-hidden="true" />}
              onClick={() => pack.mutate(chosen)}
            >
              {t('download')}
            </Button>
            {(none || chosen.every(photo => photo.may.includes('delete'))) && (
              <Button
                variant="default"
                disabled={none}
                leftSection={<IconTrash size={18} aria-hidden="true" />}
                onClick={onDelete}
              >
                {t('delete.action')}
              </Button>
            )}
            <Button variant="default" onClick={() => onChoose(false)}>
              {t('choose_end')}
            </Button>
          </>
        ) : (
          <Button
            variant="default"
            leftSection={<IconSquareCheck size={18} aria-hidden="true" />}
            onClick={() => onChoose(true)}
          >
            {t('choose_several')}
          </Button>
        )}
      </div>
      {chosen && chosen.length >= MAX_PHOTOS_AT_ONCE && (
        <Note status="attention">{t('chosen_all', { count: MAX_PHOTOS_AT_ONCE })}</Note>
      )}
      {pack.isError && <Note status="act_now">{t('not_packed')}</Note>}
    </>
  )
}
