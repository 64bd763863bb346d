import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { Snapshot } from '#shared/contract/measurements/snapshots.ts'
import { useApiMutation } from '../../kit/api/query.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { ConfirmDelete } from '../../ui/overlays/confirm-delete.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'

interface Props {
  version: Snapshot
  onClose: () => void
}

/** Opens the page of a version to everybody, or closes it, and says whether everybody may download the data. */
export function PublishDialog({ version, isLeft = false, onClose }: Props & { isLeft?: boolean }) {
  const { t } = useTranslation(['snapshots', 'form'])
  const publish = useApiMutation(api.publishSnapshot, {
    refresh: [api.listSnapshots, api.listLeftSnapshots, api.listConsentReads],
  })
  const [published, setPublished] = useState(version.published_at !== null)
  const [download, setDownload] = useState(version.public_download)
  return (
    <FormDialog
      opened
      title={t('publish.title', { version: version.version })}
      action={t('publish.save')}
      busy={publish.isPending}
      failure={publish.error && (publish.error.message || t('form:no_answer'))}
      onSubmit={event => {
        event.preventDefault()
        const body = { published, download: published && download }
        publish.mutate({ params: { id: version.id }, body }, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      <p className="bm-muted">{t('publish.text')}</p>
      {isLeft && !published && <Note status="attention">{t('left.closing')}</Note>}
      <Checkbox
        label={t('publish.published')}
        checked={published}
        onChange={event => setPublished(event.currentTarget.checked)}
      />
      <Checkbox
        label={t('publish.download')}
        description={t('publish.download_text')}
        disabled={!published}
        checked={published && download}
        onChange={event => setDownload(event.currentTarget.checked)}
      />
    </FormDialog>
  )
}

export function DeleteSnapshot({ version: { id, version }, onClose }: Props) {
  const { t } = useTranslation('snapshots')
  return (
    <ConfirmDelete
      endpoint={api.deleteSnapshot}
      id={id}
      refresh={[api.listSnapshots]}
      title={t('deleting.title', { version })}
      action={t('deleting.action')}
      onDone={onClose}
      onClose={onClose}
    >
      <p>{t('deleting.text', { version })}</p>
    </ConfirmDelete>
  )
}
