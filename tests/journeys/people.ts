import { TERMS_VERSION } from '#shared/contract/fixed.ts'

/** Person whose account is the first. */
export const PERSON = { name: 'Marieke', email: 'marieke@zonneveld.example', password: 'Stable-Air-42' }

/** Body that the form of the sign-up sends. */
export const newAccount = (person: typeof PERSON) =>
  ({ ...person, password_confirmation: person.password, policy_accepted: TERMS_VERSION }) as const
