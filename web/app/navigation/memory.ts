import type { Tab } from '../../kit/routing/screen.ts'

export interface VisitedScreen {
  /** Name of the screen. */
  name: string
  path: string
  tab: Tab | undefined
  /** Key by which the router knows how far it was scrolled. */
  scroll?: string
  /** Index among the pages of this tab of the browser. */
  nth?: number
}

export interface Memory {
  /** The screen before this one. */
  previous: VisitedScreen | null
  /** The top-level tab that was last left. */
  previousTab: Tab | null
  /** Place at which each tab was left. */
  left: Partial<Record<Tab, VisitedScreen>>
}

export const EMPTY_MEMORY: Memory = { previous: null, previousTab: null, left: {} }

/** A place that gave way to another leads nowhere: a device that is not there to the page that says so. */
const without = ({ left }: Memory, gone: VisitedScreen | null): Memory['left'] =>
  Object.fromEntries(Object.entries(left).filter(([, { path }]) => path !== gone?.path))

/** Memory after somebody went from one place to another (specification §2). */
export const afterNavigation = (memory: Memory, from: VisitedScreen | null, to: VisitedScreen): Memory => {
  const gaveWay = from?.nth !== undefined && from.nth === to.nth && from.path !== to.path
  const left = gaveWay ? without(memory, from) : memory.left
  return {
    previous: from && from.path !== to.path && !gaveWay ? from : memory.previous,
    previousTab: from?.tab && from.tab !== to.tab ? from.tab : memory.previousTab,
    left: to.tab ? { ...left, [to.tab]: to } : left,
  }
}

/** Path a tap on a tab leads to: where the tab was left, or its root when it is open already. */
export const tapLeadsTo = (tab: Tab, root: string, open: Tab | undefined, { left }: Memory): string =>
  tab === open ? root : (left[tab]?.path ?? root)

/**
 * Key by which a tap finds how far the tab was scrolled when it was left; undefined for its root, which begins at its
 * top.
 */
export const tapScrollsTo = (tab: Tab, open: Tab | undefined, { left }: Memory): string | undefined =>
  tab === open ? undefined : left[tab]?.scroll
