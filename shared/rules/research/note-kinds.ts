/** Kinds of notes of a research project. */
export const NOTE_KINDS = ['protocol', 'treatment', 'feed', 'event'] as const
export type NoteKind = (typeof NOTE_KINDS)[number]
