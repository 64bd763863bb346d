import { useTranslation } from 'react-i18next'
import type { InspectionSummary } from '#shared/contract/diary/inspections.ts'
import { useUser } from '../kit/api/session.ts'
import { hideToast, showToast } from '../ui/feedback/toast.ts'
import { keepInspection, removeInspection } from './remove.ts'

const UNDO_MS = 8000

/** Deletes an inspection, with reception or without; a toast brings it back. What fails is said in a toast, too. */
export const useDeleteInspection = () => {
  const { t } = useTranslation(['diary', 'inspect', 'ui'])
  const { id: userId } = useUser()
  const tell = (outboxItemId: string) => {
    const toast = `deleted-inspection-${outboxItemId}`
    const undo = () => {
      hideToast(toast)
      void keepInspection(outboxItemId)
    }
    showToast({
      id: toast,
      autoClose: UNDO_MS,
      message: (
        <>
          {t('deleted')}{' '}
          <button type="button" className="bm-link" onClick={undo}>
            {t('undo')}
          </button>
        </>
      ),
      closeButtonProps: { 'aria-label': t('ui:close') },
    })
  }
  return async (inspection: InspectionSummary, onGone?: () => void) => {
    try {
      tell(await removeInspection(inspection, userId))
      onGone?.()
    } catch {
      showToast({ id: 'diary-failed', message: t('not_deleted'), color: 'bad', autoClose: false })
    }
  }
}
