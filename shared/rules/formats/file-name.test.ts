import { describe, expect, test } from 'vitest'
import { bytesOf, daysOfFile, fileName, fileWord, nameOfSeveral } from './file-name.ts'

describe('names of files', () => {
  test.each([
    ['Piglet room 3', 'piglet-room-3'],
    ['Geflügelstall / Süd', 'geflügelstall-süd'],
    ['Granja Córdoba: lechón nº 2', 'granja-córdoba-lechón-nº-2'],
    ['Koeienstal ’t Zand', 'koeienstal-t-zand'],
    ['../../etc/passwd', 'etc-passwd'],
    ['a\r\n"b"\u202Etxt', 'a-b-txt'],
    ['…', ''],
    ['x'.repeat(200), 'x'.repeat(60)],
  ])('%j becomes %j', (text, word) => {
    expect(fileWord(text)).toBe(word)
  })

  test('a letter of two signs is one, however it was typed', () => {
    expect(fileWord('Su\u0308d')).toBe(fileWord('Süd'))
  })

  test('barn, measurement and days stand in them, and what is not known is left out', () => {
    const days = { from: '2026-11-17', last: '2026-11-18' }
    expect(fileName(['Piglet room 3', 'NH₃'], days, 'csv')).toBe('piglet-room-3_nh₃_2026-11-17_2026-11-18.csv')
    expect(fileName(['Diary', null, ''], { from: null, last: '2026-11-18' }, 'xlsx')).toBe('diary_2026-11-18.xlsx')
    expect(fileName(['Diary'], { from: '2026-11-18', last: '2026-11-18' }, 'csv')).toBe('diary_2026-11-18.csv')
    expect(fileName(['…'], {}, 'csv')).toBe('barnometer.csv')
  })

  test('a name has at most 255 bytes, and what tells files apart stays', () => {
    const days = { from: '2026-11-17', last: '2026-11-18' }
    const name = fileName(['猪'.repeat(60), '农'.repeat(60), 'nh3'], days, 'xlsx')
    expect(bytesOf(name)).toBeLessThanOrEqual(255)
    expect(bytesOf(name)).toBeGreaterThan(248)
    expect(name).toMatch(/^猪{30,}_农{30,}_nh3_2026-11-17_2026-11-18\.xlsx$/)
    // Letters of four bytes, and one part alone.
    expect(bytesOf(fileName(['𠮷'.repeat(80)], days, 'csv'))).toBeLessThanOrEqual(255)
  })

  test('a name of emoji alone is a word, also beside days', () => {
    expect(fileName(['🐷🐷'], { from: '2026-11-18', last: '2026-11-18' }, 'csv')).toBe('barnometer_2026-11-18.csv')
    expect(fileName(['🐷', 'NH3'], {}, 'csv')).toBe('nh3.csv')
  })

  test('a day that ends at midnight is that day alone, where it was', () => {
    expect(daysOfFile('2026-11-16T23:00:00Z', '2026-11-17T23:00:00Z', 'Europe/Amsterdam')).toEqual({
      from: '2026-11-17',
      last: '2026-11-17',
    })
  })

  test('several are counted, one is named', () => {
    expect(nameOfSeveral(['Room 1'], 'areas')).toBe('Room 1')
    expect(nameOfSeveral(['Room 1', 'Room 1'], 'areas')).toBe('2 areas')
  })
})
