import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readOutbox, useDrafts, useUnsent } from '../../diary/outbox/outbox.ts'
import { isUnsent } from '../../diary/outbox/outbox-item.ts'
import { logOut } from '../../kit/api/log-out.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'

const Confirm = lazyPart(async () => ({ default: (await import('../../ui/overlays/confirm.tsx')).Confirm }))

function StayDialog({
  opened,
  waits,
  begun,
  onClose,
}: {
  opened: boolean
  waits: number
  begun: number
  onClose: () => void
}) {
  const { t } = useTranslation('outbox')
  return (
    <Confirm
      opened={opened}
      title={t('leave_title')}
      action={t('leave_action')}
      keep={t('leave_keep')}
      onClose={onClose}
      onConfirm={logOut}
    >
      {waits > 0 && <p>{t('leave_text', { count: waits })}</p>}
      {begun > 0 && <p>{t('leave_drafts', { count: begun })}</p>}
    </Confirm>
  )
}

/** A button to log out, which first says what would stay behind. */
export function LogOut({ className, children }: { className: string | undefined; children: ReactNode }) {
  const unsent = useUnsent()
  const drafts = useDrafts()
  const [opened, setOpened] = useState(false)
  const leave = async () => {
    // Drafts begun in a form are written without telling.
    const { outboxItems, drafts } = await readOutbox()
    if (drafts.length > 0 || outboxItems.some(isUnsent)) setOpened(true)
    else logOut()
  }
  return (
    <>
      <button type="button" className={className} onClick={() => void leave()}>
        {children}
      </button>
      <LazyOverlay when={opened} onFailed={() => setOpened(false)}>
        {isOpen => (
          <StayDialog opened={isOpen} waits={unsent.length} begun={drafts.length} onClose={() => setOpened(false)} />
        )}
      </LazyOverlay>
    </>
  )
}
