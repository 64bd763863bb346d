import { lazy, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/contract/index.ts'
import { useUnsent } from '../diary/outbox.ts'
import { ask } from '../kit/api.ts'
import { endSession } from '../kit/session.ts'
import { Opened } from '../ui/opened.tsx'

const Confirm = lazy(async () => ({ default: (await import('../ui/confirm.tsx')).Confirm }))

/** The session ends here also when the server can no longer be told. */
const logOut = () =>
  ask(api.logout, {})
    .catch(() => undefined)
    .finally(endSession)

function StayDialog({ opened, count, onClose }: { opened: boolean; count: number; onClose: () => void }) {
  const { t } = useTranslation('outbox')
  return (
    <Confirm
      opened={opened}
      title={t('leave_title')}
      action={t('leave_action')}
      keep={t('leave_keep')}
      onClose={onClose}
      onConfirm={() => void logOut()}
    >
      {t('leave_text', { count })}
    </Confirm>
  )
}

/** A button to log out, which first says what would stay behind. */
export function LogOut({ className, children }: { className: string | undefined; children: ReactNode }) {
  const { length } = useUnsent()
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button type="button" className={className} onClick={() => (length > 0 ? setOpened(true) : void logOut())}>
        {children}
      </button>
      <Opened when={opened}>
        {isOpen => <StayDialog opened={isOpen} count={length} onClose={() => setOpened(false)} />}
      </Opened>
    </>
  )
}
