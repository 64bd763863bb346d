import { useTranslation } from 'react-i18next'
import type { InspectionSummary } from '#shared/contract/diary/inspections.ts'
import { useUser } from '../kit/api/session.ts'
import { showToast } from '../ui/feedback/toast.ts'
import { useUndoToast } from '../ui/feedback/use-undo-toast.tsx'
import { keepInspection, removeInspection } from './remove.ts'

/** Deletes an inspection, with reception or without; a toast brings it back. What fails is said in a toast, too. */
export const useDeleteInspection = () => {
  const { t } = useTranslation(['diary', 'inspect'])
  const { id: userId } = useUser()
  const tellDeleted = useUndoToast()
  return async (inspection: InspectionSummary, onGone?: () => void) => {
    try {
      const item = await removeInspection(inspection, userId)
      tellDeleted(`deleted-inspection-${item}`, t('deleted'), () => keepInspection(item))
      onGone?.()
    } catch {
      showToast({ id: 'diary-failed', message: t('not_deleted'), color: 'bad', autoClose: false })
    }
  }
}
