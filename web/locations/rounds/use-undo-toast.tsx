import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { refresh } from '../../kit/api/query.ts'
import { failureOf } from '../../kit/forms/form.ts'
import { hideToast, showToast } from '../../ui/feedback/toast.ts'
import { ROUND_READS } from './queries.ts'

const UNDO_MS = 8000

/** Says in a toast what was deleted, with a way back; a way that fails says why. */
export const useUndoToast = () => {
  const { t } = useTranslation(['rounds', 'ui'])
  const client = useQueryClient()
  return (id: string, message: string, bringBack: () => Promise<unknown>) => {
    const undo = async () => {
      hideToast(id)
      try {
        await bringBack()
      } catch (failure) {
        showToast({ id: `${id}-failed`, message: failureOf(failure, []).message, color: 'bad', autoClose: false })
      }
      await refresh(client, ROUND_READS)
    }
    showToast({
      id,
      autoClose: UNDO_MS,
      message: (
        <>
          {message}{' '}
          <button type="button" className="bm-link" onClick={() => void undo()}>
            {t('undo')}
          </button>
        </>
      ),
      closeButtonProps: { 'aria-label': t('ui:close') },
    })
  }
}
