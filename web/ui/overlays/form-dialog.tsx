import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './dialog.module.css'
import { Dialog, DialogEnd } from './dialog.tsx'

interface Props {
  opened: boolean
  title: string
  action: string
  busy: boolean
  /** True while what the button does is not known yet. */
  waits?: boolean
  failure: string | null
  /** True where something is lost for good: the button says so by its colour, and the harmless one has the focus. */
  danger?: boolean
  /** Verb of the button that leaves all as it is. */
  keep?: string
  children: ReactNode
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
}

/** A short form in a dialog. */
export function FormDialog({
  opened,
  title,
  action,
  danger,
  keep,
  busy,
  waits,
  failure,
  children,
  onSubmit,
  onClose,
}: Props) {
  const { t } = useTranslation('ui')
  const ways = { action, keep: keep ?? t('cancel'), busy, waits, failure, danger, onClose }
  return (
    <Dialog opened={opened} title={title} onClose={onClose}>
      <form
        className={classes.body}
        noValidate
        onSubmit={event => {
          // A dialog opened from within a form must not send that one too.
          event.stopPropagation()
          onSubmit(event)
        }}
      >
        {children}
        <DialogEnd {...ways} />
      </form>
    </Dialog>
  )
}
