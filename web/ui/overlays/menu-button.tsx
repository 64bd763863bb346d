import { cloneElement, type ReactElement, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../feedback/toast.ts'
import { LazyBoundary } from './lazy-boundary.tsx'

type Popup = 'menu' | 'dialog'
type Target = ReactElement<{
  onClick?: () => void
  autoFocus?: boolean
  'aria-haspopup'?: Popup
  'aria-expanded'?: boolean
}>

interface Props {
  /** The button, drawn at once. */
  target: Target
  /** The button with what it opens, lazy and open from the first. */
  menu: (target: Target) => ReactNode
  popup?: Popup
}

/** A button whose menu or dialog is fetched when somebody wants to see it. */
export function MenuButton({ target, menu, popup = 'menu' }: Props) {
  const { t } = useTranslation('ui')
  const [wanted, setWanted] = useState(false)
  // The button is drawn anew around its menu: the focus stays with it.
  const focused = cloneElement(target, { autoFocus: true })
  const open = () => setWanted(true)
  const failed = () => {
    setWanted(false)
    showToast({ id: 'not-fetched', message: t('not_fetched') })
  }
  if (wanted)
    return (
      <LazyBoundary waiting={focused} instead={target} onFailed={failed}>
        {menu(focused)}
      </LazyBoundary>
    )
  return cloneElement(target, { onClick: open, 'aria-haspopup': popup, 'aria-expanded': false })
}
