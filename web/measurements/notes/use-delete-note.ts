import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AreaNote } from '#shared/contract/diary/area-notes.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { refresh } from '../../kit/api/query.ts'
import { failureOf } from '../../kit/forms/form.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { useUndoToast } from '../../ui/feedback/use-undo-toast.tsx'

const READS = [api.listAreaNotes]

/** Deletes a note of an area; a toast brings it back. What fails is said in a toast, too. */
export const useDeleteNote = () => {
  const { t } = useTranslation('measurements')
  const client = useQueryClient()
  const tellDeleted = useUndoToast(READS)
  return async ({ id }: Pick<AreaNote, 'id'>): Promise<void> => {
    const params = { id }
    try {
      await ask(api.deleteAreaNote, { params })
      await refresh(client, READS)
    } catch (failure) {
      showToast({ id: 'area-note-failed', message: failureOf(failure, []).message, color: 'bad', autoClose: false })
      return
    }
    tellDeleted(`deleted-area-note-${id}`, t('area_notes.deleted'), () => ask(api.restoreAreaNote, { params }))
  }
}
