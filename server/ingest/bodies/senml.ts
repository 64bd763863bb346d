import { readNamed } from '#shared/rules/ingest/field-names.ts'
import { measurementTypeOf } from '../../taxonomy/types.ts'
import { nothingRead, type ReadMessages, readMessage } from '../messages.ts'

type Fields = Record<string, unknown>

/** Times below this many seconds are relative to now (RFC 8428 §4.5.3). */
const RELATIVE = 2 ** 28
/** A pack of a higher version may mean anything (§4.4). */
const VERSION = 10

/** Characters of a base name, a name and a unit. Base values hold on for all that follows, so a long one would cost its length with each record. */
const LONGEST = 200

/** SenML's spelling of a unit, in ours. */
const UNITS: Record<string, string> = { Cel: '°C', '%RH': '%', '%EL': '%' }
/** Measurement that a unit stands for, in a record whose name says nothing but whose device it is. */
const MEANING: Record<string, string> = { Cel: 't', '%RH': 'h', '%EL': 'battery', lx: 'light' }

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An array whose first record has a name or a base name as text, and something to say. */
export const looksLikeSenml = (body: unknown): body is unknown[] => {
  const [first] = Array.isArray(body) ? body : []
  if (!isRecord(first) || (typeof first.bn !== 'string' && typeof first.n !== 'string')) return false
  return ['v', 'vs', 'vb', 'vd', 's', 'bn'].some(field => first[field] !== undefined)
}

interface Base {
  name: string
  time: number
  unit: string | null
  value: number
}

/** Reads a SenML pack (RFC 8428): base values hold on, times may be relative. `now`: epoch ms. Never throws. A step a record. */
export function* readSenml(body: unknown, now: number): Generator<undefined, ReadMessages> {
  const read = nothingRead()
  const base: Base = { name: '', time: 0, unit: null, value: 0 }
  const records = Array.isArray(body) ? body : [body]
  for (const [index, record] of records.entries()) {
    yield
    if (!isRecord(record) || Number(record.bver ?? VERSION) > VERSION) {
      readMessage(null, index, now, read)
      continue
    }
    if (typeof record.bn === 'string') base.name = record.bn.slice(-LONGEST)
    if (typeof record.bt === 'number') base.time = record.bt
    if (typeof record.bu === 'string') base.unit = record.bu.slice(0, LONGEST)
    if (typeof record.bv === 'number') base.value = record.bv
    const message = messageOf(record, base, now)
    if (message) readMessage(message, index, now, read)
  }
  return read
}

/** A record as a message of the JSON endpoint; null for one that holds no value, like a label. */
const messageOf = (record: Fields, base: Base, now: number): Fields | null => {
  const sent = record.v ?? record.vs
  if (sent === undefined) return null
  const unit = typeof record.u === 'string' ? record.u.slice(0, LONGEST) : base.unit
  const name = base.name + (typeof record.n === 'string' ? record.n.slice(-LONGEST) : '')
  const key = keyOf(name, unit)
  // Words that are not a measurement are labels.
  if (record.v === undefined && measurementTypeOf(key) === null) return null
  const value = typeof sent === 'number' ? sent + base.value : sent
  return {
    time: timeOf(base.time + (typeof record.t === 'number' ? record.t : 0), now),
    [key]: unit === null ? value : { value, unit: UNITS[unit] ?? unit },
  }
}

/** The measurement a name means: its last word, in ours or one in use, else what the unit says; else the word, to be refused. */
const keyOf = (name: string, unit: string | null): string => {
  const word = name.split(/[:/]/).at(-1) ?? ''
  if (measurementTypeOf(word)) return word
  const [named] = readNamed({ [word]: 1 })
  if (named) return named.key
  const isNoWord = /^[0-9a-f._-]*$/i.test(word)
  return (isNoWord && unit !== null && MEANING[unit]) || word || name
}

/** ISO text, since a small number of milliseconds would be taken for seconds. */
const timeOf = (seconds: number, now: number): string => {
  const ms = seconds < RELATIVE ? now + seconds * 1000 : seconds * 1000
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : 'NaN'
}
