import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { type RegisterInput, userEndpoints } from '#shared/contract/accounts/users.ts'
import { TERMS_VERSION } from '#shared/contract/fixed.ts'
import type { Role } from '#shared/rules/accounts/roles.ts'
import { jsonOf } from '../kit/database/json.ts'
import { mailedToken } from './outgoing-mail.ts'
import type { TestApp } from './start-test-app.ts'

export const PASSWORD = 'Stable-Air-42'

/** Form as a person fills it in to register. */
export const aRegistration = (changes: { email?: string; name?: string } = {}): z.input<typeof RegisterInput> => ({
  name: 'Anna Bakker',
  email: `${randomUUID()}@farm.example`,
  password: PASSWORD,
  password_confirmation: PASSWORD,
  policy_accepted: TERMS_VERSION,
  ...changes,
})

/** The administrator: the first account of an installation, signed in. */
export const aFirstUser = async (test: TestApp, email = 'admin@farm.example') => {
  const registration = aRegistration({ email, name: 'First Admin' })
  await test.call(userEndpoints.register, { body: registration })
  return signIn(test, email)
}

/** An ordinary user: registered, confirmed by the mailed link and signed in. */
export const aUser = async (test: TestApp, changes: { email?: string; name?: string } = {}) => {
  const { first_account } = await test.call(userEndpoints.getSetup, {})
  if (first_account) await aFirstUser(test, `first-${randomUUID()}@farm.example`)
  const registration = aRegistration(changes)
  await test.call(userEndpoints.register, { body: registration })
  await test.call(userEndpoints.verifyEmail, { body: { token: await mailedToken(test, registration.email) } })
  return signIn(test, registration.email)
}

/** Gives an account roles, as an administrator would. */
export const giveRoles = async ({ services }: Pick<TestApp, 'services'>, id: number, roles: readonly Role[]) => {
  await services.db
    .updateTable('users')
    .set({ roles: jsonOf([...roles]) })
    .where('id', '=', id)
    .execute()
}

/** An ordinary user with these roles. */
export const aUserWithRoles = async (test: TestApp, ...roles: Role[]): Promise<TestUser> => {
  const user = await aUser(test)
  await giveRoles(test, user.id, roles)
  return user
}

export const signIn = async (test: TestApp, email: string) => {
  const { api_token: token, ...user } = await test.call(userEndpoints.login, { body: { email, password: PASSWORD } })
  return { ...user, token }
}
export type TestUser = Awaited<ReturnType<typeof signIn>>
