import { expect, test } from 'vitest'
import { dispositionOf } from './attachment.ts'

test.each([
  ['room-3_2026-11-18.csv', 'attachment; filename="room-3_2026-11-18.csv"'],
  ['süd.csv', `attachment; filename="sud.csv"; filename*=UTF-8''s%C3%BCd.csv`],
  ['a"b\r\n.csv', `attachment; filename="a_b__.csv"; filename*=UTF-8''a%22b%0D%0A.csv`],
])('%j is sent as %s', (name, header) => {
  expect(dispositionOf(name)).toBe(header)
})

test('what a browser is to show is no attachment', () => {
  expect(dispositionOf('report.pdf', 'inline')).toBe('inline; filename="report.pdf"')
})
