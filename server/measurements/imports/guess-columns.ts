import type { ImportColumn, ImportPlan } from '../../../shared/contract/imports.ts'
import { meaningOfName } from '../../../shared/rules/field-names.ts'
import { unitsInto } from '../../../shared/rules/unit.ts'
import { measurementTypeOf } from '../../taxonomy/types.ts'
import { readNumber } from './numbers.ts'
import { readClock, readDate, readWall, type TimeForm } from './times.ts'

type Guess = Pick<ImportPlan, 'time_form' | 'columns'>

const SKIP: ImportColumn = { role: 'skip' }
const ENOUGH = 0.7
const HOURS = /^(hh|h|hour|uur|stunde|std|hora|time|tijd|zeit|uhrzeit)$/i

/** What stands in each column, from its name and the sample of rows. Null where no column tells the time. */
export const guessColumns = (rows: string[][], names: string[], decimal: '.' | ','): Guess | null => {
  const width = Math.max(names.length, ...rows.map(row => row.length))
  const columns = Array.from({ length: width }, (_, at) =>
    rows.map(row => (row[at] ?? '').trim()).filter(cell => cell !== ''),
  )
  const time = guessTime(columns, names)
  if (!time) return null
  const taken = new Set<string>()
  return {
    time_form: time.form,
    columns: columns.map((cells, at) => {
      const role = time.roles.get(at)
      if (role) return { role }
      const guessed = guessValue(names[at] ?? '', cells, decimal)
      if (!guessed || taken.has(guessed.measurement)) return SKIP
      taken.add(guessed.measurement)
      return { role: 'value', ...guessed }
    }),
  }
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

/** What a column measures: by its abbreviation, or by a name as loggers and people write it, with its unit in brackets or behind. */
const guessValue = (
  name: string,
  cells: string[],
  decimal: '.' | ',',
): { measurement: string; unit?: string } | null => {
  const numbers = cells.map(cell => readNumber(cell, decimal)).filter(number => Number.isFinite(number)) as number[]
  if (numbers.length === 0) return null
  const { bare, unit } = splitUnit(name)
  const known = measurementTypeOf(bare.toLowerCase())
  const meaning = known ? { key: known.abbreviation, unit: null } : meaningOfName(plainLetters(bare), numbers[0] ?? 0)
  const type = meaning && measurementTypeOf(meaning.key)
  if (!meaning || !type) return null
  const told = unit ?? meaning.unit
  const fits = told === null ? undefined : unitsInto(type.unit, type.abbreviation).find(one => one === told)
  return { measurement: type.abbreviation, ...(fits === undefined || fits === type.unit ? {} : { unit: fits }) }
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
  [/\bmm\s?Hg$/i, 'mmHg'],
  [/\bklx$/i, 'klx'],
  [/\blx$|\blux$/i, 'lx'],
  [/\bkm\/h$/i, 'km/h'],
  [/\bm\/s$/i, 'm/s'],
  [/\bmV$/, 'mV'],
  [/%(\s*RH)?$/i, '%'],
]

/** `NH3 [ppm]`, `Temp (°F)` and `Temp F` as name and unit. */
const splitUnit = (name: string): { bare: string; unit: string | null } => {
  const [, before, inside] = /^(.*?)\s*[[(]([^\])]*)[\])]\s*$/.exec(name) ?? []
  const text = inside ?? name
  const found = UNITS.find(([pattern]) => pattern.test(` ${text}`.slice(inside === undefined ? 1 : 0)))
  const bare = before ?? (found ? name.replace(found[0], '') : name)
  return { bare: bare.trim() === '' ? name : bare.trim(), unit: found?.[1] ?? null }
}

/** `Amoníaco` without its accent. */
const plainLetters = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '')
