import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AreaNote } from '#shared/contract/diary/area-notes.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { refresh } from '../../kit/api/query.ts'
import { failureOf } from '../../kit/forms/form.ts'
import { hideToast, showToast } from '../../ui/feedback/toast.ts'

const UNDO_MS = 8000

/** Deletes a note of an area; a toast brings it back. What fails is said in a toast, too. */
export const useDeleteNote = () => {
  const { t } = useTranslation(['measurements', 'ui'])
  const client = useQueryClient()
  const attempt = async (act: () => Promise<unknown>): Promise<boolean> => {
    try {
      await act()
      await refresh(client, [api.listAreaNotes])
      return true
    } catch (failure) {
      showToast({ id: 'area-note-failed', message: failureOf(failure, []).message, color: 'bad', autoClose: false })
      return false
    }
  }
  return async ({ id }: Pick<AreaNote, 'id'>): Promise<void> => {
    const toast = `deleted-area-note-${id}`
    const undo = () => {
      hideToast(toast)
      void attempt(() => ask(api.restoreAreaNote, { params: { id } }))
    }
    if (!(await attempt(() => ask(api.deleteAreaNote, { params: { id } })))) return
    showToast({
      id: toast,
      autoClose: UNDO_MS,
      message: (
        <>
          {t('area_notes.deleted')}{' '}
          <button type="button" className="bm-link" onClick={undo}>
            {t('area_notes.undo')}
          </button>
        </>
      ),
      closeButtonProps: { 'aria-label': t('ui:close') },
    })
  }
}
