import type { StatisticsRead } from '../dashboard/queries.ts'

/** Two reads that are shown as one: there once both are, failed where one of them is. */
export const bothReads = (first: StatisticsRead, second: StatisticsRead): StatisticsRead => ({
  answer: first.answer && second.answer ? first.answer : undefined,
  old: first.old || second.old,
  failure: first.failure ?? second.failure,
  again: () => {
    for (const read of [first, second]) if (read.failure) read.again()
  },
})
