import type { z } from 'zod'
import type { LoginInput } from '#shared/contract/accounts/users.ts'
import type { ResponseOf } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { startSession } from '../../kit/api/session.ts'
import { adoptLanguage } from '../../kit/language/language.ts'

/** Signs in; throws what the server refused. */
export const enter = async (body: z.input<typeof LoginInput>): Promise<ResponseOf<typeof api.login>> => {
  const { api_token, ...user } = await ask(api.login, { body })
  await adoptLanguage(user.locale)
  startSession(api_token, user)
  return { api_token, ...user }
}
