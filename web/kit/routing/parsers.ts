/** Reads a value from the text of an address, and writes it there. */
export interface Parser<T> {
  /** Returns undefined for what is no such value: it counts as if it were not there. */
  read(text: string): T | undefined
  write(value: T): string
}

/** Parsers of the values of an address, by name. */
export type Schema = Readonly<Record<string, Parser<unknown>>>

export type ValueOf<P> = P extends Parser<infer T> ? T : never

/** Values read by a schema; each may be missing. */
export type ValuesOf<S extends Schema> = { [Name in keyof S]?: ValueOf<S[Name]> }

/** Values to be written; null and undefined leave the name out. */
export type ValuesFor<S extends Schema> = { [Name in keyof S]?: ValueOf<S[Name]> | null }

export const text: Parser<string> = {
  read: value => value || undefined,
  write: value => value,
}

/** Number of a thing in the database. */
export const id: Parser<number> = {
  read: value => (/^\d+$/.test(value) ? Number(value) : undefined),
  write: String,
}

/** On as `1`, off where it is missing. */
export const flag: Parser<boolean> = {
  read: value => (value === '1' ? true : undefined),
  write: value => (value ? '1' : ''),
}

/** Years of the product's dates: the server refuses others. */
const CALENDAR_DAY = /^(199\d|20\d\d)-\d\d-\d\d$/

/** Day of the calendar, `2026-02-28`. */
export const day: Parser<string> = {
  read: value => {
    const time = CALENDAR_DAY.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
    return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value) ? value : undefined
  },
  write: value => value,
}

/** Moment (`2026-02-28T07:00:00.000Z`) or day. */
export const moment: Parser<string> = {
  read: value => (value.includes('T') && !Number.isNaN(Date.parse(value)) ? value : day.read(value)),
  write: value => value,
}

/** Parser of one of a few words. */
export const oneOf = <const Word extends string>(words: readonly Word[]): Parser<Word> => ({
  read: value => words.find(word => word === value),
  write: value => value,
})

/** A value of one kind, or else of the other; each writes its own. */
export const either = <One extends number, Other extends string>(
  one: Parser<One>,
  other: Parser<Other>,
): Parser<One | Other> => ({
  read: value => one.read(value) ?? other.read(value),
  write: String,
})

/** A number as calculators write it. */
export const number: Parser<number> = {
  read: value => (/^-?\d{1,12}(\.\d{1,9})?$/.test(value) ? Number(value) : undefined),
  write: String,
}

/** Whole numbers in their order: `3,0,7`. */
export const numbers: Parser<readonly number[]> = {
  read: value => (/^\d{1,10}(,\d{1,10}){0,99}$/.test(value) ? value.split(',').map(Number) : undefined),
  write: value => value.join(),
}
