import type { AreaStatus } from '#shared/rules/locations/area-state.ts'

/** The states of the design language §3; each has a colour, a shape and a word. `stale`: what it was when it was last measured. */
export type Status = AreaStatus | 'stale' | 'pending' | 'on_it'
