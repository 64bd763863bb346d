import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './dialog.module.css'
import { Dialog, DialogEnd } from './dialog.tsx'

interface Props {
  opened: boolean
  /** A question that names the object. */
  title: string
  children: ReactNode
  /** Verb of the button that does it. */
  action: string
  /** Verb of the button that leaves all as it is. */
  keep?: string
  busy?: boolean
  failure?: string | null | undefined
  onConfirm: () => void
  onClose: () => void
}

/** A dialog before something is lost; the harmless button has the focus. */
export function Confirm({ opened, title, children, action, keep, busy, failure, onConfirm, onClose }: Props) {
  const { t } = useTranslation('ui')
  const ways = { action, keep: keep ?? t('keep'), busy, failure, danger: true, onAction: onConfirm, onClose }
  return (
    <Dialog opened={opened} title={title} onClose={onClose}>
      <div className={classes.body}>
        <div className={classes.text}>{children}</div>
        <DialogEnd {...ways} />
      </div>
    </Dialog>
  )
}
