import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { readSession } from '../../kit/api/session.ts'
import { Confirm } from './confirm.tsx'

/** Asks before a page with unsaved changes is left; never keeps somebody whose session is over. */
export function LeaveGuard({ when, text }: { when: boolean; text?: string }) {
  const { t } = useTranslation('ui')
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => when && readSession().user !== null,
    enableBeforeUnload: when,
    withResolver: true,
  })
  return (
    <Confirm
      opened={status === 'blocked'}
      title={t('leave.title')}
      action={t('leave.leave')}
      keep={t('leave.stay')}
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      <p>{text ?? t('leave.text')}</p>
    </Confirm>
  )
}
