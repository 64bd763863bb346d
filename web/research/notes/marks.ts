import type { ResearchNote } from '#shared/contract/places/research-notes.ts'

/** Marks of notes in a chart over time: where each begins, and where a span ends. */
export const marksOf = (notes: readonly Pick<ResearchNote, 'title' | 'start' | 'end'>[]) =>
  notes.flatMap(({ title, start, end }) => [
    { time: Date.parse(start), label: title },
    ...(end === null ? [] : [{ time: Date.parse(end), label: `← ${title}` }]),
  ])
