import { cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react'

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
  const [wanted, setWanted] = useState(false)
  // The button is drawn anew around its menu: the focus stays with it.
  const focused = cloneElement(target, { autoFocus: true })
  if (wanted) return <Suspense fallback={focused}>{menu(focused)}</Suspense>
  const open = () => setWanted(true)
  return cloneElement(target, { onClick: open, 'aria-haspopup': popup, 'aria-expanded': false })
}
