import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '../../shared/contract/call.ts'
import { api } from '../../shared/contract/index.ts'
import { ask } from '../kit/api.ts'
import { refresh, useChange } from '../kit/query.ts'
import { hideToast, showToast } from '../ui/toast.ts'
import { DIARY_READS } from './queries.ts'

const UNDO_MS = 8000
const LISTS = [api.listInspections, api.listInspectionItems]

/** Deletes an inspection at once; a toast brings it back. What fails is said in a toast, too. */
export const useDeleteInspection = () => {
  const { t } = useTranslation(['diary', 'form', 'ui'])
  const client = useQueryClient()
  // The page of what is gone is left, not read again.
  const remove = useChange(api.deleteInspection, { refresh: LISTS })
  const failed = (failure: unknown) => {
    const message = failure instanceof CallFailed ? failure.message : ''
    showToast({ id: 'diary-failed', message: message || t('form:no_answer'), color: 'bad', autoClose: false })
  }
  const undo = async (id: number, toast: string) => {
    hideToast(toast)
    await ask(api.restoreInspection, { params: { id } }).catch(failed)
    await refresh(client, DIARY_READS)
  }
  const tell = (id: number) => {
    const toast = `deleted-inspection-${id}`
    showToast({
      id: toast,
      autoClose: UNDO_MS,
      message: (
        <>
          {t('deleted')}{' '}
          <button type="button" className="bm-link" onClick={() => void undo(id, toast)}>
            {t('undo')}
          </button>
        </>
      ),
      closeButtonProps: { 'aria-label': t('ui:close') },
    })
  }
  return (id: number, onGone?: () => void) =>
    remove.mutate(
      { params: { id } },
      {
        onError: failed,
        onSuccess: () => {
          tell(id)
          onGone?.()
        },
      },
    )
}
