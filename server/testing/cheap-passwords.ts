import { vi } from 'vitest'

// Passwords are cheap to hash in tests of the API, which are about something else; passwords.test.ts holds the product's cost.
vi.mock('@node-rs/argon2', async original => {
  const argon2 = await original<typeof import('@node-rs/argon2')>()
  const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 }
  return {
    ...argon2,
    hash: (password: string) => argon2.hash(password, cheap),
    // A hash carries its own cost.
    verify: (stored: string, password: string) => argon2.verify(stored, password),
  }
})
