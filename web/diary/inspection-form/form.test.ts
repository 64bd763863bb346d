import { describe, expect, test } from 'vitest'
import type { Checklist, ChecklistItem } from '#shared/contract/diary/checklists.ts'
import type { Location } from '#shared/contract/places/locations.ts'
import { newId } from '../../kit/browser/new-id.ts'
import { typeOf } from '../../kit/pictures/picture.ts'
import { type Attachment, changeOf, type InspectionPayload, type OutboxItem } from '../outbox/outbox-item.ts'
import { bytesOf, cureOf } from '../outbox/outbox-words.ts'
import {
  type InspectionDraft,
  type InspectionValues,
  inspectionValuesOf,
  outboxItemOf,
  writtenIn,
} from './draft/form-draft.ts'
import { countOf, firstOf, nowWithin, periodText, wrongIn } from './form-check.ts'
import { byUse, firstChecklist } from './form-lists.ts'

const ZONE = 'Europe/Amsterdam'
const VALUES: InspectionValues = {
  location_id: 1,
  area_ids: [4, 3],
  date: '2026-11-18T07:42',
  impression: 'neutral',
  needs_attention: true,
  notes: ' Floor wet ',
  reminder_date: '',
  reminder: 'not asked for',
  checklist_id: 9,
  answers: { water: false, why: 'frozen', temperature: 'about 12' },
  research_id: null,
}
const DRAFT: InspectionDraft = {
  key: '7/new/x',
  id: 'x',
  user_id: 7,
  inspection_id: null,
  base: null,
  base_version: 1,
  values: VALUES,
  period: { start: null, end: null },
  parts: [],
  saved_at: null,
}
const item = (key: string, input: ChecklistItem['input'], rest: Partial<ChecklistItem> = {}): ChecklistItem => ({
  key,
  name: key,
  input,
  parent: null,
  required: false,
  unit: null,
  decimals: null,
  min: null,
  max: null,
  choices: [],
  photo_when: null,
  own: true,
  category: null,
  ...rest,
})
const ITEMS = [
  item('water', 'yes_no', { required: true }),
  item('why', 'text', { parent: 'water', required: true }),
  item('temperature', 'number', { min: 10, max: 36 }),
]

describe('what a form sends', () => {
  test('times of the place as moments, areas in order, only answers that were asked', () => {
    expect(writtenIn(DRAFT, ZONE, ITEMS, 2)).toMatchObject({
      date: '2026-11-18T06:42:00.000Z',
      area_ids: [3, 4],
      notes: 'Floor wet',
      reminder: '',
      reminder_date: null,
      answers: { water: false },
      checklist_version: 2,
    })
  })
  test('no photo that was taken out again', () => {
    const parts = [{ client_id: 'a' } as Attachment]
    const values = { ...VALUES, answers: { leak: ['a', 'b'], valve: ['b'] } }
    const items = [item('leak', 'photo'), item('valve', 'photo')]
    expect(writtenIn({ ...DRAFT, parts, values }, ZONE, items, 2).answers).toEqual({ leak: ['a'] })
  })
  test('of a list this device does not know, all answers', () => {
    expect(writtenIn(DRAFT, ZONE, null, 2).answers).toEqual(VALUES.answers)
  })
  test('nothing where nothing was changed, to the second', () => {
    const base: InspectionPayload = { ...writtenIn(DRAFT, ZONE, ITEMS, 2), date: '2026-11-18T06:42:31.000Z' }
    const written = writtenIn({ base, parts: [], values: inspectionValuesOf(base, ZONE) }, ZONE, ITEMS, 2)
    expect(changeOf(base, written, 3)).toEqual({ version: 3 })
  })
  test('an outbox item that waits already is written anew and keeps what it knows of the server', () => {
    const written = writtenIn(DRAFT, ZONE, ITEMS, 2)
    const part = { client_id: 'p', kind: 'photo', bytes: 9, sent_id: null } as Attachment
    const first = outboxItemOf({ ...DRAFT, parts: [part] }, written, ITEMS, undefined)
    expect(first).toMatchObject({ is_new: true, inspection_id: null, state: 'waiting', answered: 2, asked: 2 })
    const under: OutboxItem = {
      ...first,
      state: 'refused',
      trying: written,
      tries: 4,
      parts: [{ ...part, sent_id: 12 }],
    }
    const next = outboxItemOf({ ...DRAFT, parts: [part] }, { ...written, notes: 'dry' }, ITEMS, under)
    expect(next).toMatchObject({ state: 'waiting', tries: 0, trying: written, parts: [{ sent_id: 12 }] })
    expect(next.written.notes).toBe('dry')
  })
  test('names that no two have', () => {
    expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(newId()).not.toBe(newId())
  })
})

describe('[specification §5] what keeps an inspection from being saved', () => {
  const wrong = (values: Partial<InspectionValues>, period: Partial<InspectionDraft['period']> = {}) =>
    wrongIn({ values: { ...VALUES, ...values }, period: { ...DRAFT.period, ...period } }, ZONE, ITEMS)
  test('an answer that is missing or no number, in the order of the page', () => {
    const found = wrong({ answers: { water: true, temperature: 'about 12' } })
    expect([...found.items].map(([key, { code }]) => [key, code])).toEqual([
      ['why', 'required'],
      ['temperature', 'not_a_number'],
    ])
    expect([countOf(found), firstOf(found)]).toEqual([2, 'asked-why'])
    expect(countOf(wrong({ answers: { water: false, temperature: 12.5 } }))).toBe(0)
  })
  test('a date outside the period it was begun from; its end does not belong to it', () => {
    const answers = { water: false }
    expect(wrong({ answers }, { start: '2026-11-18T06:43:00Z' }).date).toBe('outside')
    expect(wrong({ answers }, { end: '2026-11-18T06:42:00Z' }).date).toBe('outside')
    expect(wrong({ answers }, { start: '2026-11-18T06:42:00Z', end: '2026-11-18T06:43:00Z' }).date).toBeNull()
    expect(firstOf(wrong({ date: '', location_id: null }))).toBe('inspect-where')
  })
  test('days of a period are those of the place, and a new inspection begins within it', () => {
    const answers = { water: false }
    const period = { start: '2026-11-17', end: '2026-11-18' }
    expect(wrong({ answers }, period).date).toBeNull()
    expect(wrong({ answers, date: '2026-11-18T23:59' }, period).date).toBeNull()
    expect(wrong({ answers, date: '2026-11-19T00:00' }, period).date).toBe('outside')
    expect(wrong({ answers, date: '2026-11-16T23:59' }, period).date).toBe('outside')
    expect(periodText({ start: '2026-11-17', end: null }, ZONE)).toBe('2026-11-17 – …')
    const within = (now: string) => new Date(nowWithin(period, ZONE, Date.parse(now))).toISOString()
    expect(within('2026-11-18T12:00:00Z')).toBe('2026-11-18T12:00:00.000Z')
    expect(within('2026-11-22T12:00:00Z')).toBe('2026-11-18T22:59:00.000Z')
    expect(within('2026-11-01T12:00:00Z')).toBe('2026-11-16T23:00:00.000Z')
  })
})

describe('the checklist that is offered first', () => {
  const list = (id: number, rest: Partial<Checklist>): Checklist =>
    ({ id, name: String(id), area_ids: [], area_type_id: null, ready_made: false, ...rest }) as Checklist
  const location = { areas: [{ id: 3, area_type_id: 35 }] } as unknown as Location
  const any = list(1, {})
  const piglets = list(2, { area_type_id: 35, ready_made: true })
  const here = list(3, { area_ids: [3] })
  const cows = list(4, { area_type_id: 29 })
  const lists = [cows, any, piglets, here]
  test('the one used there last, one for these areas, one for their animals; none that is for anything', () => {
    expect(byUse(lists, location, [3]).map(({ id }) => id)).toEqual([3, 2, 1, 4])
    expect(firstChecklist(lists, location, [3], 4)).toBe(4)
    expect(firstChecklist(lists, location, [3], undefined)).toBe(3)
    expect(firstChecklist([cows, any, piglets], location, [3], undefined)).toBe(2)
    expect(firstChecklist([cows, any], location, [3], undefined)).toBeNull()
    expect(firstChecklist(lists, location, [3], null)).toBeNull()
    // The one used last was deleted.
    expect(firstChecklist(lists, location, [3], 99)).toBe(3)
  })
})

test('a picture is told by its first bytes', () => {
  const of = (...bytes: number[]) => typeOf(new Uint8Array(bytes).buffer)
  expect(of(0xff, 0xd8, 0xff, 0xe0)).toBe('image/jpeg')
  expect(of(0x89, 0x50, 0x4e, 0x47)).toBe('image/png')
  expect(of(0x47, 0x49, 0x46)).toBeNull()
  expect(typeOf(new ArrayBuffer(0))).toBeNull()
})

describe('[ui-patterns §8.1] the button of a refused inspection cures it', () => {
  const outboxItem = outboxItemOf(DRAFT, writtenIn(DRAFT, ZONE, ITEMS, 2), ITEMS, undefined)
  const cure = (refusal: Partial<OutboxItem['refusal']>, rest: Partial<OutboxItem> = {}) =>
    cureOf({
      ...outboxItem,
      ...rest,
      refusal: { code: 'no_valid_input', message: '', errors: {}, part: null, ...refusal },
    })
  test.each([
    [cure({ errors: { date: ['outside'] } }), 'date'],
    [cure({ code: 'not_found' }), 'place'],
    [cure({ code: 'not_found' }, { base: outboxItem.written }), 'as_new'],
    [cure({ code: 'too_large', status: 413, part: 'p' }), 'again'],
    [cure({ status: 410, part: 'p' }), 'drop_part'],
    [cure({ errors: { notes: ['long'] } }), 'open'],
    [cure({}), 'again'],
  ])('%s', (is, wanted) => expect(is).toBe(wanted))
  test('what is sent already counts no more', () => {
    const part = { client_id: 'p', kind: 'photo', bytes: 5000, sent_id: null } as Attachment
    expect(
      bytesOf({ ...outboxItem, parts: [part] }) - bytesOf({ ...outboxItem, parts: [{ ...part, sent_id: 1 }] }),
    ).toBe(5000)
    expect(bytesOf({ ...outboxItem, state: 'sent' })).toBe(0)
  })
})
