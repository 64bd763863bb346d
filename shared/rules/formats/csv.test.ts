import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvCell, offsetText, signsOf, textOfCell } from './csv.ts'

describe('[decisions §6] CSV as spreadsheets of a language open it', () => {
  test.each([
    ['en', {}, ',', '.'],
    ['de', {}, ';', ','],
    ['nl', { decimal: 'point' }, ',', '.'],
    ['en', { decimal: 'comma' }, ';', ','],
    ['es', { separator: 'tab' }, '\t', ','],
  ] as const)('%s with %j', (language, wanted, separator, decimal) => {
    expect(signsOf(wanted, language)).toEqual({ separator, decimal })
  })

  test.each([
    ['Room 3', 'Room 3'],
    ['Room; 3', '"Room; 3"'],
    ['BM "7"', '"BM ""7"""'],
    ['=1+1', "'=1+1"],
    ['@SUM(A1);x', `"'@SUM(A1);x"`],
  ])('%s is the cell %s', (text, cell) => {
    expect(csvCell(text, ';')).toBe(cell)
  })

  test.each([
    [3_600_000, '+01:00'],
    [-12_600_000, '-03:30'],
    [0, '+00:00'],
  ])('%d ms from UTC are %s', (offset, text) => {
    expect(offsetText(offset)).toBe(text)
  })
})

test.each([
  ['a;=1+1', ',', `"a;'=1+1"`],
  ['a,=1+1', ';', `"a,'=1+1"`],
  ['a\t@x', ',', `"a\t'@x"`],
  ['a; -1', ',', `"a; '-1"`],
  ['a; b', ',', `"a; b"`],
  ['=1', ',', `'=1`],
])('%j is no formula either where cells are parted by another sign', (text, separator, cell) => {
  expect(csvCell(text, separator)).toBe(cell)
})

test('any text comes back from its cell as it was', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("'", '=', '-', ' ', ',', ';', 'a', '"'), { maxLength: 12 }),
      fc.constantFrom(',', ';', '\t'),
      (signs, separator) => {
        const text = signs.join('')
        const cell = csvCell(text, separator)
        expect(cell).not.toMatch(/(^|[,;\t])"? *[=-]/)
        const bare = cell.startsWith('"') && /[",;]/.test(text) ? cell.slice(1, -1).replaceAll('""', '"') : cell
        expect(textOfCell(bare)).toBe(text)
      },
    ),
  )
})
