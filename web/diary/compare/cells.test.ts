import { describe, expect, test } from 'vitest'
import { answerBefore, climateRows, isAnswerChanged, stripOf } from './cells.ts'

const asked = (
  input: 'number' | 'yes_no' | 'choice' | 'choices' | 'photo' | 'text' | 'smileys',
  choices: string[] = [],
) => ({
  input,
  choices: choices.map(value => ({ value, name: value })),
})
const marks = (item: ReturnType<typeof asked>, answers: Parameters<typeof isAnswerChanged>[1]) =>
  answers.map((_, index) => isAnswerChanged(item, answers, index))

describe('[design §8.8] what changed', () => {
  test('is compared with the last visit that has an answer', () => {
    expect(marks(asked('number'), [8.1, 8.6, null, 8.6, 9])).toEqual([false, true, false, false, true])
    expect(marks(asked('yes_no'), [null, true, false, false])).toEqual([false, false, true, false])
    expect(answerBefore([1, null, 3], 2)).toBe(1)
    expect(answerBefore([null], 0)).toBeNull()
  })

  test('several choices are the same in any order', () => {
    expect(marks(asked('choices'), [['a', 'b'], ['b', 'a'], ['a']])).toEqual([false, false, true])
  })

  test('photos are new each time and no change', () => {
    expect(marks(asked('photo'), [['x'], ['y']])).toEqual([false, false])
  })
})

describe('[design §8.8] the strip over all visits', () => {
  test('is a line for numbers, blocks for yes and no, heights for choices in their order', () => {
    expect(stripOf(asked('number'), [1, null, 3])).toEqual({ kind: 'line', values: [1, null, 3] })
    expect(stripOf(asked('yes_no'), [true, false, null])).toEqual({ kind: 'blocks', values: [true, false, null] })
    expect(stripOf(asked('choice', ['runs', 'stuck']), ['runs', 'stuck', null, 'gone'])).toEqual({
      kind: 'steps',
      values: [1, 0.5, null, null],
    })
    expect(stripOf(asked('smileys'), ['good', 'bad'])).toEqual({ kind: 'steps', values: [1, 1 / 3] })
  })

  test('is not there for words', () => {
    expect(stripOf(asked('text'), ['a'])).toBeNull()
  })
})

test('the climate has a row for each measurement any visit has', () => {
  const [t, nh3] = [
    { measurement: 't', order: 1 },
    { measurement: 'nh3', order: 9 },
  ]
  expect(climateRows([[nh3], [], [t, nh3]])).toEqual([
    [null, null, t],
    [nh3, null, nh3],
  ])
})
