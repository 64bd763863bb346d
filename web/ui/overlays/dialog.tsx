import { Button, createTheme, MantineThemeProvider, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../../kit/browser/is-desktop.ts'
import { Note } from '../feedback/note.tsx'
import classes from './dialog.module.css'
import { useFocusGivenBack } from './focus-given-back.ts'
import { useTopmost } from './topmost.ts'

interface Props {
  opened: boolean
  title: ReactNode
  /** Width in px on a desktop. */
  size?: number
  children: ReactNode
  onClose: () => void
}

/** Lists to choose from, part of the sheet: one that floats over it moves with each change of what it is measured by. */
const IN_PLACE = createTheme({ components: { Combobox: { defaultProps: { withinPortal: false, width: '100%' } } } })
const AS_AROUND = createTheme({})

/** The frame of a dialog: a sheet from below on the phone. */
export function Dialog({ opened, title, size = 480, children, onClose }: Props) {
  const { t } = useTranslation('ui')
  const phone = usePhone()

  const topmost = useTopmost(opened)
  useFocusGivenBack(opened)
  return (
    <Modal
      opened={opened}
      closeOnEscape={topmost}
      onClose={onClose}
      title={title}
      size={size}
      className="bm-sheet"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <MantineThemeProvider theme={phone ? IN_PLACE : AS_AROUND}>{children}</MantineThemeProvider>
    </Modal>
  )
}

interface EndProps {
  /** Verb of the button that does it. */
  action: string
  /** Verb of the button that leaves all as it is. */
  keep: string
  busy?: boolean | undefined
  /** True while what the button does is not known yet. */
  waits?: boolean | undefined
  failure?: string | null | undefined
  /** True where something is lost for good: the button says so by its colour, and the harmless one has the focus. */
  danger?: boolean | undefined
  /** Handler of the button; without one the button sends the form around it. */
  onAction?: () => void
  onClose: () => void
}

/** Foot of a dialog: what went wrong, and the two ways out. */
export function DialogEnd({ action, keep, busy, waits, failure, danger, onAction, onClose }: EndProps) {
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
          disabled={waits}
          onClick={onAction}
        >
          {action}
        </Button>
      </div>
    </>
  )
}
