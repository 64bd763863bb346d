import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusGivenBack } from './focus-given-back.ts'
import classes from './once-dialog.module.css'

interface Props {
  title: string
  /** px on a desk. */
  size?: number
  onClose: () => void
  children: ReactNode
}

/** Dialog of what is shown only once: a tap beside it or a key would take that away, so only its buttons close it. */
export function OnceDialog({ title, size = 560, onClose, children }: Props) {
  const { t } = useTranslation('ui')
  useFocusGivenBack(true)
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={title}
      size={size}
      className="bm-sheet"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className={classes.content}>{children}</div>
    </Modal>
  )
}
