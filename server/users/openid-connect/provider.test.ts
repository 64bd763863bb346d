import { expect, test } from 'vitest'
import { confirmedAddress } from './provider.ts'

const NEW = 'new@union.example'
const OLD = 'old@union.example'

test.each([
  ['in the token', [{ email: 'Old@Union.example', email_verified: true }, {}], OLD],
  ['in the answer about the user', [{}, { email: OLD, email_verified: true }], OLD],
  ['of the answer that says both', [{ email: NEW }, { email: OLD, email_verified: true }], OLD],
  [
    'of none where the token says no',
    [
      { email: NEW, email_verified: false },
      { email: OLD, email_verified: true },
    ],
    undefined,
  ],
  ['of none where each says half', [{ email: NEW }, { email_verified: true }], undefined],
])('an address is confirmed %s', (_, answers, address) => {
  expect(confirmedAddress(...answers)).toBe(address)
})
