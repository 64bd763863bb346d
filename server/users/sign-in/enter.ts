import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Acting } from '../../audit/audit.ts'
import { markBrowser } from '../../kit/http/browser.ts'
import type { Services } from '../../kit/services.ts'
import type { UserRow } from '../store.ts'
import { admit, publicUser } from './sessions.ts'

type Entering = Services & Acting & { request: FastifyRequest; reply: FastifyReply }

/** Signs in whoever has just shown who they are: answers the account with a new token, and marks the browser as known. */
export const enter = async (context: Entering, user: UserRow) => {
  const api_token = await admit(context, user, markBrowser(context.request, context.reply))
  return { ...publicUser(user), api_token }
}
