import { expect, test } from 'vitest'
import { hashPassword, passwordMatches } from './passwords.ts'

test('[decisions §2] passwords are stored by argon2id at the cost OWASP asks for', async () => {
  const stored = await hashPassword('Stable-Air-42')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwordMatches(stored, 'Stable-Air-42')).toBe(true)
  expect(await passwordMatches(stored, 'Stable-Air-43')).toBe(false)
  expect(await passwordMatches(null, 'nobody has this password')).toBe(false)
})
