import { describe, expect, test } from 'vitest'
import { daysOfFile, fileName, fileWord, nameOfSeveral } from './file-name.ts'

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

  test('a day that ends at midnight is that day alone, where it was', () => {
    expect(daysOfFile('2026-11-16T23:00:00Z', '2026-11-17T23:00:00Z', 'Europe/Amsterdam')).toEqual({
      from: '2026-11-17',
      last: '2026-11-17',
    })
  })

  test('several are counted, one is named', () => {
    expect(nameOfSeveral(['Room 1'], 'devices')).toBe('Room 1')
    expect(nameOfSeveral(['Room 1', 'Room 2'], 'devices')).toBe('2 devices')
  })
})
