import type { CSSProperties, RefCallback, RefObject } from 'react'
import { elementAt } from '#shared/rules/collections/elements.ts'
import { useIsPrinting } from './printing.ts'
import { useWindowedRows } from './windowed-rows.ts'

/** Entries of a list that is drawn as a whole. */
const FEW = 24
const OVERSCAN = 5

/** A part of a list: a heading, where it has one, and a number of lines below it. */
export interface Group {
  key: string | number
  head: boolean
  lines: number
}

/** A line of a list; `line` is null for the heading of its group. */
interface Line {
  group: number
  line: number | null
}

/** Attributes of the element of a line, so that its height is known. Empty where all lines are drawn. */
export interface LineProps {
  ref?: RefCallback<HTMLElement>
  'data-index'?: number
}

/** Lines of a group that are drawn; `head` is null where it has none or that is not among them. */
export interface DrawnGroup {
  group: number
  head: LineProps | null
  lines: { line: number; props: LineProps }[]
}

/** The lines of groups, one after the other. */
export const linesOf = (groups: readonly Group[]): Line[] =>
  groups.flatMap(({ head, lines }, group) => [
    ...(head ? [{ group, line: null }] : []),
    ...Array.from({ length: lines }, (_, line) => ({ group, line })),
  ])

/** Lines by their index, those of a group together. */
export const drawnGroups = (
  lines: readonly Line[],
  indexes: readonly number[],
  propsOf: (index: number) => LineProps,
): DrawnGroup[] => {
  const drawn: DrawnGroup[] = []
  for (const index of indexes) {
    const { group, line } = elementAt(lines, index)
    let last = drawn.at(-1)
    if (last?.group !== group) {
      last = { group, head: null, lines: [] }
      drawn.push(last)
    }
    if (line === null) last.head = propsOf(index)
    else last.lines.push({ line, props: propsOf(index) })
  }
  return drawn
}

interface Lines {
  groups: readonly Group[]
  /** Height of a heading and of a line in px before they have been drawn and measured. */
  guess: { head: number; line: number }
  /** px between two lines, whatever they are. */
  gap: number
  /** Entries that stand side by side in a line. */
  across?: number
}

interface WindowedGroups<List extends HTMLElement> {
  /** Element whose top is where the first line begins. */
  element: RefObject<List | null>
  /** True where only lines in and near the window are drawn. */
  windowed: boolean
  drawn: readonly DrawnGroup[]
  /** Styles of that element, and of the one element in it that holds what is drawn. */
  whole: CSSProperties
  moved: CSSProperties
}

/** Lines of a list in groups that scrolls with the page: of a long one only those in and near the window are in it, unless it is printed. */
export const useWindowedGroups = <List extends HTMLElement = HTMLDivElement>({
  groups,
  guess,
  gap,
  across = 1,
}: Lines): WindowedGroups<List> => {
  const lines = linesOf(groups)
  const windowed = !useIsPrinting() && lines.length * across > FEW
  const { element, virtual, above } = useWindowedRows<List, HTMLElement>({
    count: windowed ? lines.length : 0,
    guess: index => (lines[index]?.line === null ? guess.head : guess.line),
    keyOf: index => {
      const { group, line } = elementAt(lines, index)
      return `${elementAt(groups, group).key} ${line}`
    },
    overscan: OVERSCAN,
    gap,
  })
  if (!windowed) {
    const all = drawnGroups(lines, [...lines.keys()], () => ({}))
    return { element, windowed, drawn: all, whole: {}, moved: {} }
  }
  // The list may have become shorter since the window was looked at.
  const items = virtual.getVirtualItems().filter(({ index }) => index < lines.length)
  const drawn = drawnGroups(
    lines,
    items.map(({ index }) => index),
    index => ({ ref: virtual.measureElement, 'data-index': index }),
  )
  return {
    element,
    windowed,
    drawn,
    whole: { height: virtual.getTotalSize() },
    moved: { transform: `translateY(${above(items)}px)` },
  }
}
