import { hash, verify } from '@node-rs/argon2'

// argon2id is the library's default algorithm; 19 MiB, 2 passes: the OWASP minimum, about 25 ms here.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS)

const nobody = hashPassword('nobody has this password')

/** Takes the same time whether or not there is an account (`stored` null). */
export const passwordMatches = async (stored: string | null, password: string): Promise<boolean> => {
  const matches = await verify(stored ?? (await nobody), password, OPTIONS)
  return stored !== null && matches
}
