import { expect, test } from 'vitest'
import { dialled } from './phone.ts'

test.each([
  ['+31 (0)6 12-34', '+3161234'],
  ['0495 / 12 34 56', '0495123456'],
  ['(0495) 12.34', '04951234'],
])('%s is dialled as %s', (phone, digits) => expect(dialled(phone)).toBe(digits))
