import { localDateAt } from '../time/wall-clock.ts'

/** Letters and digits of one part; what is longer says no more. */
const PART_MAX = 60

/** Bytes of a whole name, which no system lets be longer: a Chinese letter has three. */
const NAME_BYTES = 255

/** A text as part of a file's name, whatever the system: `Piglet room 3` as `piglet-room-3`. Letters of any language stay. */
export const fileWord = (text: string): string =>
  [
    ...text
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-'),
  ]
    .slice(0, PART_MAX)
    .join('')
    .replace(/^-|-$/g, '')

/** Days that a file is of, both included: `YYYY-MM-DD`. */
export interface FileDays {
  from?: string | null | undefined
  last?: string | null | undefined
}

/** Local days of a half-open interval of instants (ISO 8601) in a time zone. */
export const daysOfFile = (from: string, until: string, timeZone: string): { from: string; last: string } => ({
  from: localDateAt(from, timeZone),
  last: localDateAt(new Date(Math.max(Date.parse(from), Date.parse(until) - 1)).toISOString(), timeZone),
})

/** Bytes of a text as systems write names (UTF-8). */
export const bytesOf = (text: string): number => encodeURIComponent(text).replace(/%../g, '.').length

/** Words that together have at most so many bytes: the longest is cut, so that each still tells files apart. */
const wordsWithin = (words: readonly string[], bytes: number): string[] => {
  const kept = [...words]
  const whole = () => kept.reduce((sum, word) => sum + bytesOf(word), 0)
  while (whole() > bytes) {
    const longest = kept.reduce((most, word, index) => (bytesOf(word) > bytesOf(kept[most] ?? '') ? index : most), 0)
    kept[longest] = [...(kept[longest] ?? '')].slice(0, -1).join('').replace(/-$/, '')
  }
  return kept
}

/**
 * Name of a file that is downloaded: what it is of, of which barn or farm, and its days, such as
 * `piglet-room-3_nh3_2026-11-17_2026-11-18.csv`. Parts that say nothing are left out, as is one of emoji alone; a name without any
 * is `barnometer`. At most 255 bytes: the days and the ending are whole, and of the parts the longest is cut. `ending` has no dot.
 */
export const fileName = (parts: readonly (string | null | undefined)[], days: FileDays, ending: string): string => {
  const { from, last } = days
  const period = from === last ? [from] : [from, last]
  const said = parts.map(part => fileWord(part ?? '')).filter(Boolean)
  const words = said.length > 0 ? said : ['barnometer']
  const tail = [...period.flatMap(day => (day ? [`_${day}`] : [])), `.${ending}`].join('')
  return wordsWithin(words, NAME_BYTES - bytesOf(tail) - words.length + 1).join('_') + tail
}

/** Name for all the areas or devices of a file, each named once: that of the one, else how many there are, such as `4 areas`. */
export const nameOfSeveral = (names: readonly string[], word: string): string =>
  names.length === 1 ? (names[0] ?? '') : `${names.length} ${word}`
