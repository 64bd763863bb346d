import { keysOf } from '../collections/keys.ts'

/** Rules of a password (specification §5), in the order they are shown. */
export const PASSWORD_RULES = {
  length: (password: string) => [...password].length >= 8,
  lowercase: (password: string) => /\p{Ll}/u.test(password),
  uppercase: (password: string) => /\p{Lu}/u.test(password),
  digit: (password: string) => /\p{Nd}/u.test(password),
  special: (password: string) => /[^\p{L}\p{N}\s]/u.test(password),
} as const

export type PasswordRule = keyof typeof PASSWORD_RULES

/** The rules a password does not meet yet; empty when it is good. */
export const passwordProblems = (password: string): PasswordRule[] =>
  keysOf(PASSWORD_RULES).filter(rule => !PASSWORD_RULES[rule](password))
