import { expect, test } from 'vitest'
import { z } from 'zod'
import { Booleans, Numbers, NumbersOrNull } from './columns.ts'

test('columns take what they say, and no number that JSON cannot say', () => {
  expect(Numbers.safeParse([0, -1.5]).success).toBe(true)
  expect(NumbersOrNull.safeParse([0, null]).success).toBe(true)
  expect(Booleans.safeParse([true, false]).success).toBe(true)
  for (const wrong of [[null], [Number.NaN], [Number.POSITIVE_INFINITY], ['1'], [undefined], {}, null])
    expect(Numbers.safeParse(wrong).success).toBe(false)
  for (const wrong of [[Number.NaN], [undefined], ['1']]) expect(NumbersOrNull.safeParse(wrong).success).toBe(false)
  for (const wrong of [[0], [null]]) expect(Booleans.safeParse(wrong).success).toBe(false)
})

test('the description of the API says of columns what it says of other lists', () => {
  const printed = z.toJSONSchema(z.object({ numbers: Numbers, some: NumbersOrNull, flags: Booleans }), {
    unrepresentable: 'any',
    target: 'openapi-3.0',
  })
  expect(printed.properties).toEqual({
    numbers: { type: 'array', items: { type: 'number' } },
    some: { type: 'array', items: { type: 'number', nullable: true } },
    flags: { type: 'array', items: { type: 'boolean' } },
  })
})
