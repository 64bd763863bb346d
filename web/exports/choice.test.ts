import { describe, expect, test } from 'vitest'
import { ExportInput, type ExportPreview } from '#shared/contract/measurements/exports.ts'
import {
  edgeInstant,
  exportBody,
  exportChoiceOf,
  exportSearchOf,
  isWhole,
  mended,
  periodFieldOf,
  previewPeriodOf,
  queryOfChoice,
} from './choice.ts'

const ADDRESS = {
  by: 'research',
  ids: '3,5',
  measurements: 't,co2',
  interval: 'selection',
  date_start: '2026-10-21',
  date_end: '2026-11-17 07:30',
  step_seconds: '1800',
  raw: '1',
  doubtful: '0',
  format: 'xlsx',
}
const preview = {
  from: '2026-10-20T22:00:00.000Z',
  until: '2026-11-17T23:00:00.000Z',
  time_zone: 'Europe/Amsterdam',
  measurements: ['t', 'h', 'co2'],
} as ExportPreview

describe('what is exported, as the address keeps it', () => {
  test('comes back from the address as it went', () => {
    expect(
      Object.fromEntries(Object.entries(exportSearchOf(exportChoiceOf(ADDRESS))).filter(([, value]) => value)),
    ).toEqual(ADDRESS)
  })

  test('what the address says wrong is the default: the last 7 days of devices as CSV', () => {
    const wrong = exportChoiceOf({
      ids: '0,x,7,7',
      interval: 'selection',
      date_start: 'soon',
      format: 'pdf',
      step_seconds: '5',
    })
    expect(wrong).toMatchObject({ by: 'devices', ids: [7], interval: 'week', format: 'csv', measurements: null })
    expect([wrong.date_start, wrong.step_seconds]).toEqual([undefined, undefined])
  })

  test('is a body the server takes, and the same as a query', () => {
    const choice = exportChoiceOf(ADDRESS)
    expect(ExportInput.parse(exportBody(choice))).toMatchObject({
      location_research_ids: [3, 5],
      measurements: ['t', 'co2'],
      step_seconds: 1800,
      raw: true,
      date_end: '2026-11-17 07:30',
    })
    expect(queryOfChoice(choice)).toMatchObject({ location_research_ids: '3,5', measurements: 't,co2', raw: '1' })
    const plain = exportBody(exportChoiceOf({ ids: '1', decimal: 'comma' }))
    expect(plain).toMatchObject({ device_ids: [1], decimal: 'comma' })
    expect(plain).not.toHaveProperty('date_start')
  })

  test('needs a device and a measurement', () => {
    const searches = [{}, { ids: '1' }, { ids: '1', measurements: '' }]
    expect(searches.map(search => isWhole(exportChoiceOf(search)))).toEqual([false, true, false])
  })
})

describe('[decisions §6] too much is made to fit with one tap', () => {
  const choice = exportChoiceOf({ ids: '1' })
  test('longer means', () => {
    expect(mended(choice, { values: 1, step_seconds: 3600 }, preview).step_seconds).toBe(3600)
  })
  test('fewer measurements', () => {
    expect(mended(choice, { values: 1, without: ['h'] }, preview).measurements).toEqual(['t', 'co2'])
  })
  test('the last days of the period, on the clocks of the place', () => {
    expect(mended(choice, { values: 1, days: 7 }, preview)).toMatchObject({
      interval: 'selection',
      date_start: '2026-11-11 00:00',
      date_end: '2026-11-18 00:00',
    })
  })
})

describe('[specification §9] a free selection runs from 00:00 to 23:59', () => {
  test.each([
    ['2026-11-17', 'start', '2026-11-17T00:00'],
    ['2026-11-17', 'end', '2026-11-17T23:59'],
    ['2026-11-17 07:30', 'end', '2026-11-17T07:30'],
    ['2026-10-25T02:30+01:00', 'end', '2026-10-25T02:30+01:00'],
  ] as const)('%s at the %s is %s in its field, and back', (moment, edge, field) => {
    expect(periodFieldOf(moment, edge)).toBe(field)
    expect(edgeInstant(field, edge)).toBe(moment)
  })

  test('a period that ends at midnight ends with its last day', () => {
    expect(previewPeriodOf(preview)).toEqual(['2026-10-21 00:00', '2026-11-17'])
    expect(previewPeriodOf({ ...preview, until: '2026-11-17T06:30:00Z' })[1]).toBe('2026-11-17 07:30')
  })
})
