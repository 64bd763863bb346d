import { expect, test } from 'vitest'
import { plainRow } from '#shared/rules/ingest/mapping.ts'
import { PRESETS } from '#shared/rules/ingest/mapping-presets.ts'
import { draftRow, emptyRow, isMappingChanged, LEAVE_OUT, mappingDraftOf, mappingOf, savedOf } from './draft.ts'
import { linksOf, messageOf, messagePathKeyOf, outcomePlaces, ownPlaces, tryMapping } from './tried.ts'

const NOTHING = { mapping: null, preset: null, mapping_id: null }

test('what stands in the fields is the mapping: comma or point, and an empty field is what it says in grey', () => {
  const row = { ...draftRow(plainRow('a.b', 'nh3')), path: ' a.b ', scale: '3,125', offset: '-12.5', raw_min: '3,6' }
  expect(mappingOf({ rows: [row], time_path: ' ' })).toEqual({
    rows: [{ ...plainRow('a.b', 'nh3'), scale: 3.125, offset: -12.5, raw_min: 3.6 }],
    time_path: null,
  })
  const [wrong] = mappingOf({ rows: [{ ...row, scale: '', offset: 'x' }], time_path: '' }).rows
  expect([wrong?.scale, wrong?.offset]).toEqual([1, Number.NaN])
  expect(mappingOf({ rows: [{ ...row, abbreviation: LEAVE_OUT }], time_path: '' }).rows[0]?.abbreviation).toBeNull()
})

test.each(PRESETS)('$name comes out of the fields as it went in', ({ mapping }) =>
  expect(mappingOf(mappingDraftOf(mapping))).toEqual(mapping),
)

test('only what differs from what is saved has to be saved', () => {
  const { id, mapping } = PRESETS[0] as (typeof PRESETS)[number]
  expect(isMappingChanged(mappingDraftOf(null), NOTHING)).toBe(false)
  expect(isMappingChanged(mappingDraftOf(mapping, { preset: id }), { ...NOTHING, mapping, preset: id })).toBe(false)
  expect(isMappingChanged(mappingDraftOf(mapping, { preset: id }), NOTHING)).toBe(true)
  expect(isMappingChanged(mappingDraftOf(null), { ...NOTHING, mapping })).toBe(true)
  expect(savedOf(mappingDraftOf(null))).toBeNull()
})

test('a message is tried as JSON, or as the text it is', () => {
  expect(messageOf('{"a": 1}')).toEqual({ value: { a: 1 }, isJson: true })
  expect(messageOf('21.5')).toEqual({ value: 21.5, isJson: true })
  expect(messageOf('{"a": 1')).toEqual({ value: '{"a": 1', isJson: false })
  expect(messageOf('  ')).toBeNull()
})

test('each row shows where it leads, and a row without a measurement nowhere', () => {
  const message = { value: { Time: 'noon', SCD40: { Temperature: 28.8, Probe: 327.67 }, list: [{ v: 'x' }] } }
  const draft = mappingDraftOf({
    rows: [plainRow('*.Temperature', 't'), plainRow('SCD40.Probe', 't_1'), plainRow('list[0].v', 'h')],
    time_path: 'Time',
  })
  const mapping = mappingOf({ ...draft, rows: [...draft.rows, emptyRow('SCD40')] })
  const type = { pq: 'temp_deg_c', unit: '°C', min_value: -40, max_value: 85 }
  const types = new Map(['t', 't_1', 'h'].map(abbreviation => [abbreviation, { ...type, abbreviation }])) as never
  const mapped = tryMapping(mapping, message, types, Date.now())
  expect(mapped && outcomePlaces(mapping, message, mapped)).toEqual(
    new Map([
      [messagePathKeyOf(['SCD40', 'Temperature']), 'accepted'],
      [messagePathKeyOf(['SCD40', 'Probe']), 'missing'],
      [messagePathKeyOf(['list', 0, 'v']), 'refused'],
      [messagePathKeyOf(['Time']), 'refused'],
    ]),
  )
  expect(mapped && linksOf(mapping, message, mapped).map(({ row }) => row)).toEqual([0, 1, 2])
})

test('what no row names is still read where it is in our own words', () => {
  const type = { abbreviation: 't', pq: 'temp_deg_c', unit: '°C', min_value: -40, max_value: 85 }
  const types = new Map(['t', 't_1', 't_2', 't_3'].map(name => [name, { ...type, abbreviation: name }])) as never
  const mapping = { rows: [plainRow('t_3', null)], time_path: null }
  const value = { t: 21, t_1: 327.67, t_2: 'warm', t_3: 5, other: 1 }
  expect(ownPlaces(mapping, { value }, types)).toEqual(
    new Map([
      [messagePathKeyOf(['t']), 'accepted'],
      [messagePathKeyOf(['t_1']), 'missing'],
      [messagePathKeyOf(['t_2']), 'refused'],
    ]),
  )
  expect(ownPlaces(mapping, { value: 21 }, types).size).toBe(0)
})

test('of many messages the first is tried, unless a path begins in the list', () => {
  const type = { abbreviation: 't', pq: 'temp_deg_c', unit: '°C', min_value: -40, max_value: 85 }
  const types = new Map([['t', type]]) as never
  const message = { value: [{ a: 1 }, { a: 2 }] }
  for (const [path, value, place] of [
    ['a', 1, ['0', 'a']],
    ['[1].a', 2, ['1', 'a']],
  ] as const) {
    const mapping = { rows: [plainRow(path, 't')], time_path: null }
    const mapped = tryMapping(mapping, message, types, Date.now())
    expect(mapped?.outcomes).toMatchObject([{ kind: 'accepted', value }])
    expect(mapped && outcomePlaces(mapping, message, mapped)).toEqual(new Map([[messagePathKeyOf(place), 'accepted']]))
  }
})
