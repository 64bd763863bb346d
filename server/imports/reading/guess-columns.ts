import type { ImportColumn, ImportPlan } from '#shared/contract/measurements/imports.ts'
import { withoutAccents } from '#shared/rules/formats/search-text.ts'
import { meaningOfName } from '#shared/rules/ingest/field-names.ts'
import { unitsInto } from '#shared/rules/science/unit.ts'
import { measurementTypeOf } from '../../taxonomy/types.ts'
import { LONGEST_CELL, readNumber } from './numbers.ts'
import { readClock, readDate, readWall, type TimeForm } from './times.ts'

type Guess = Pick<ImportPlan, 'time_form' | 'columns'>

const SKIP: ImportColumn = { role: 'skip' }
const ENOUGH = 0.7
const HOURS = /^(hh|h|hour|uur|stunde|std|hora|time|tijd|zeit|uhrzeit)$/i

/** Guesses what stands in each column, from its name and the sample of rows. Null where no column tells the time. */
export const guessColumns = (rows: string[][], names: string[], decimal: '.' | ','): Guess | null => {
  const width = Math.max(names.length, ...rows.map(row => row.length))
  const columns = Array.from({ length: width }, (_, at) =>
    rows.map(row => (row[at] ?? '').trim()).filter(cell => cell !== ''),
  )
  const time = guessTime(columns, names)
  if (!time) return null
  const guesses = columns.map((cells, at) =>
    time.roles.has(at) ? null : guessValue((names[at] ?? '').slice(0, LONGEST_CELL).trim(), cells, decimal),
  )
  const taken = new Set<string>()
  const allot = (guess: Guessed | null, isFree: (guess: Guessed) => boolean): ImportColumn | null => {
    if (!guess || !isFree(guess)) return null
    const measurement = guess.measurement ?? PROBES.find(probe => !taken.has(probe))
    if (measurement === undefined || taken.has(measurement)) return null
    taken.add(measurement)
    return { role: 'value', measurement, ...(guess.unit === undefined ? {} : { unit: guess.unit }) }
  }
  // Columns that say which probe they are come first, then what is left over for the others.
  const sure = guesses.map(guess => allot(guess, one => one.measurement !== null))
  const others = guesses.map((guess, at) =>
    sure[at] ? null : allot(guess && (guess.measurement === 't' ? { ...guess, measurement: null } : guess), () => true),
  )
  return {
    time_form: time.form,
    columns: columns.map((_, at) => {
      const role = time.roles.get(at)
      return role ? { role } : (sure[at] ?? others[at] ?? SKIP)
    }),
  }
}

/** Measurements for temperatures that are not that of the room, or one more of it. */
const PROBES = ['t_1', 't_2', 't_3', 't_4', 't_5', 't_6', 't_7', 't_8', 't_9', 't_0']

/** Guess of what a column measures; null: some temperature, of which nothing says that it is that of the room. */
interface Guessed {
  measurement: string | null
  unit?: string
}

interface Time {
  form: TimeForm
  roles: Map<number, ImportColumn['role']>
}

const share = (cells: string[], test: (cell: string) => boolean): number =>
  cells.length === 0 ? 0 : cells.filter(test).length / cells.length

const guessTime = (columns: string[][], names: string[]): Time | null => {
  const orders = ['ymd', 'dmy', 'mdy'] as const
  // A day above twelve tells day first from month first; where none does, day first, as Europe writes.
  const best = (cells: string[], read: (cell: string, order: (typeof orders)[number]) => unknown) =>
    orders
      .map(form => ({ form, share: share(cells, cell => read(cell, form) !== null) }))
      .reduce((a, b) => (b.share > a.share ? b : a))
  for (const [at, cells] of columns.entries()) {
    const { form, share: found } = best(cells, (cell, order) => (/\d:\d|T\d/.test(cell) ? readWall(cell, order) : null))
    if (found >= ENOUGH) return { form, roles: new Map([[at, 'time']]) }
  }
  const epoch = columns.findIndex(cells => share(cells, cell => isEpoch(cell, 1000)) >= ENOUGH)
  if (epoch >= 0) return { form: 'epoch_s', roles: new Map([[epoch, 'time']]) }
  const epochMs = columns.findIndex(cells => share(cells, cell => isEpoch(cell, 1)) >= ENOUGH)
  if (epochMs >= 0) return { form: 'epoch_ms', roles: new Map([[epochMs, 'time']]) }
  for (const [at, cells] of columns.entries()) {
    const { form, share: found } = best(cells, (cell, order) => readDate(cell, order))
    if (found < ENOUGH) continue
    const clock = columns.findIndex(
      (others, other) =>
        other !== at &&
        share(others, cell => readClock(cell) !== null && (cell.includes(':') || HOURS.test(names[other] ?? ''))) >=
          ENOUGH,
    )
    const roles = new Map<number, ImportColumn['role']>([[at, 'date']])
    return { form, roles: clock < 0 ? roles : roles.set(clock, 'clock') }
  }
  return null
}

/** A number that lies, at so many ms each, between 2000 and 2100. */
const isEpoch = (cell: string, ms: number): boolean =>
  /^\d{9,14}(\.\d+)?$/.test(cell) && Number(cell) * ms > 946_684_800_000 && Number(cell) * ms < 4_102_444_800_000

/**
 * Guesses what a column measures: by its abbreviation, or by a name as loggers and people write it, with its unit in
 * brackets or behind.
 */
const guessValue = (name: string, cells: string[], decimal: '.' | ','): Guessed | null => {
  const numbers = cells.flatMap(cell => {
    const number = readNumber(cell, decimal)
    return number !== null && Number.isFinite(number) ? [number] : []
  })
  if (numbers.length === 0) return null
  const { bare, unit } = splitUnit(name)
  const meaning = meaningOfColumn(withoutAccents(bare), numbers[0] ?? 0) ?? meaningOfUnit(bare, unit, numbers)
  const type = meaning && measurementTypeOf(meaning.key ?? 't')
  if (!meaning || !type) return null
  const told = unit ?? meaning.unit
  const fits = told === null ? undefined : unitsInto(type.unit, type.abbreviation).find(one => one === told)
  return { measurement: meaning.key, ...(fits === undefined || fits === type.unit ? {} : { unit: fits }) }
}

interface Meaning {
  key: string | null
  unit: string | null
}

/** Names of columns alone; a device that sends such a name may mean something else. */
const ALSO: Record<string, string> = { press: 'pressure', luminosity: 'light', baro: 'pressure' }

const meaningOfColumn = (name: string, value: number): Meaning | null => {
  const known = measurementTypeOf(name.toLowerCase())
  if (known) return { key: known.abbreviation, unit: null }
  const named = meaningOfName(ALSO[name.toLowerCase()] ?? name, value)
  if (named) return named
  return meaningOfNumbered(name, value) ?? meaningOfPath(name, value)
}

/** `T1`, `Temp_2` and `RH_1`: temperatures are the probes of that number, of all else there is one. */
const meaningOfNumbered = (name: string, value: number): Meaning | null => {
  const [, base = '', number = ''] = /^([^\d]+?)[ _-]?(\d{1,2})$/.exec(name) ?? []
  // A single letter may be anything, but for T.
  if (base.length < 2 && base.toLowerCase() !== 't') return null
  const meaning = meaningOfName(base, value)
  if (meaning?.key !== 't') return meaning
  return Number(number) > 9 ? null : { ...meaning, key: `t_${Number(number)}` }
}

/** Names, without numbers, of a temperature that is that of the room. */
const ROOM = /^(log(ger)?|air|ambient|room|barn|env(ironment)?|indoors?|inside|sensors?|data|stall|luft|lucht|aire)$/i

/** `Log.body.top.T`: the last word says what, those before where. */
const meaningOfPath = (name: string, value: number): Meaning | null => {
  const parts = name.split(/[./]/)
  const [last = '', ...before] = parts.toReversed()
  if (before.length === 0) return null
  const meaning = meaningOfColumn(last, value)
  if (meaning?.key !== 't') return meaning
  return before.every(part => ROOM.test(part.replace(/\d+$/, ''))) ? meaning : { ...meaning, key: null }
}

const KEY_OF_UNIT: Record<string, string | null> = {
  lx: 'light',
  klx: 'light',
  hPa: 'p',
  kPa: 'p',
  mmHg: 'p',
  inHg: 'p',
}
const OTHER_DEGREES = /dir|angle|winkel|hoek|angulo|lat|lon|dew|taupunt|wind/i

/** A name nobody knows, but a unit that says it: `Ref.roof [deg]` is some temperature, where its numbers can be one. */
const meaningOfUnit = (name: string, unit: string | null, numbers: readonly number[]): Meaning | null => {
  if (unit !== '°C' && unit !== '°F') return unit && KEY_OF_UNIT[unit] ? { key: KEY_OF_UNIT[unit], unit } : null
  const canBe = !OTHER_DEGREES.test(name) && numbers.every(number => number > -60 && number < 150)
  return canBe ? { key: null, unit } : null
}

const UNITS: [RegExp, string][] = [
  [/°\s*F$|\bdeg\s*F$|[\s_]F$|fahrenheit/i, '°F'],
  [/°\s*C$|\bdeg(\s*C)?$|[\s_]C$|celsius/i, '°C'],
  [/mg\s*\/\s*m(3|³)$/i, 'mg/m³'],
  [/[uµμ]g\s*\/\s*m(3|³)$/i, 'µg/m³'],
  [/\bppb$/i, 'ppb'],
  [/\bppm$/i, 'ppm'],
  [/\bkPa$/i, 'kPa'],
  [/\bhPa$|\bmbar$/i, 'hPa'],
  [/\bPa$/i, 'Pa'],
  [/(\b|_)mm[\s_]?Hg$/i, 'mmHg'],
  [/\bin\s?Hg$|"\s?Hg$/i, 'inHg'],
  [/\bklx$/i, 'klx'],
  [/\blx$|\blux$/i, 'lx'],
  [/\bkm\/h$/i, 'km/h'],
  [/\bm\/s$/i, 'm/s'],
  [/\bmV$/, 'mV'],
  [/%(\s*RH)?$/i, '%'],
]

/** `NH3 [ppm]`, `Temp (°F)` and `Temp F` as name and unit. */
const splitUnit = (name: string): { bare: string; unit: string | null } => {
  const open = /[\])]$/.test(name) ? Math.max(name.lastIndexOf('['), name.lastIndexOf('(')) : -1
  const [before, inside] = open < 0 ? [] : [name.slice(0, open).trim(), name.slice(open + 1, -1)]
  const text = inside ?? name
  const found = UNITS.find(([pattern]) => pattern.test(` ${text}`.slice(inside === undefined ? 1 : 0)))
  const bare = (before ?? (found ? name.replace(found[0], '') : name)).replace(/[\s_]+$/, '')
  return { bare: bare.trim() === '' ? name : bare.trim(), unit: found?.[1] ?? null }
}
