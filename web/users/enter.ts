import type { z } from 'zod'
import type { ResponseOf } from '../../shared/contract/endpoint.ts'
import { api } from '../../shared/contract/index.ts'
import type { LoginInput } from '../../shared/contract/users.ts'
import { ask } from '../kit/api.ts'
import { adoptLanguage } from '../kit/language.ts'
import { startSession } from '../kit/session.ts'

/** Signs in; throws what the server refused. */
export const enter = async (body: z.input<typeof LoginInput>): Promise<ResponseOf<typeof api.login>> => {
  const { api_token, ...user } = await ask(api.login, { body })
  await adoptLanguage(user.locale)
  startSession(api_token, user)
  return { api_token, ...user }
}
