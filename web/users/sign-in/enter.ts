import type { z } from 'zod'
import type { LoginInput } from '#shared/contract/accounts/users.ts'
import type { ResponseOf } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { startSession } from '../../kit/api/session.ts'
import { adoptLanguage } from '../../kit/language/language.ts'

type Entered = ResponseOf<typeof api.login>

/** Begins the session that the server gave, by whatever way. */
export const begin = async ({ api_token, ...user }: Entered): Promise<Entered> => {
  await adoptLanguage(user.locale)
  startSession(api_token, user)
  return { api_token, ...user }
}

/** Signs in; throws what the server refused. */
export const enter = async (body: z.input<typeof LoginInput>): Promise<Entered> => begin(await ask(api.login, { body }))
