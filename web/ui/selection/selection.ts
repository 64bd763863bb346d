import { useCallback, useEffect, useMemo, useState } from 'react'

export interface Selection {
  /** Ids that are chosen among what the list shows, in its order; null while nothing is being chosen. */
  chosen: readonly number[] | null
  /** Begins to choose, with nothing chosen yet. */
  begin: () => void
  leave: () => void
  /** Chooses one, or no longer. The same function for the life of the list: its rows are drawn again only when they change. */
  toggle: (id: number, on: boolean) => void
  /** Chooses these, too, or these no longer: what a filter hides stays as it is. */
  toggleAll: (ids: readonly number[], on: boolean) => void
}

/** Surfaces that close by Escape themselves, and fields that do something else by it. */
const ABOVE = '[role="dialog"], [role="menu"], [role="listbox"]'
const TYPED = 'input:not([type="checkbox"]), textarea, select'

/**
 * What is chosen of a list to be changed together. It lives through scrolling, sorting and filtering: what the filter hides is not
 * chosen while it is hidden. Escape leaves it.
 */
export const useSelection = (found: readonly { id: number }[]): Selection => {
  const [ids, setIds] = useState<ReadonlySet<number> | null>(null)
  const chosen = useMemo(() => ids && found.filter(({ id }) => ids.has(id)).map(({ id }) => id), [ids, found])
  const choosing = ids !== null
  useEffect(() => {
    if (!choosing) return
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (key !== 'Escape' || document.querySelector(ABOVE)) return
      if (!(target instanceof Element && target.matches(TYPED))) setIds(null)
    }
    // Heard before a dialog closes: the key that closes it does not leave the selection, too.
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [choosing])
  const toggleAll = useCallback((some: readonly number[], on: boolean) => {
    setIds(before => {
      const next = new Set(before)
      for (const id of some) {
        if (on) next.add(id)
        else next.delete(id)
      }
      return next
    })
  }, [])
  const toggle = useCallback((id: number, on: boolean) => toggleAll([id], on), [toggleAll])
  const begin = useCallback(() => setIds(new Set()), [])
  const leave = useCallback(() => setIds(null), [])
  return { chosen, begin, leave, toggle, toggleAll }
}
