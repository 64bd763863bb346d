import {
  measureElement,
  useWindowVirtualizer,
  type VirtualItem,
  type Virtualizer,
  windowScroll,
} from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { hasScrolled } from '../first-paint/scrolled.ts'

/** The size of the window until it is known. */
const PHONE = { width: 412, height: 823 }

/** Tells the size of the window, the first time together with the next picture. */
const observeWindow = (_: unknown, tell: (size: { width: number; height: number }) => void) => {
  const told = () => tell({ width: window.innerWidth, height: window.innerHeight })
  const frame = requestAnimationFrame(told)
  window.addEventListener('resize', told, { passive: true })
  return () => {
    cancelAnimationFrame(frame)
    window.removeEventListener('resize', told)
  }
}

/** Height of a row. As rows stand in the flow, guesses do no harm until the observer knows better, unless a place is to be found again. */
const sizeOf = <Row extends Element>(
  row: Row,
  entry: ResizeObserverEntry | undefined,
  list: Virtualizer<Window, Row>,
): number =>
  entry || hasScrolled() ? measureElement(row, entry, list) : list.options.estimateSize(list.indexFromElement(row))

interface Rows {
  count: number
  /** Height of a row in px before it has been drawn and measured. */
  guess: (index: number) => number
  keyOf: (index: number) => string | number
  /** Rows that are drawn before and after those in the window. */
  overscan: number
  /** px between two rows that are no part of their height. */
  gap?: number
}

interface WindowedRows<List extends HTMLElement, Row extends Element> {
  /** Element whose top is where the first row begins. */
  element: RefObject<List | null>
  virtual: Virtualizer<Window, Row>
  /** Height in px of the rows before, and after, those that are drawn. */
  above: (items: readonly VirtualItem[]) => number
  below: (items: readonly VirtualItem[]) => number
}

/** Rows of a list that scrolls with the page: only those in and near the window are in it. */
export const useWindowedRows = <List extends HTMLElement, Row extends Element = HTMLDivElement>({
  count,
  guess,
  keyOf,
  overscan,
  gap = 0,
}: Rows): WindowedRows<List, Row> => {
  const element = useRef<List>(null)
  const begun = useRef(false)
  const [top, setTop] = useState(0)
  // Content above may change its height, e.g. when filters appear: told once all is laid out, never in between.
  useEffect(() => {
    const observer = new ResizeObserver(() => setTop(element.current?.offsetTop ?? 0))
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const virtual = useWindowVirtualizer<Row>({
    count,
    estimateSize: guess,
    getItemKey: keyOf,
    overscan,
    gap,
    scrollMargin: top,
    scrollPaddingStart: 80,
    initialRect: PHONE,
    // Asked only where it can be another: the answer would lay the page out in the middle of its drawing.
    initialOffset: () => (hasScrolled() ? window.scrollY : 0),
    observeElementRect: observeWindow,
    measureElement: sizeOf,
    scrollToFn: (offset, how, list) => {
      // A new list would scroll to where the window stood when it was begun to be drawn, over what the tab was left at.
      if (begun.current) windowScroll(offset, how, list)
      begun.current = true
    },
  })
  return {
    element,
    virtual,
    above: items => (items[0]?.start ?? top) - top,
    below: items => Math.max(0, virtual.getTotalSize() - ((items.at(-1)?.end ?? top) - top)),
  }
}
