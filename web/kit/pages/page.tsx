import { type ReactNode, useEffect, useRef } from 'react'
import { createStoreListeners, useExternalStore } from '../browser/external-store.ts'

const NONE: readonly string[] = []
let breadcrumbs = NONE
const listeners = createStoreListeners()
const setBreadcrumbs = (next: readonly string[]): void => {
  breadcrumbs = next
  listeners.tell()
}

/** The names a page gave itself, from the outside in; empty where the table of screens says it all. */
export const useBreadcrumbs = (): readonly string[] =>
  useExternalStore(
    listeners.listen,
    () => breadcrumbs,
    () => NONE,
  )

/** Names the open page in breadcrumb and window title, e.g. farm and area instead of "Data". */
export const usePageName = (...names: (string | undefined)[]): void => {
  const key = JSON.stringify(names.filter(Boolean))
  useEffect(() => {
    // After what is on the screen can be used: bars and window title are drawn again for it.
    const named = setTimeout(() => setBreadcrumbs(JSON.parse(key)))
    return () => {
      clearTimeout(named)
      setBreadcrumbs([])
    }
  }, [key])
}

let focusWanted = false

/** Called after each change of page: the next heading that appears takes the focus. */
export const wantHeadingFocus = (): void => {
  focusWanted = true
}

/** The one H1 of a page. */
export function PageHeading({ children, className }: { children: ReactNode; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!focusWanted) return
    // Done with the next picture: at once, the page would have to be laid out twice.
    const frame = requestAnimationFrame(() => {
      focusWanted = false
      // A page that begins with a field has it in there already.
      if (!document.activeElement?.matches('input, select, textarea')) heading.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
