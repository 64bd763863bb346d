import { shownDate } from '../../kit/language/viewer-formats.ts'

/** Name of a round, or the day its animals came in, as whoever looks reads it. */
export const roundName = ({ name, date_in }: { name: string | null; date_in: string }): string =>
  name ?? shownDate(date_in)
