import { hash, verify } from '@node-rs/argon2'

// argon2id is the library's default algorithm; 19 MiB, 2 passes: the OWASP minimum, about 25 ms here.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
let cost = COST

/** Makes new passwords cheap to guess, and so to check: for tests that are about something else. */
export const hashPasswordsCheaply = (): void => {
  cost = { memoryCost: 8, timeCost: 1, parallelism: 1 }
}

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

const nobody = hashPassword('nobody has this password')

/** Takes the same time whether or not there is an account (`stored` null). A hash carries its own cost. */
export const passwordMatches = async (stored: string | null, password: string): Promise<boolean> => {
  const matches = await verify(stored ?? (await nobody), password)
  return stored !== null && matches
}
