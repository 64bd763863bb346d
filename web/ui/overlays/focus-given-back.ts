import { useEffect, useState } from 'react'

/** Returns the element that has the focus; an entry of a menu goes with its menu, so the button of that counts. */
const focused = (): HTMLElement | null => {
  const element = document.activeElement
  const opener = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const button = opener ? document.getElementById(opener) : element
  return button instanceof HTMLElement && button !== document.body ? button : null
}

/** True where nobody has taken the focus since: it went with the dialog, or is still within it. */
const isLost = (): boolean =>
  document.activeElement === document.body || !!document.activeElement?.closest('[role="dialog"]')

/**
 * Gives the focus back to what opened a dialog. The library does so for one that is there before it opens; one that comes
 * and goes with its element would leave people who use the keyboard at the top of the page.
 */
export const useFocusGivenBack = (opened: boolean): void => {
  // Asked for before anything within takes the focus.
  const [before] = useState(() => (opened && typeof document !== 'undefined' ? focused() : null))
  useEffect(() => {
    if (!opened || !before) return
    return () => {
      if (before.isConnected && isLost()) before.focus({ preventScroll: true })
    }
  }, [opened, before])
}
