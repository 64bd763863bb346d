import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Photo } from '#shared/contract/measurements/photos.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { useDeletePhotos } from './queries.ts'

interface Props {
  opened: boolean
  photos: Photo[]
  onDeleted: () => void
  onClose: () => void
}

export function DeletePhotos({ opened, photos, onDeleted, onClose }: Props) {
  const { t } = useTranslation('photos')
  const remove = useDeletePhotos()
  // The dialog says what it asked for while it closes.
  const [count, setCount] = useState(photos.length)
  if (photos.length > 0 && count !== photos.length) setCount(photos.length)
  return (
    <Confirm
      opened={opened}
      title={t('delete.title', { count: count })}
      action={t('delete.action')}
      busy={remove.isPending}
      failure={remove.error && (remove.error.message || t('not_saved'))}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { body: { photo_ids: photos.map(photo => photo.id) } },
          {
            onSuccess: () => {
              showToast({ id: 'photos-deleted', message: t('delete.done', { count: count }) })
              onDeleted()
            },
          },
        )
      }
    >
      {t('delete.text')}
    </Confirm>
  )
}
