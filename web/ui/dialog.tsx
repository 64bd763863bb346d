import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './dialog.module.css'
import { Note } from './note.tsx'

interface Props {
  opened: boolean
  title: string
  /** Width in px on a desk. */
  size?: number
  children: ReactNode
  onClose: () => void
}

/** The frame of a dialog: a sheet from below on the phone. */
export function Dialog({ opened, title, size = 480, children, onClose }: Props) {
  const { t } = useTranslation('ui')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      className="bm-sheet"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
    </Modal>
  )
}

interface EndProps {
  /** Verb of the button that does it. */
  action: string
  /** Verb of the button that leaves all as it is. */
  keep: string
  busy?: boolean | undefined
  failure?: string | null | undefined
  /** Something is lost for good: the button says so by its colour, and the harmless one has the focus. */
  danger?: boolean | undefined
  /** Without it the button sends the form around it. */
  onAction?: () => void
  onClose: () => void
}

/** What went wrong, and the two ways out of a dialog. */
export function DialogEnd({ action, keep, busy, failure, danger, onAction, onClose }: EndProps) {
  return (
    <>
      {failure && <Note status="act_now">{failure}</Note>}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus={danger}>
          {keep}
        </Button>
        <Button
          type={onAction ? 'button' : 'submit'}
          className={danger ? classes.danger : undefined}
          loading={busy}
          onClick={onAction}
        >
          {action}
        </Button>
      </div>
    </>
  )
}
