import type { z } from 'zod'
import type { UserChange } from '#shared/contract/accounts/users.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { keepUser, type User } from '../../kit/api/session.ts'

/** Saves what a person changes of the own account, and shows it. Throws what the server refused. */
export const changeUser = (body: z.input<typeof UserChange>): Promise<User> => keepUser(ask(api.updateUser, { body }))

/** Reads the own account again, e.g. after a new address was confirmed elsewhere. */
export const readUser = (): Promise<User> => keepUser(ask(api.authenticate, {}))
