import type { Status as GradedStatus } from '../../shared/rules/grade.ts'

/** The states of the design language §3; each has a colour, a shape and a word. */
export type Status = GradedStatus | 'pending' | 'on_it'
