import type { z } from 'zod'
import type { UserChange } from '#shared/contract/accounts/users.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { setUser, type User } from '../../kit/api/session.ts'

/** Saves what a person changes of the own account, and shows it. Throws what the server refused. */
export const changeUser = async (body: z.input<typeof UserChange>): Promise<User> => {
  const user = await ask(api.updateUser, { body })
  setUser(user)
  return user
}

/** Reads the own account again, e.g. after a new address was confirmed elsewhere. */
export const readUser = async (): Promise<User> => {
  const user = await ask(api.authenticate, {})
  setUser(user)
  return user
}
