import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyMapping, BROKEN_LOOP, lineThrough, type Mapping, type MappingRow, plainRow } from './mapping.ts'
import { NOT_THERE, parsePath, pathOf, valueAt } from './message-path.ts'
import type { MeasuredType } from './sent-value.ts'

const type = (abbreviation: string, unit: string, pq: string, range: [number, number]): MeasuredType => ({
  abbreviation,
  unit,
  pq,
  min_value: range[0],
  max_value: range[1],
})
const TYPES: Record<string, MeasuredType> = {
  t: type('t', '°C', 'temp_deg_c', [-40, 85]),
  h: type('h', '%', 'rv_perc', [0, 100]),
  nh3: type('nh3', 'ppm', 'nh3_ppm', [0, 200]),
  p: type('p', 'hPa', 'p', [300, 1100]),
}
const NOW = Date.UTC(2026, 10, 20, 12)
const typeOf = (abbreviation: string) => (Object.hasOwn(TYPES, abbreviation) ? (TYPES[abbreviation] ?? null) : null)
const map = (rows: (Partial<MappingRow> & { path: string })[], message: unknown, time_path: string | null = null) =>
  applyMapping({ rows: rows.map(row => ({ ...plainRow(row.path, 't'), ...row })), time_path }, message, NOW, typeOf)
const became = (row: Partial<MappingRow> & { path: string }, message: unknown) => map([row], message).outcomes[0]
const at = (path: string, message: unknown) => valueAt(message, parsePath(path) ?? [])

describe('[decisions §5] a path into a message', () => {
  test.each<[string, unknown, unknown]>([
    ['SCD40.Temperature', { SCD40: { Temperature: 28.8 } }, 28.8],
    ['params.temperature:0.tC', { params: { 'temperature:0': { tC: 19 } } }, 19],
    ['list[1].v', { list: [{ v: 1 }, { v: 2 }] }, 2],
    ['[0].v', [{ v: 1 }], 1],
    ['values[type=P1].value', { values: [{ type: 'P0' }, { type: 'P1', value: '1.87' }] }, '1.87'],
    ['messages[*][id=4100].v', { messages: [[{ id: 4097, v: 1 }], [{ id: 4100, v: 602 }]] }, 602],
    ['*.Humidity', { Time: 'x', TempUnit: 'C', AM2301: { Humidity: 58.2 } }, 58.2],
    ['PMS.PM2.5', { PMS: { 'PM2.5': 7 } }, 7],
    ['["a.b"].c', { 'a.b': { c: 1 } }, 1],
    ['air.temperature', { 'air.temperature': 20 }, 20],
    ['$.a', { a: 1 }, 1],
    ['', 21.5, 21.5],
    ['.', '21.5', '21.5'],
    ['a', null, NOT_THERE],
    ['a.b', { a: 1 }, NOT_THERE],
    ['constructor.name', {}, NOT_THERE],
    ['list.length', { list: [1, 2] }, NOT_THERE],
    ['__proto__', {}, NOT_THERE],
  ])('%s', (path, message, expected) => expect(at(path, message)).toEqual(expected))

  test.each(['a..b', 'a.', '.a.', 'a[', 'a[]', 'a[x]', 'a]b', `${'a.'.repeat(30)}a`, 'a'.repeat(201)])(
    '%s cannot be read',
    path => expect(parsePath(path)).toBeNull(),
  )

  test('of a value leads back to it', () => {
    const name = fc.string({ maxLength: 12 }).filter(text => !text.includes('"') && text !== '')
    fc.assert(
      fc.property(fc.array(fc.oneof(name, fc.nat(5)), { minLength: 1, maxLength: 6 }), names => {
        const message = names.reduceRight<unknown>(
          (inner, one) => (typeof one === 'number' ? [...Array(one).fill(null), inner] : { [one]: inner }),
          'found',
        )
        if (names.includes('__proto__')) return
        expect(at(pathOf(names), message)).toBe('found')
      }),
    )
  })
})

describe('[decisions §5] a mapping', () => {
  test.each<[string, Partial<MappingRow> & { path: string }, unknown, unknown]>([
    ['takes a number', { path: 'x' }, { x: 21.5 }, { kind: 'accepted', sent: 21.5, value: 21.5 }],
    ['takes a number written as text', { path: 'x' }, { x: ' 21.5' }, { kind: 'accepted', sent: ' 21.5', value: 21.5 }],
    ['scales', { path: 'x', scale: 0.01 }, { x: 2153 }, { kind: 'accepted', sent: 2153, value: 21.53 }],
    ['converts', { path: 'x', unit: '°F' }, { x: 212 }, { kind: 'refused', sent: 212, code: 'out_of_range' }],
    ['takes the unit sent', { path: 'x' }, { x: { value: 50, unit: '°F' } }, expect.objectContaining({ value: 10 })],
    ['refuses text', { path: 'x' }, { x: 'warm' }, { kind: 'refused', sent: 'warm', code: 'not_a_number' }],
    ['refuses a truth value', { path: 'x' }, { x: true }, expect.objectContaining({ code: 'not_a_number' })],
    ['refuses an object', { path: 'x' }, { x: { y: 1 } }, expect.objectContaining({ code: 'not_a_number' })],
    ['refuses a wrong unit', { path: 'x', unit: 'hPa' }, { x: 1 }, expect.objectContaining({ code: 'unknown_unit' })],
    ['knows "NoSensor"', { path: 'x' }, { x: 'NoSensor' }, { kind: 'missing', sent: 'NoSensor' }],
    ['knows no probe', { path: 'x' }, { x: 327.67 }, { kind: 'missing', sent: 327.67 }],
    ['knows no probe after scaling', { path: 'x', scale: 0.01 }, { x: -32768 }, { kind: 'missing', sent: -32768 }],
    ['leaves out', { path: 'x', abbreviation: null }, { x: 1 }, { kind: 'left_out', sent: 1 }],
    ['misses a path', { path: 'y' }, { x: 1 }, { kind: 'not_there' }],
    [
      'knows no such measurement',
      { path: 'x', abbreviation: 'constructor' },
      { x: 1 },
      expect.objectContaining({ code: 'unknown_measurement' }),
    ],
  ])('%s', (_, row, message, expected) => expect(became(row, message)).toEqual(expected))

  test('of a 4–20 mA probe: two points give the line, beyond the loop the probe is broken', () => {
    const line = lineThrough({ raw: 4, value: 0 }, { raw: 20, value: 50 })
    expect(line).toEqual({ scale: 3.125, offset: -12.5 })
    const row = { path: 'mA', abbreviation: 'nh3', ...line, ...BROKEN_LOOP }
    expect(became(row, { mA: 7.26 })).toMatchObject({ kind: 'accepted', value: 10.1875 })
    expect(became(row, { mA: 3.5 })).toEqual({ kind: 'missing', sent: 3.5 })
    expect(became(row, { mA: 21.6 })).toEqual({ kind: 'missing', sent: 21.6 })
    expect(became(row, { mA: 3.9 })).toMatchObject({ kind: 'refused', code: 'out_of_range' })
  })

  test.each([
    [
      { raw: 4, value: 0 },
      { raw: 4, value: 50 },
    ],
    [
      { raw: 4, value: 7 },
      { raw: 20, value: 7 },
    ],
    [
      { raw: Number.NaN, value: 7 },
      { raw: 20, value: 7 },
    ],
  ])('no line goes through %j and %j', (a, b) => expect(lineThrough(a, b)).toBeNull())

  test('gives a measurement once, from the first row that has a value', () => {
    const rows = [{ path: 'a' }, { path: 'b' }, { path: 'c' }]
    expect(map(rows, { a: null, b: 20, c: 30 }).outcomes.map(one => one.kind)).toEqual(['missing', 'accepted', 'taken'])
  })

  test('finds the time, refuses a wrong one, and goes without', () => {
    expect(map([], { ts: 1_700_000_000.5 }, 'ts').time).toBe(1_700_000_000_500)
    expect(map([], { ts: '10:30' }, 'ts')).toMatchObject({ time: 'unreadable_time', sentTime: '10:30' })
    expect(map([], { ts: 0 }, 'ts').time).toBe('too_old')
    for (const ts of [null, undefined, '']) expect(map([], { ts }, 'ts').time).toBeNull()
  })

  const anyRow = fc.record({
    path: fc.oneof(fc.string(), fc.constantFrom('a', 'a.b', '*', '*.a', '[0]', '', 'a[b=1].c')),
    abbreviation: fc.constantFrom(null, 't', 'h', 'nh3', 'nobody'),
    unit: fc.constantFrom(null, '°F', 'mg/m³', 'rubbish'),
    scale: fc.double(),
    offset: fc.double(),
    raw_min: fc.option(fc.double()),
    raw_max: fc.option(fc.double()),
  })
  const anyMapping: fc.Arbitrary<Mapping> = fc.record({
    rows: fc.array(anyRow, { maxLength: 5 }),
    time_path: fc.option(fc.string()),
  })

  test('never throws on rubbish, and gives only finite values within their range', () => {
    fc.assert(
      fc.property(anyMapping, fc.anything(), (mapping, message) => {
        for (const [index, outcome] of applyMapping(mapping, message, NOW, typeOf).outcomes.entries()) {
          if (outcome.kind !== 'accepted') continue
          const { min_value, max_value } = typeOf(mapping.rows[index]?.abbreviation ?? '') as MeasuredType
          expect(Number.isFinite(outcome.value)).toBe(true)
          expect(outcome.value).toBeGreaterThanOrEqual(min_value ?? -Infinity)
          expect(outcome.value).toBeLessThanOrEqual(max_value ?? Infinity)
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('never invents: what it gives stands in the message as a number or as the text of one', () => {
    fc.assert(
      fc.property(fc.jsonValue(), message => {
        for (const path of ['', 'a', '*', '*.*', '[0]']) {
          const [outcome] = map([{ path }], message).outcomes
          if (outcome?.kind !== 'accepted') continue
          const leaves: unknown[] = []
          JSON.stringify(message, (_, value) => {
            leaves.push(value)
            return value
          })
          const numberIn = (leaf: unknown) => (typeof leaf === 'object' ? Number.NaN : Number(leaf))
          expect(leaves.some(leaf => numberIn(leaf) === outcome.value)).toBe(true)
        }
      }),
    )
  })
})

describe('[0157] a message of Tasmota is read as it is meant, row by row', () => {
  const SENT = {
    ESP32: { Temperature: 127.9 },
    BME280: { Temperature: 77, Pressure: 750 },
    TempUnit: 'F',
    PressureUnit: 'mmHg',
  }
  const readBy = (row: Partial<MappingRow> & { path: string }, message: unknown = SENT) => {
    const outcome = became(row, message)
    return outcome?.kind === 'accepted' ? Math.round(outcome.value * 10) / 10 : outcome?.kind
  }

  test('by the units it says, but where the row converts, and without the chip unless the row names it', () => {
    expect(readBy({ path: 'BME280.Temperature' })).toBe(25)
    expect(readBy({ path: '*.Temperature' })).toBe(25)
    expect(readBy({ path: 'BME280.Temperature', unit: '°F' })).toBe(25)
    expect(readBy({ path: 'BME280.Temperature', scale: 5 / 9, offset: -160 / 9 })).toBe(25)
    expect(readBy({ path: 'BME280.Pressure', abbreviation: 'p' })).toBe(999.9)
    expect(readBy({ path: 'ESP32.Temperature', unit: '°F' })).toBe(53.3)
    const rows = [
      { path: 'BME280.Temperature', unit: '°F' },
      { path: 'BME280.Pressure', abbreviation: 'p' },
    ]
    const outcomes = map(rows, SENT).outcomes.map(one => (one.kind === 'accepted' ? Math.round(one.value) : one.kind))
    expect(outcomes).toEqual([25, 1000])
  })

  test('and any other message as it is', () => {
    expect(readBy({ path: 'ESP32.Temperature' }, { ESP32: { Temperature: 53.3 } })).toBe(53.3)
    expect(readBy({ path: 'BME280.Temperature' }, { BME280: { Temperature: 77 } })).toBe(77)
  })
})
