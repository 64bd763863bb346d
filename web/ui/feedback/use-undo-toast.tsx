import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { refresh } from '../../kit/api/query.ts'
import { failureOf } from '../../kit/forms/form.ts'
import { hideToast, showToast } from './toast.ts'

/** ms that a toast with a way back stays. */
const UNDO_MS = 8000

/** Says in a toast what is gone, with a way back, after which `reads` are read anew; a way that fails says why. */
export const useUndoToast = (reads: Parameters<typeof refresh>[1] = []) => {
  const { t } = useTranslation('ui')
  const client = useQueryClient()
  return (id: string, message: string, bringBack: () => unknown): void => {
    const undo = async () => {
      hideToast(id)
      try {
        await bringBack()
      } catch (failure) {
        showToast({ id: `${id}-failed`, message: failureOf(failure, []).message, color: 'bad', autoClose: false })
      }
      await refresh(client, reads)
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
    })
  }
}
