import type { Status as GradedStatus } from '../../shared/rules/grade.ts'

/** The states of the design language §3; each has a colour, a shape and a word. `stale`: what it was when it was last measured. */
export type Status = GradedStatus | 'stale' | 'pending' | 'on_it'
