import type { Tab } from './screens.ts'

export interface Place {
  /** Name of the screen. */
  name: string
  path: string
  tab: Tab | undefined
  /** By which the router knows how far it was scrolled. */
  scroll?: string
}

export interface Memory {
  /** The screen before this one. */
  previous: Place | null
  /** The top-level tab that was last left. */
  previousTab: Tab | null
  /** Where each tab was left. */
  left: Partial<Record<Tab, Place>>
}

export const NOTHING: Memory = { previous: null, previousTab: null, left: {} }

/** What is remembered after somebody went from one place to another (specification §2). */
export const afterNavigation = (memory: Memory, from: Place | null, to: Place): Memory => ({
  previous: from && from.path !== to.path ? from : memory.previous,
  previousTab: from?.tab && from.tab !== to.tab ? from.tab : memory.previousTab,
  left: to.tab ? { ...memory.left, [to.tab]: to } : memory.left,
})

/** Where a tap on a tab leads: to where it was left, or to its root when it is open already. */
export const tapLeadsTo = (tab: Tab, root: string, open: Tab | undefined, { left }: Memory): string =>
  tab === open ? root : (left[tab]?.path ?? root)

/** By which a tap finds back how far the tab was scrolled when it was left; nothing for its root, which begins at its top. */
export const tapScrollsTo = (tab: Tab, open: Tab | undefined, { left }: Memory): string | undefined =>
  tab === open ? undefined : left[tab]?.scroll
