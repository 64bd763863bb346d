import { expect, test } from 'vitest'
import { namesBy, tellsApart } from './names.ts'

const devices = [{ name: 'BM 1' }, { name: 'BM {n}' }]

test('names by a pattern count from the first number, or keep the name within', () => {
  expect(namesBy('Room {n}', devices, 7)).toEqual(['Room 7', 'Room 8'])
  expect(namesBy('Barn 2, {name} ', devices, 1)).toEqual(['Barn 2, BM 1', 'Barn 2, BM {n}'])
  expect(namesBy('{n}/{n} {name}', [{ name: '$& {name}' }], 3)).toEqual(['3/3 $& {name}'])
})

test('a pattern without a number or a name gives all the same', () => {
  expect(tellsApart('Room {n}')).toBe(true)
  expect(tellsApart('New {name}')).toBe(true)
  expect(tellsApart('Room')).toBe(false)
})
