import { describe, expect, test } from 'vitest'
import { createTimeReader, type TimeForm } from './times.ts'

const read = (form: TimeForm, zone: string, ...texts: string[]) => {
  const timeOf = createTimeReader(form, zone)
  return texts.map(text => {
    const time = timeOf(text)
    return typeof time === 'string' ? time : `${new Date(time.at).toISOString()}${time.fold ? ` ${time.fold}` : ''}`
  })
}

describe('[decisions §5] times of a file', () => {
  test.each<[TimeForm, string, string]>([
    ['ymd', '2026-10-20 00:05', '2026-10-19T22:05:00.000Z'],
    ['ymd', '2026/1/2T3:04:05.678', '2026-01-02T02:04:05.678Z'],
    ['ymd', '2024-09-05 13:44:18.782852+02:00', '2024-09-05T11:44:18.782Z'],
    ['ymd', '2024-09-05T13:44:18Z', '2024-09-05T13:44:18.000Z'],
    ['ymd', '2026-01-02', '2026-01-01T23:00:00.000Z'],
    ['ymd', '20000101 24', '2000-01-01T23:00:00.000Z'],
    ['dmy', '21.08.2021 14:00', '2021-08-21T12:00:00.000Z'],
    ['dmy', '1/2/26 14:00', '2026-02-01T13:00:00.000Z'],
    ['mdy', '1/2/2026 12:05 AM', '2026-01-01T23:05:00.000Z'],
    ['mdy', '1/2/2026 1:05 PM', '2026-01-02T12:05:00.000Z'],
    ['epoch_s', ' 1459430112.5 ', '2016-03-31T13:15:12.500Z'],
    ['epoch_ms', '1459430112881', '2016-03-31T13:15:12.881Z'],
  ])('%s: %s', (form, text, expected) => {
    expect(read(form, 'Europe/Amsterdam', text)).toEqual([expected])
  })

  test.each<[TimeForm, string]>([
    ['ymd', '21.08.2021 14:00'],
    ['dmy', '31.02.2021 14:00'],
    ['dmy', '2021-08-21'],
    ['ymd', '2021-08-21 25:00'],
    ['ymd', '2021-08-21 14:60'],
    ['mdy', '13/13/2021'],
    ['ymd', ''],
    ['ymd', 'yesterday'],
    ['epoch_s', '12:00'],
    ['epoch_ms', '9'.repeat(400)],
  ])('%s: %j cannot be read', (form, text) => {
    expect(read(form, 'UTC', text)).toEqual(['unreadable_time'])
  })

  test('the hour that comes twice: the first is summer time, the second winter time, forwards and backwards', () => {
    const times = ['01:30', '02:00', '02:30', '02:00', '02:30', '03:00'].map(time => `2026-10-25 ${time}`)
    const expected = [
      '2026-10-24T23:30:00.000Z',
      '2026-10-25T00:00:00.000Z first',
      '2026-10-25T00:30:00.000Z first',
      '2026-10-25T01:00:00.000Z second',
      '2026-10-25T01:30:00.000Z second',
      '2026-10-25T02:00:00.000Z',
    ]
    expect(read('ymd', 'Europe/Amsterdam', ...times)).toEqual(expected)
    const backwards = ['2026-10-25 04:00', ...times.toReversed()]
    expect(read('ymd', 'Europe/Amsterdam', ...backwards).slice(1)).toEqual(expected.toReversed())
  })

  test('one row an hour: of two rows of the hour that comes twice each has its own, forwards and backwards', () => {
    const times = ['00:00:02', '01:00:01', '02:00:01', '02:00:03', '03:00:01', '04:00:01'].map(at => `2026-10-25 ${at}`)
    const expected = [
      '2026-10-24T22:00:02.000Z',
      '2026-10-24T23:00:01.000Z',
      '2026-10-25T00:00:01.000Z first',
      '2026-10-25T01:00:03.000Z second',
      '2026-10-25T02:00:01.000Z',
      '2026-10-25T03:00:01.000Z',
    ]
    expect(read('ymd', 'Europe/Amsterdam', ...times)).toEqual(expected)
    expect(read('ymd', 'Europe/Amsterdam', ...times.toReversed())).toEqual(expected.toReversed())
    const [, one, two] = read('ymd', 'Europe/Amsterdam', '2026-10-25 01:00', '2026-10-25 02:00', '2026-10-25 02:00')
    expect([one, two]).toEqual(['2026-10-25T00:00:00.000Z first', '2026-10-25T01:00:00.000Z second'])
  })

  test('rows that came once too often, or after a gap, are no second hour', () => {
    const rows = (...at: string[]) => at.map(time => `2026-10-25 ${time}`)
    const ofTenMinutes = rows('01:40', '01:50', '02:00', '02:00', '02:10')
    const afterGap = rows('00:30', '00:45', '02:15', '02:30')
    const ofSeveral = rows('01:00', '01:00', '02:00', '02:00')
    for (const times of [ofTenMinutes, afterGap, ofSeveral])
      expect(read('ymd', 'Europe/Amsterdam', ...times).filter(time => time.endsWith('second'))).toEqual([])
  })

  test('several values of one moment stay in the same hour', () => {
    const twice = ['2026-10-25 02:00', '2026-10-25 02:00', '2026-10-25 02:10']
    expect(read('ymd', 'Europe/Amsterdam', ...twice).every(time => time.endsWith('first'))).toBe(true)
  })

  test('spring leaves an hour out, and a zone without clock changes does not', () => {
    expect(read('ymd', 'Europe/Amsterdam', '2026-03-29 02:30', '2026-03-29 03:00')).toEqual([
      'no_such_time',
      '2026-03-29T01:00:00.000Z',
    ])
    expect(read('ymd', 'Etc/GMT-1', '2026-03-29 02:30')).toEqual(['2026-03-29T01:30:00.000Z'])
  })
})
