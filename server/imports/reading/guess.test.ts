import { describe, expect, test } from 'vitest'
import type { ImportColumn } from '#shared/contract/measurements/imports.ts'
import { guessPlan, refit } from './guess.ts'
import { readNumber } from './numbers.ts'
import { createTimeReader, readWall } from './times.ts'

const ZONE = 'Europe/Amsterdam'
const guess = (text: string | Uint8Array) =>
  guessPlan(typeof text === 'string' ? new TextEncoder().encode(text) : text, ZONE)
const told = (columns: readonly ImportColumn[] = []) =>
  columns.map(({ role, measurement, unit }) => [role === 'value' ? measurement : role, unit].filter(Boolean).join(' '))
const planOf = (text: string | Uint8Array) => {
  const found = guess(text)
  if (!found) throw new Error('no table')
  const { columns, time_zone: _, replace: __, ...plan } = found.plan
  return { ...plan, columns: told(columns), names: found.names }
}

const UTF8_COMMA = {
  encoding: 'utf-8',
  separator: ',',
  decimal: '.',
  skip_lines: 0,
  header: true,
  time_form: 'ymd',
} as const

describe('[decisions §5] what a file tells of itself', () => {
  test('comma, decimal point, ISO times and names of loggers', () => {
    expect(
      planOf(
        'time,Temperature,RH [%],CO2 (ppm),note\n2026-10-20 00:05,21.4,61,842,ok\n2026-10-20 00:10,21.5,61,843,ok\n',
      ),
    ).toEqual({
      ...UTF8_COMMA,
      columns: ['time', 't', 'h', 'co2', 'skip'],
      names: ['time', 'Temperature', 'RH [%]', 'CO2 (ppm)', 'note'],
    })
  })

  test('semicolon, decimal comma, parted thousands, day first, mg/m³ and Fahrenheit', () => {
    const file =
      'datum_tijd;NH3 [ppm];CO2 [mg/m³];Temp F;RV;Opmerking\r\n20-10-2026 00:05;8,4;1.842;75,2;61;\r\n20-10-2026 00:10;8,6;err;75,4;61;klok\r\n'
    expect(planOf(file)).toMatchObject({
      separator: ';',
      decimal: ',',
      time_form: 'dmy',
      columns: ['time', 'nh3', 'co2 mg/m³', 't °F', 'h', 'skip'],
    })
  })

  test('tab, and date and time of day in two columns', () => {
    const file = 'Datum\tUhrzeit\tTemperatur\n01.02.2026\t00:05:00\t5,5\n13.02.2026\t00:10:00\t5,75\n'
    expect(planOf(file)).toMatchObject({
      separator: '\t',
      decimal: ',',
      time_form: 'dmy',
      columns: ['date', 'clock', 't'],
    })
  })

  test('month first, when a second number is above twelve', () => {
    expect(planOf('time,t\n02/13/2026 1:05 PM,5.5\n02/14/2026 1:05 PM,5.5\n')).toMatchObject({ time_form: 'mdy' })
  })

  test('seconds and milliseconds since 1970', () => {
    expect(planOf('1, 1459430112, 22.4\n2, 1459430113, 22.4\n')).toMatchObject({
      header: false,
      time_form: 'epoch_s',
      columns: ['skip', 'time', 'skip'],
    })
    expect(planOf('ts;t\n1459430112881;22.4\n1459430112999;22.4\n')).toMatchObject({ time_form: 'epoch_ms' })
  })

  test('quoted numbers with blanks', () => {
    expect(
      planOf('"date","T","h"\n"2016-01-11 17:30:00","  19.89","46.0"\n"2016-01-11 17:40:00","  19.89","46.0"\n'),
    ).toMatchObject({
      decimal: '.',
      columns: ['time', 't', 'h'],
    })
  })

  test.each<[string, string[]]>([
    ['T1,RH_1,T2,RH_2,T_3', ['t_1', 'h', 't_2', 'skip', 't_3']],
    ['Temp,Temp 2,T3', ['t', 't_2', 't_3']],
    ['Temperature,Temp', ['t', 't_1']],
    ['PM2.5,PM10,CO2,NH3', ['dust_pm25', 'dust_pm10', 'co2', 'nh3']],
    ['Log.body.top.T [deg],Log.body.top.HR [%],Air1.T [deg],Ref.roof [deg]', ['t_1', 'h', 't', 't_2']],
    ['Test.luminosity.north [lux],Test.luminosity.south [lux]', ['light', 'skip']],
    ['Wind.direction [deg],x1,value', ['skip', 'skip', 'skip']],
    ['Press_mm_hg,T_out', ['p mmHg', 'skip']],
    ['Baro [inHg],Temp (°F)', ['p inHg', 't °F']],
  ])('numbered names, paths and units: %s', (names, columns) => {
    const row = names.split(',').map((_, at) => 20 + at)
    const file = `time,${names}\n2026-01-01 00:00,${row}\n2026-01-01 00:05,${row}\n2026-01-01 00:10,${row}\n`
    expect(planOf(file).columns).toEqual(['time', ...columns])
  })

  test('comment lines and a preamble above the names, which may be a comment themselves', () => {
    const notes = '# logger; 4711\n# 01: "Rtc" ; (SN=)\n'
    expect(planOf(`${notes}Timestamp,Temp\n  2026-01-01 00:00:00,5.5\n  2026-01-01 00:01:00,5.6\n`)).toMatchObject({
      skip_lines: 2,
      columns: ['time', 't'],
    })
    const knmi =
      'BRON: KNMI, De Bilt\n\n# STN,YYYYMMDD,   HH,    T,    U\n\n  260,20000101,    1,   49,   96\n  260,20000101,   24,   49,   96\n'
    expect(planOf(knmi)).toMatchObject({ skip_lines: 2, header: true, columns: ['skip', 'date', 'clock', 't', 'skip'] })
  })

  test('one name fewer than cells: the first column holds numbers of rows', () => {
    expect(
      planOf('"date","Temperature"\n"1","2015-02-04 17:51:00",23.18\n"2","2015-02-04 17:52:00",23.15\n'),
    ).toMatchObject({
      names: ['', 'date', 'Temperature'],
      columns: ['skip', 'time', 't'],
    })
  })

  test('Windows-1252 and UTF-16 as well as UTF-8, with and without their mark', () => {
    const file = 'Zeit;Temp °C\n01.02.2026 00:05;5,5\n01.02.2026 00:10;5,5\n'
    const utf16 = Buffer.from(file, 'utf16le')
    const swapped = Buffer.from(utf16).swap16()
    for (const [bytes, encoding] of [
      [Buffer.from(file, 'latin1'), 'windows-1252'],
      [Buffer.from(`\ufeff${file}`), 'utf-8'],
      [utf16, 'utf-16le'],
      [Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]), 'utf-16le'],
      [Buffer.concat([Buffer.from([0xfe, 0xff]), swapped]), 'utf-16be'],
      [swapped, 'utf-16be'],
    ] as const)
      expect(planOf(bytes)).toMatchObject({ encoding, columns: ['time', 't'], names: ['Zeit', 'Temp °C'] })
  })

  test('another separator brings other columns, and their guesses', () => {
    const file = new TextEncoder().encode(
      'time;t;h\n2026-01-01 00:00;5,5;61,5\n2026-01-01 00:10;5,6;61,0\n2026-01-01 00:20;5,6;61,0\n',
    )
    const plan = guess(file)?.plan
    if (!plan) throw new Error('no table')
    expect(refit(file, plan)).toBe(plan)
    expect(refit(file, { ...plan, separator: '|' })).toBeNull()
    const wrong = { ...plan, columns: [{ role: 'time' as const }] }
    expect(told(refit(file, wrong)?.columns)).toEqual(['time', 't', 'h'])
  })

  test.each(['', 'hello', 'a,b\nc,d\n', '\0\0\0', '{"time": 1}', 'x'.repeat(70_000)])('%j is no table', text => {
    expect(guess(text)).toBeNull()
  })
})

describe('a file that was made to keep the server busy', () => {
  const LONG = 60_000
  /** ms of work of this thread: what others do on the machine does not count. */
  const LIMIT_MS = 1000
  const workOf = (run: () => void): number => {
    const before = process.threadCpuUsage()
    run()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  test.each([
    ['a name of digits and a letter', `time,${'1'.repeat(LONG)}a\n`],
    ['a name of brackets', `time,${'('.repeat(LONG)}\n`],
    ['a name of spaces', `time,a${' '.repeat(LONG)}b\n`],
    ['a number', `time,t\n2026-10-20 00:00,${'1'.repeat(LONG)}x\n2026-10-20 00:05,2\n`],
    ['parted thousands', `time,t\n2026-10-20 00:00,"1${',111'.repeat(LONG / 4)}x"\n2026-10-20 00:05,2\n`],
    ['a time', `time,t\n"${'T'.repeat(LONG)} a\nb",1\n${'T'.repeat(LONG)},2\n`],
    ['a time of spaces', `time,t\n1${' '.repeat(LONG)}a,1\n1${' '.repeat(LONG)}a,2\n`],
  ])('%s is read at once', (_, text) => {
    expect(workOf(() => guess(text))).toBeLessThan(LIMIT_MS)
  })

  test('cells of a row are, too', () => {
    const cells = ['1'.repeat(LONG), '.'.repeat(LONG), `1${',111'.repeat(LONG)}x`, `${' '.repeat(LONG)}1x`]
    const work = workOf(() => {
      for (const cell of cells) expect([readNumber(cell, '.'), readNumber(cell, ',')]).toEqual([Number.NaN, Number.NaN])
      expect(readNumber(' '.repeat(LONG), '.')).toBeNull()
      for (const cell of [`${'T'.repeat(LONG)}x`, `${'1'.repeat(LONG)}T`]) expect(readWall(cell, 'ymd')).toBeNull()
      expect(createTimeReader('epoch_s', ZONE)(`${'1'.repeat(LONG)}x`)).toBe('unreadable_time')
    })
    expect(work).toBeLessThan(LIMIT_MS)
  })
})
