import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'

let crumbs: readonly string[] = []
const listeners = new Set<() => void>()
const setCrumbs = (next: readonly string[]): void => {
  crumbs = next
  for (const listener of listeners) listener()
}

/** The names a page gave itself, from the outside in; empty where the table of screens says it all. */
export const useCrumbs = (): readonly string[] =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => crumbs,
  )

/** Names the open page in breadcrumb and window title, e.g. farm and area instead of "Data". */
export const usePageName = (...names: (string | undefined)[]): void => {
  const key = JSON.stringify(names.filter(Boolean))
  useEffect(() => {
    setCrumbs(JSON.parse(key))
    return () => setCrumbs([])
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
    focusWanted = false
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
