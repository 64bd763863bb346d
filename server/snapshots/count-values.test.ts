import { expect, test } from 'vitest'
import { countCells } from './count-values.ts'

const lines = (...texts: string[]) => Buffer.from(texts.map(text => `${text}\r\n`).join(''))

test('cells without a value are not counted, wherever they stand', () => {
  expect(countCells(lines('time,Device 1,1,2,3', 'time,Device 1,,2,', 'time,Device 1,,,'), 3)).toEqual({
    rows: 3,
    values: 4,
  })
  expect(countCells(lines(), 3)).toEqual({ rows: 0, values: 0 })
})
